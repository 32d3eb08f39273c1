import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const drop = (who: Person, id: number) => who.delete(`/messages/${id}`)
const refused = { status: 400, msg: "You don't have permission to delete this message" }

test('deletes for everybody, with everything that hangs on the message', async () => {
  const id = await alice.say('x @**Bob**')
  ok(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  ok(await alice.patch(`/messages/${id}`, { content: 'y' }))
  const queue = await bob.register({ client_capabilities: { bulk_message_deletion: true } })
  ok(await drop(alice, id))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: 1, topic: 't' },
  ])
  expect(await drop(alice, id)).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
  const { db } = world.chat.store
  for (const table of ['chat_message', 'chat_receipt', 'chat_reaction', 'chat_edit'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await alice.say('next')).toBeGreaterThan(id)
})

test('tells of a deleted direct message by its type', async () => {
  const id = await alice.whisper('x', bob)
  const queue = await bob.register()
  ok(await drop(alice, id))
  expect(await bob.events(queue)).toEqual([
    { type: 'delete_message', id: expect.any(Number), message_id: id, message_type: 'private' },
  ])
})

test('is for the sender within the limit, and for those whom organization or channel allow it', async () => {
  const [a, b, c] = [await alice.say('a'), await alice.say('b'), await alice.say('c')] as const
  expect(await drop(bob, a)).toMatchObject(refused)
  ok(await drop(world.owner, a))
  world.pass(621)
  expect(await drop(alice, b)).toMatchObject({
    status: 400,
    msg: 'The time limit for deleting this message has passed',
  })
  ok(await world.owner.patch('/realm', { message_content_delete_limit_seconds: 'unlimited' }))
  ok(await drop(alice, b))
  ok(await world.owner.patch('/realm', { can_delete_own_message_group: 7 }))
  expect(await drop(alice, c)).toMatchObject(refused)
  ok(await world.owner.patch('/streams/1', { can_delete_own_message_group: 3 }))
  expect(await drop(bob, c)).toMatchObject(refused)
  ok(await world.owner.patch('/streams/1', { can_delete_any_message_group: 3 }))
  ok(await drop(bob, c))
})

test('deletes what an own bot said', async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const id = await bot.say('beep')
  expect(await drop(bob, id)).toMatchObject(refused)
  ok(await drop(alice, id))
})
