import { STORED_VALUES_MAX_CHARS } from '../../../../src/chat/limits.ts'
import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let robot: Person

beforeEach(async () => {
  world = await startChatWorld()
  robot = await world.add('Robot', { bot_type: 1, bot_owner_id: world.owner.id })
  return async () => world[Symbol.asyncDispose]()
})

const keep = async (storage: object) => robot.put('/bot_storage', { storage })
const stored = async () => ok(await robot.get('/bot_storage'))['storage']

test('keeps texts under names, newer ones in place of older ones', async () => {
  ok(await keep({ a: '1', b: '"two"' }))
  ok(await keep({ a: '3', toString: '' }))
  expect(await stored()).toEqual({ a: '3', b: '"two"', toString: '' })
})

test('refuses what is no text, has no name, or is too much', async () => {
  for (const storage of [{ a: 1 }, { '': 'x' }, { ['x'.repeat(201)]: 'x' }]) {
    expect(await keep(storage)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  const many = Array.from({ length: 1_001 }, (_, index) => [String(index), ''])
  expect(await keep(Object.fromEntries(many))).toMatchObject({ status: 400 })
  const most = 'x'.repeat(STORED_VALUES_MAX_CHARS - 1)
  ok(await keep({ a: most }))
  expect(await keep({ a: most.slice(1), b: 'x' })).toMatchObject({ status: 400 })
  expect(await keep({ a: `${most}x` })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual({ a: most })
})
