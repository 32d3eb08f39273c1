import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('lists who has read a message and lets others know', async () => {
  const carol = await world.add('Carol')
  const id = await alice.say('hello')
  const read = async (who: Person, op = 'add') =>
    ok(await who.post('/messages/flags', { messages: [id], op, flag: 'read' }))
  const receipts = async (who = alice) => who.get(`/messages/${id}/read_receipts`)
  expect(ok(await receipts())['user_ids']).toEqual([])
  await read(alice)
  await read(bob)
  await read(carol)
  expect(ok(await receipts(bob))['user_ids']).toEqual([bob.id, carol.id])
  await read(carol, 'remove')
  expect(ok(await receipts())['user_ids']).toEqual([bob.id])
  ok(await bob.patch('/settings', { send_read_receipts: false }))
  expect(ok(await receipts())['user_ids']).toEqual([])
  ok(await world.owner.patch('/realm', { enable_read_receipts: false }))
  expect(await receipts()).toMatchObject({
    ...refused,
    msg: 'Read receipts are disabled in this organization.',
  })
})

test('is for those who may read the message', async () => {
  const id = await alice.whisper('psst', bob)
  expect(await world.owner.get(`/messages/${id}/read_receipts`)).toMatchObject({
    ...refused,
    msg: 'Invalid message(s)',
  })
  ok(await bob.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  expect(ok(await alice.get(`/messages/${id}/read_receipts`))['user_ids']).toEqual([bob.id])
})

test('tells nobody that they are muted, nor of who is', async () => {
  const carol = await world.add('Carol')
  ok(await bob.post(`/users/me/muted_users/${alice.id}`))
  const id = await alice.say('hello')
  const receipts = async (who: Person) =>
    ok(await who.get(`/messages/${id}/read_receipts`))['user_ids']
  expect(await receipts(alice)).toEqual([])
  expect(await receipts(carol)).toEqual([bob.id])
  ok(await carol.post(`/users/me/muted_users/${bob.id}`))
  expect(await receipts(carol)).toEqual([])
})
