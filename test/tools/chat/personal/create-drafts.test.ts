import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { createDrafts, DRAFT, listDrafts } from '../../../support/chat-drafts.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('stores drafts of every kind', async () => {
  verifies('chat:4.6:drafts:drafts', 'chat:4.6:drafts:ids')
  verifies('chat:2.5:type', 'chat:2.5:to:stream', 'chat:2.5:to:private', 'chat:2.5:to:unaddressed')
  verifies('chat:2.5:topic', 'chat:2.5:content', 'chat:2.5:timestamp')
  const answer = await createDrafts(
    { timestamp: 1 },
    { type: 'private', to: [bob.id, world.owner.id], timestamp: 2.7 },
    { type: '', to: [7], timestamp: 3 },
    { timestamp: undefined },
  )
  expect(ok(answer)['ids']).toEqual([1, 2, 3, 4])
  expect((await listDrafts())['drafts']).toEqual([
    { ...DRAFT, id: 1, timestamp: 1 },
    { ...DRAFT, id: 2, type: 'private', to: [bob.id, 1], topic: '', timestamp: 2 },
    { ...DRAFT, id: 3, type: '', to: [], topic: '', timestamp: 3 },
    { ...DRAFT, id: 4, timestamp: 1_767_323_045 },
  ])
})

test('tells the other clients of the caller', async () => {
  verifies('chat:4.6:drafts:events', 'chat:6:kind:drafts', 'chat:6:emit:drafts')
  const [own, others] = [await alice.register(), await bob.register()]
  ok(await createDrafts({}, { content: 'second' }))
  expect(await alice.events(own)).toMatchObject([
    {
      type: 'drafts',
      op: 'add',
      drafts: [
        { ...DRAFT, id: 1 },
        { id: 2, content: 'second' },
      ],
    },
  ])
  expect(await bob.events(others)).toEqual([])
})

test.each([[[]], [[1, 2]]])('refuses a channel draft to %j', async (to) => {
  verifies('chat:4.6:drafts:one-channel', 'chat:7:msg:one-channel')
  expect(await createDrafts({ to })).toMatchObject({
    ...refused,
    msg: 'Must specify exactly 1 channel ID for channel messages',
  })
})

test.each([
  ['a null byte in the topic', { topic: 'a\0' }, 'Argument "drafts" must not contain null bytes.'],
  [
    'a null byte in the content',
    { content: 'a\0b' },
    'Argument "drafts" must not contain null bytes.',
  ],
  ['nothing', { content: ' ' }, 'Message must not be empty'],
  ['a time before time', { timestamp: -1 }, 'Timestamp must not be negative.'],
  ['an unknown user', { type: 'private', to: [99] }, 'Invalid user ID 99'],
])('refuses %s, and stores none of them', async (_, fields, msg) => {
  verifies('chat:2.5:topic:null-bytes', 'chat:2.5:content:null-bytes')
  expect(await createDrafts({}, fields)).toMatchObject({ ...refused, msg })
  expect(await listDrafts()).toMatchObject({ count: 0 })
})

test('does not tell hidden channels from missing ones', async () => {
  ok(
    await bob.post('/channels/create', {
      name: 'secret',
      subscribers: [bob.id],
      invite_only: true,
    }),
  )
  const hidden = await createDrafts({ to: [2] })
  expect(hidden).toMatchObject({ status: 400, code: 'BAD_REQUEST', stream_id: 2 })
  expect(await createDrafts({ to: [99] })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
})

test('keeps a thousand drafts and no more', async () => {
  ok(await createDrafts(...Array.from({ length: 1_000 }, () => ({}))))
  expect(await createDrafts({})).toMatchObject({ ...refused, msg: 'Too many drafts.' })
})
