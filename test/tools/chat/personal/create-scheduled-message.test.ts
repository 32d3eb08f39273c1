import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

/** An hour after the world began. */
const AT = 1_767_326_645
const WISH = { type: 'channel', to: 1, topic: 't', content: '*later*' }
const LATER = { ...WISH, scheduled_delivery_timestamp: AT }

const schedule = async (fields: object = {}, who = alice) =>
  who.post('/scheduled_messages', { ...LATER, ...fields })

const waiting = async (who = alice) =>
  ok(await who.get('/scheduled_messages'))['scheduled_messages'] as object[]

test('keeps a message for a channel or for users, and tells the clients of the caller', async () => {
  const [own, others] = [await alice.register(), await bob.register()]
  expect(ok(await schedule())['scheduled_message_id']).toBe(1)
  ok(await schedule({ type: 'stream', to: [1], topic: '', scheduled_delivery_timestamp: AT + 2 }))
  ok(await schedule({ type: 'direct', to: [bob.id], scheduled_delivery_timestamp: AT + 1 }))
  const record = {
    content: '*later*',
    rendered_content: '<p><em>later</em></p>',
    failed: false,
  }
  const first = {
    ...record,
    scheduled_message_id: 1,
    type: 'stream',
    to: 1,
    topic: 't',
    scheduled_delivery_timestamp: AT,
  }
  const direct = {
    ...record,
    scheduled_message_id: 3,
    type: 'private',
    to: [bob.id],
    scheduled_delivery_timestamp: AT + 1,
  }
  const empty = {
    ...first,
    scheduled_message_id: 2,
    topic: '',
    scheduled_delivery_timestamp: AT + 2,
  }
  expect(await waiting()).toEqual([first, direct, empty])
  expect((await alice.register())['scheduled_messages']).toEqual([first, direct, empty])
  expect(await waiting(bob)).toEqual([])
  expect(await alice.events(own)).toMatchObject(
    [first, empty, direct].map((one) => ({
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [one],
    })),
  )
  expect(await bob.events(others)).toEqual([])
})

test.each([
  [
    'a time that is over',
    { scheduled_delivery_timestamp: AT - 3_600 },
    'Scheduled delivery time must be in the future.',
  ],
  ['nothing', { content: ' ' }, 'Message must not be empty'],
  ['two channels', { to: [1, 2] }, 'Expected exactly one channel'],
  ['nobody', { type: 'direct', to: [] }, 'Message must have recipients'],
  ['an unknown user', { type: 'direct', to: [99] }, 'Invalid user ID'],
])('refuses %s', async (_, fields, msg) => {
  expect(await schedule(fields)).toMatchObject({ ...refused, msg })
  expect(await waiting()).toEqual([])
})

test('is for places where the caller may send', async () => {
  const secret = { name: 'secret', subscribers: [bob.id], invite_only: true }
  ok(await bob.post('/channels/create', secret))
  expect(await schedule({ to: 2 })).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
  ok(await schedule({ to: 2 }, bob))
  ok(await world.owner.patch('/streams/1', { can_send_message_group: 7 }))
  expect(await schedule()).toMatchObject(refused)
})

test('keeps a thousand messages of one user and no more', async () => {
  ok(await schedule())
  const { chat } = world
  await chat.store.write(async (tx) => {
    const { id: _, ...row } = await tx
      .selectFrom('chat_scheduled')
      .selectAll()
      .executeTakeFirstOrThrow()
    for (let count = 1; count < 1_000; count += 1) {
      await tx.insertInto('chat_scheduled').values(row).execute()
    }
  })
  expect(await schedule()).toMatchObject({ ...refused, msg: 'Too many scheduled messages.' })
  ok(await schedule({}, bob))
})
