import { beforeEach, expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const AT = 1_800_000_000
const LATER = {
  type: 'channel',
  to: 1,
  topic: 't',
  content: 'later',
  scheduled_delivery_timestamp: AT,
}

const waiting = async () => ok(await alice.get('/scheduled_messages'))['scheduled_messages'][0]

const change = async (fields: object, who = alice, id = 1) =>
  who.patch(`/scheduled_messages/${id}`, fields as Record<string, unknown>)

beforeEach(async () => {
  ok(await alice.post('/scheduled_messages', LATER))
})

test('changes one thing or several, and tells the clients of the caller', async () => {
  const queue = await alice.register()
  ok(await change({ content: '**now**' }))
  ok(await change({ topic: 'other', scheduled_delivery_timestamp: AT + 60 }))
  const changed = {
    type: 'stream',
    to: 1,
    topic: 'other',
    content: '**now**',
    rendered_content: '<p><strong>now</strong></p>',
    scheduled_delivery_timestamp: AT + 60,
  }
  expect(await waiting()).toMatchObject(changed)
  ok(await change({ type: 'direct', to: [bob.id] }))
  const { topic: _, ...direct } = { ...changed, type: 'private', to: [bob.id] }
  expect(await waiting()).toEqual({ ...direct, scheduled_message_id: 1, failed: false })
  expect(await alice.events(queue)).toMatchObject([
    { type: 'scheduled_messages', op: 'update', scheduled_message: { content: '**now**' } },
    { op: 'update', scheduled_message: changed },
    { op: 'update', scheduled_message: direct },
  ])
})

test.each([
  ['nothing', {}, 'Nothing to change'],
  [
    'another type without recipients',
    { type: 'direct' },
    'Recipient required when updating type of scheduled message.',
  ],
  [
    'a channel without a topic',
    { type: 'channel', to: 1 },
    'Topic required when updating scheduled message type to channel.',
  ],
  ['an empty text', { content: '' }, 'Message must not be empty'],
  [
    'a time that is over',
    { scheduled_delivery_timestamp: 1 },
    'Scheduled delivery time must be in the future.',
  ],
])('refuses %s, and changes nothing', async (_, fields, msg) => {
  expect(await change(fields)).toMatchObject({ ...refused, msg })
  expect(await waiting()).toMatchObject({ content: 'later', scheduled_delivery_timestamp: AT })
})

test("does not tell another user's from a missing one", async () => {
  const [theirs, missing] = [
    await change({ content: 'x' }, bob),
    await change({ content: 'x' }, bob, 99),
  ]
  expect(theirs).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(theirs).toEqual(missing)
  expect(await waiting()).toMatchObject({ content: 'later' })
})
