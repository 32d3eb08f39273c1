// @module-tag full
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { AnswerPace } from '../../../../src/http/fairness/answer-pace.ts'
import { type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { MovedClock } from '../../../support/moved-clock.ts'

const BURST_CHARS = 4_000_000
const CHARS_PER_SECOND = 1_000_000
/** More than the burst, by what takes some time. */
const ASKED_CHARS = BURST_CHARS + 2.5 * CHARS_PER_SECOND
/** A message that is much longer when it is rendered. */
const LARGE = '$$\\sqrt2$$ '.repeat(900)
/** Messages of one answer. */
const COUNT = 3
const STEP_MS = 5

/** A pace in a process that has no time to spare, and how many answers wait for it. */
class BusyPace extends AnswerPace {
  waiting = 0

  override async take(owner: string, signal: AbortSignal): Promise<void> {
    this.waiting += 1
    try {
      await super.take(owner, signal)
    } finally {
      this.waiting -= 1
    }
  }
}

let world: ChatWorld
let [alice, bob]: Person[] = []
let clock: MovedClock
let pace: BusyPace

beforeEach(async () => {
  clock = new MovedClock()
  pace = new BusyPace({
    burstChars: BURST_CHARS,
    charsPerSecond: CHARS_PER_SECOND,
    loadOf: () => 1,
    clock,
  })
  world = await startChatWorld({ http: { paces: { answers: pace } } })
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

/** Waits for an answer, and moves the clock only while it waits for its pace. */
async function paced<T>(answer: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  void answer.then(end, end)
  for (;;) {
    await (pace.waiting > 0 ? clock.pass(STEP_MS) : nextTurn())
    if (isOver) return answer
  }
}

/** Reads the newest messages; returns the length of the answer. */
async function readLarge(): Promise<number> {
  const range = { anchor: 'newest', num_before: COUNT, num_after: 0 }
  return JSON.stringify(await paced(alice!.get('/messages', range))).length
}

test('who asks for one large answer after another is sent no more than their pace', async () => {
  for (let n = 0; n < 4; n += 1) {
    await alice!.post('/messages', { type: 'channel', to: 'general', topic: 't', content: LARGE })
  }
  const startedMs = clock.now()
  let [read, last] = [0, 0]
  while (read < ASKED_CHARS) read += last = await readLarge()
  const allowed = BURST_CHARS + ((clock.now() - startedMs) / 1_000) * CHARS_PER_SECOND
  // What it was sent last was begun within its pace.
  expect(read).toBeLessThanOrEqual(allowed + last)
  // And no less, but for the room of an answer of unknown length.
  expect(read).toBeGreaterThan(allowed - 500_000)
})

test('what a poll answers is read when it may be written, and not kept until then', async () => {
  const send = async (content: string) =>
    bob!.post('/messages', { type: 'channel', to: 'general', topic: 't', content })
  for (let n = 0; n < 6; n += 1) await send(LARGE)
  const { queue_id } = await alice!.post('/register', { event_types: '["message"]' })
  const first = await send(LARGE)
  for (let n = 0; n < 3; n += 1) await send(LARGE)
  for (let read = 0; read < ASKED_CHARS;) read += await readLarge()
  const answer = alice!.get('/events', { queue_id, last_event_id: -1 })
  // It was read, and waits for its pace.
  await expect.poll(() => pace.waiting).toBe(1)
  const { id } = await send('later')
  const events = (await paced(answer))['events'] as { message: { id: number } }[]
  expect(events[0]?.message.id).toBe(first['id'])
  expect(events.map(({ message }) => message.id)).toContain(id)
})

test('polls of one caller that one event wakes are answered in turns of their own, so that others have theirs', async () => {
  const POLLS = 30
  const queues = await Promise.all(
    Array.from({ length: POLLS }, async () =>
      alice!.post('/register', { event_types: '["message"]' }),
    ),
  )
  const answers = Promise.all(
    queues.map(async ({ queue_id }) => alice!.get('/events', { queue_id, last_event_id: -1 })),
  )
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const message = { type: 'channel', to: 'general', topic: 't', content: LARGE }
  const { id } = await bob!.post('/messages', message)
  const heard = (await answers).map(
    ({ events }) => (events as { message: { id: number } }[])[0]?.message.id,
  )
  clearImmediate(counting)
  expect(heard).toEqual(Array(POLLS).fill(id))
  expect(turns).toBeGreaterThan(POLLS)
})
