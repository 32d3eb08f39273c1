import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalDirectory } from '../../../../src/chat/agent/directory.ts'
import { resolveChannel, resolveUser } from '../../../../src/chat/agent/names.ts'
import { resolveNarrow } from '../../../../src/chat/agent/narrow-terms.ts'
import { readPlace } from '../../../../src/chat/agent/places.ts'
import type { Directory } from '../../../../src/chat/kernel/types.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let directory: Directory
let ada: Person
let second: Person
let gone: Person
let general: number

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada Lovelace')
  second = await world.add('Twin', { email: 'one@example.com' })
  await world.add('twin', { email: 'two@example.com' })
  gone = await world.add('Gone')
  await world.add('gone', { email: 'here@example.com' })
  ok(await world.owner.delete(`/users/${gone.id}`))
  await world.add(String(ada.id), { email: 'digits@example.com' })
  await world.add('Own\u200Bed', { email: 'hidden@example.com' })
  await world.add('Owned', { email: 'plain@example.com' })
  ok(await world.owner.post('/channels/create', { name: 'a > b', subscribers: [world.owner.id] }))
  directory = openLocalDirectory(world.chat, { user: world.owner.user, client: 'test' })
  general = (await resolveChannel(directory, 'general')).id
})
afterAll(async () => world[Symbol.asyncDispose]())

describe('a person', () => {
  test.each(['Ada Lovelace', '@ada lovelace', '@**Ada Lovelace**', '@_**Ada Lovelace**'])(
    'is found as %s',
    async (named) => {
      expect((await resolveUser(directory, named)).id).toBe(ada.id)
    },
  )

  test('is found by address, and by id with name', async () => {
    expect((await resolveUser(directory, second.email)).id).toBe(second.id)
    expect((await resolveUser(directory, `@**Twin|${second.id}**`)).id).toBe(second.id)
    expect((await resolveUser(directory, String(second.id))).id).toBe(second.id)
    expect((await resolveUser(directory, `Ada Lovelace|${ada.id}`)).id).toBe(ada.id)
  })

  test.each([
    ['another of that name', () => 'Twin', /Give the id: Twin \(\d+\), twin \(\d+\)/],
    ['a name that is an id', () => String(ada.id), /Write name\|id.*Ada Lovelace \(\d+\)/],
    ['a name that looks the same', () => 'owned', /Owned \(\d+\), Owned \(\d+\)/],
  ])('is preferred to nobody: %s', async (_, named, hint) => {
    await expect(resolveUser(directory, named())).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'More than one person has that name.',
      hint: expect.stringMatching(hint),
    })
  })

  test('who has the address of another one as a name, as other servers allow, does not hide them', async () => {
    const sly = { id: 999, name: second.email, isClosed: false }
    const there = { ...directory, people: async () => [sly, ...(await directory.people())] }
    await expect(resolveUser(there, second.email)).rejects.toMatchObject({
      message: 'More than one person has that name.',
      hint: expect.stringMatching(/\(999\), Twin \(\d+\)/),
    })
  })

  test('who is gone is found where that is wanted, and confused with nobody', async () => {
    expect((await resolveUser(directory, 'Gone')).id).not.toBe(gone.id)
    await expect(resolveUser(directory, 'Gone', { withDeactivated: true })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect((await resolveUser(directory, String(gone.id), { withDeactivated: true })).id).toBe(
      gone.id,
    )
  })
})

describe('a place', () => {
  test.each([
    [{ channel: '#general > lunch' }, { channel: 'general', topic: 'lunch' }],
    [{ channel: 'general>lunch > dessert' }, { channel: 'general', topic: 'lunch > dessert' }],
    [{ channel: '#**general>lunch**' }, { channel: 'general', topic: 'lunch' }],
    [{ channel: '#general > ' }, { channel: 'general' }],
    [{ channel: 'a > b' }, { channel: 'a > b' }],
    [{ channel: '#a > b > c' }, { channel: 'a > b', topic: 'c' }],
    [
      { channel: '#general > Lunch', topic: 'lunch' },
      { channel: 'general', topic: 'Lunch' },
    ],
    [
      { channel: 'general', topic: 'x > y' },
      { channel: 'general', topic: 'x > y' },
    ],
  ])('%j is %j', async (written, place) => {
    expect(await readPlace(directory, written)).toEqual(place)
  })

  test.each([
    [{ channel: '#general > lunch', topic: 'dinner' }, /one topic/],
    [{ channel: `#general > ${'x'.repeat(61)}` }, /too long \(limit: 60 characters\): it has 61/],
  ])('%j is refused', async (written, message) => {
    await expect(readPlace(directory, written)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
    })
  })
})

describe('a narrow', () => {
  const resolve = async (...terms: unknown[]) => resolveNarrow(async () => directory, terms)

  test('takes names where operations take ids', async () => {
    expect(
      await resolve(
        { operator: 'sender', operand: '@Ada Lovelace', negated: true },
        { operator: '-from', operand: ada.email },
        { operator: 'sender', operand: 'me' },
        { operator: 'sender', operand: 7 },
        { operator: 'dm', operand: ['Ada Lovelace', second.id] },
        { operator: 'dm', operand: `Ada Lovelace, ${second.email}` },
        { operator: 'stream', operand: '#general > lunch' },
        { operator: 'channel', operand: 'general', negated: true },
        { operator: 'has', operand: 'link' },
      ),
    ).toEqual([
      { operator: 'sender', operand: ada.id, negated: true },
      { operator: '-from', operand: ada.id },
      { operator: 'sender', operand: 'me' },
      { operator: 'sender', operand: 7 },
      { operator: 'dm', operand: [ada.id, second.id] },
      { operator: 'dm', operand: [ada.id, second.id] },
      { operator: 'stream', operand: general },
      { operator: 'topic', operand: 'lunch', negated: false },
      { operator: 'channel', operand: general, negated: true },
      { operator: 'has', operand: 'link' },
    ])
  })

  test('leaves to the operation what is no term, and what is too much', async () => {
    const odd = [null, 'sender', ['sender', 'x'], { operand: 'x' }]
    expect(await resolve(...odd)).toEqual(odd)
    const many = Array.from({ length: 51 }, () => ({ operator: 'sender', operand: 'nobody' }))
    expect(await resolve(...many)).toEqual(many)
    const crowd = { operator: 'dm', operand: Array.from({ length: 21 }, () => 'nobody') }
    expect(await resolve(crowd)).toEqual([crowd])
  })

  test('says who there is, under the documented code', async () => {
    await expect(resolve({ operator: 'sender', operand: 'Ada' })).rejects.toMatchObject({
      code: 'invalid_input',
      specCode: 'BAD_NARROW',
      hint: expect.stringContaining('Ada Lovelace'),
    })
  })
})
