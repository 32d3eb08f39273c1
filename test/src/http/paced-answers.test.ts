import { expect, test } from 'vitest'
import { shownEvents } from '../../../src/chat/events/observed.ts'
import {
  LARGE_ANSWERS_BURST_CHARS,
  LARGE_ANSWERS_CHARS_PER_SECOND,
} from '../../../src/http/limits.ts'
import { alice, bob, startChatForEach } from '../../support/chat-people.ts'

startChatForEach('Alice', 'Bob')

/** More than the burst, by what takes some time. */
const ASKED_CHARS = LARGE_ANSWERS_BURST_CHARS + 2.5 * LARGE_ANSWERS_CHARS_PER_SECOND
/** A message that is much longer when it is rendered. */
const LARGE = '$$\\sqrt2$$ '.repeat(900)

/** How the event loop is kept busy. */
const BUSY_MS = 8
const IDLE_MS = 1

/** Reads the newest messages; returns the length of the answer. */
async function readLarge(count: number): Promise<number> {
  const range = { anchor: 'newest', num_before: count, num_after: 0 }
  return JSON.stringify(await alice.get('/messages', range)).length
}

/** The next message of a channel. */
async function once(channel: typeof shownEvents): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = () => resolve()
  channel.subscribe(hear)
  try {
    await promise
  } finally {
    channel.unsubscribe(hear)
  }
}

/** Leaves the event loop little time until it is disposed: callers wait for their pace only where others need it. */
function keepBusy(): Disposable {
  const work = setInterval(() => {
    const untilMs = performance.now() + BUSY_MS
    while (performance.now() < untilMs);
  }, BUSY_MS + IDLE_MS)
  return { [Symbol.dispose]: () => clearInterval(work) }
}

test('who asks for one large answer after another is sent no more than their pace', async () => {
  using _ = keepBusy()
  for (let n = 0; n < 4; n += 1) {
    await alice.post('/messages', { type: 'channel', to: 'general', topic: 't', content: LARGE })
  }
  const startedMs = performance.now()
  let read = 0
  while (read < ASKED_CHARS) read += await readLarge(10)
  const allowed =
    LARGE_ANSWERS_BURST_CHARS +
    ((performance.now() - startedMs) / 1_000) * LARGE_ANSWERS_CHARS_PER_SECOND
  // What it was sent last was begun within its pace.
  expect(read).toBeLessThan(allowed + 2_500_000)
})

test('what a poll answers is read when it may be written, and not kept until then', async () => {
  using _ = keepBusy()
  const send = async (content: string) =>
    bob.post('/messages', { type: 'channel', to: 'general', topic: 't', content })
  // What is read before the poll, so that its wait is longer than what happens meanwhile takes.
  for (let n = 0; n < 6; n += 1) await send(LARGE)
  const { queue_id } = await alice.post('/register', { event_types: '["message"]' })
  const first = await send(LARGE)
  for (let n = 0; n < 3; n += 1) await send(LARGE)
  for (let read = 0; read < ASKED_CHARS;) read += await readLarge(10)
  const poll = { queue_id, last_event_id: -1 }
  /** Lets a poll wait for its pace, and something happen after it was read; returns whether it is in its answer. */
  const pollLate = async () => {
    await readLarge(10)
    const seen = once(shownEvents)
    const answer = alice.get('/events', poll)
    await seen
    const { id } = await send('later')
    const events = (await answer)['events'] as { message: { id: number } }[]
    expect(events[0]?.message.id).toBe(first['id'])
    return events.some(({ message }) => message.id === id)
  }
  // On a slow machine the wait may be over before it is sent.
  await expect.poll(pollLate, { timeout: 60_000 }).toBe(true)
})

test('polls of one caller that one event wakes are answered in turns of their own, so that others have theirs', async () => {
  const POLLS = 30
  const queues = await Promise.all(
    Array.from({ length: POLLS }, async () =>
      alice.post('/register', { event_types: '["message"]' }),
    ),
  )
  const answers = Promise.all(
    queues.map(async ({ queue_id }) => alice.get('/events', { queue_id, last_event_id: -1 })),
  )
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const message = { type: 'channel', to: 'general', topic: 't', content: LARGE }
  const { id } = await bob.post('/messages', message)
  const heard = (await answers).map(
    ({ events }) => (events as { message: { id: number } }[])[0]?.message.id,
  )
  clearImmediate(counting)
  expect(heard).toEqual(Array(POLLS).fill(id))
  expect(turns).toBeGreaterThan(POLLS)
})
