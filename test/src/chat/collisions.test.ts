import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { fetchEvents } from '../../../src/chat/events/fetch-events.ts'
import { sweepQueues } from '../../../src/chat/events/sweep-queues.ts'
import { reader, writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type ChatWorld, ok, startChatWorld } from '../../support/chat-world.ts'
import { DATABASE_VARIABLE } from '../../support/database.ts'
import { watchPolls } from '../../support/watch-polls.ts'

/**
 * Holds up all writes until so many have been asked for by what `work` does, so that what was decided before is
 * written after. `awaitWrites` waits for the first of them to be in line.
 */
async function holdWrites(
  { chat }: ChatWorld,
  writes: number,
  work: (awaitWrites: (writes: number) => Promise<void>) => Promise<unknown>,
): Promise<unknown> {
  const { store } = chat
  const held = Promise.withResolvers<void>()
  const holding = writeChat(chat, async () => held.promise)
  const spies = [vi.spyOn(store, 'write'), vi.spyOn(store, 'writeJointly')]
  const count = () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  const awaitWrites = async (minCount: number) => {
    await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(minCount))
    // It stands in line a moment later where the line is at a server.
    await (process.env[DATABASE_VARIABLE] === undefined ? nextTurn() : sleep(50))
  }
  const working = work(awaitWrites)
  await awaitWrites(writes)
  for (const spy of spies) spy.mockRestore()
  held.resolve()
  await holding
  return working
}

test('an edit of a message that is deleted meanwhile is refused', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('one')
  await holdWrites(world, 4, async (awaitWrites) => {
    const deleting = alice.delete(`/messages/${id}`)
    await awaitWrites(1)
    const [deleted, edited, reacted, starred] = await Promise.all([
      deleting,
      alice.patch(`/messages/${id}`, { content: 'two' }),
      alice.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
      alice.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
    ])
    expect(deleted).toMatchObject({ status: 200 })
    for (const late of [edited, reacted, starred]) {
      expect(late).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
    }
  })
  const db = reader(world.chat)
  for (const table of ['chat_reaction', 'chat_receipt', 'chat_edit'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('of two edits that begin with the same content, one is refused', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('one')
  const prev_content_sha256 = '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed'
  await holdWrites(world, 2, async () => {
    const answers = await Promise.all(
      ['two', 'three'].map(async (content) =>
        alice.patch(`/messages/${id}`, { content, prev_content_sha256 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 400)).toMatchObject({
      code: 'EXPECTATION_MISMATCH',
    })
  })
})

test('what was sent with ids of queues that are gone is forgotten', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const sent = async (local_id: string) =>
    alice.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 't',
      content: 'x',
      queue_id: 'of nobody',
      local_id,
    })
  const kept = async () => {
    await sweepQueues(world.chat)
    const rows = await reader(world.chat).selectFrom('chat_sent').selectAll().execute()
    return rows.map(({ local_id }) => local_id)
  }
  ok(await sent('1'))
  world.pass(7 * 24 * 3_600)
  ok(await sent('2'))
  expect(await kept()).toEqual(['1', '2'])
  world.pass(3_600)
  expect(await kept()).toEqual(['2'])
})

test('a queue lives for as long as somebody waits at it', async () => {
  verifies('chat:3:queue:active')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const queue = await alice.register({ idle_queue_timeout: 1 })
  const actor = { user: alice.user, client: 'test' }
  const poll = {
    queueId: String(queue['queue_id']),
    lastEventId: -1,
    dontBlock: false,
  }
  // So little after the registration, that this is not stored again.
  world.pass(14)
  const polled = watchPolls(world.chat)
  const gone = new AbortController()
  const waiting = fetchEvents(world.chat, actor, poll, gone.signal)
  await polled()
  world.pass(60)
  await sweepQueues(world.chat)
  gone.abort()
  expect(await waiting).toMatchObject([{ type: 'heartbeat' }])
  ok(
    await alice.get('/events', {
      queue_id: queue['queue_id'],
      last_event_id: -1,
      dont_block: true,
    }),
  )
})

test('of two moves of a topic at once the later one is refused, and history knows where messages were', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  const ids = [await owner.say('one', { topic: 'Plan' }), await owner.say('two', { topic: 'plan' })]
  const move = async (topic: string) =>
    owner.patch(`/messages/${ids[0]}`, {
      topic,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    })
  await holdWrites(world, 2, async (awaitWrites) => {
    const first = move('done')
    await awaitWrites(1)
    const [moved, late] = await Promise.all([first, move('dropped')])
    expect(moved).toMatchObject({ status: 200 })
    expect(late).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'The messages were moved or deleted meanwhile.',
    })
  })
  const fetched = ok(await owner.get('/messages', { message_ids: ids }))
  expect(fetched['messages']).toMatchObject(
    ['Plan', 'plan'].map((prev_topic) => ({
      subject: 'done',
      edit_history: [{ prev_topic, topic: 'done' }],
    })),
  )
  for (const { edit_history } of fetched['messages']) expect(edit_history).toHaveLength(1)
})
