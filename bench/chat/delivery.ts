import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchServer, serveChat } from './servers.ts'
import { quantile, table } from './table.ts'

const RECEIVERS = 20
const MESSAGES_PER_SECOND = 50
const WARM_UP_MESSAGES = 100
const MESSAGES = 500

/** Time from sending to each of 20 long-polling receivers, at 50 messages a second; a Markdown table. */
export async function measureDelivery(): Promise<string> {
  await using server = await serveChat(RECEIVERS + 8)
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const queues = await Promise.all(
    Array.from({ length: RECEIVERS }, async () => {
      const registration = { event_types: '["message"]', fetch_event_types: '[]' }
      return String((await server.post('/register', registration))['queue_id'])
    }),
  )
  const receivers = queues.map(async (queue) => receive(server, queue, sentAt, times))
  const cpuBefore = server.cpuMs()
  const startedAt = performance.now()
  const sends: Promise<unknown>[] = []
  for (let n = 0; n < WARM_UP_MESSAGES + MESSAGES; n += 1) {
    const due = startedAt + (n * 1_000) / MESSAGES_PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
    const content = `message ${n}`
    sentAt.set(content, performance.now())
    sends.push(
      server.post('/messages', { type: 'channel', to: 'general', topic: 'bench', content }),
    )
  }
  await Promise.all(sends)
  await Promise.all(receivers)
  const cpuMs = (server.cpuMs() ?? Number.NaN) - (cpuBefore ?? Number.NaN)
  const memory = server.memoryMib()
  return table(
    [
      'receivers',
      'messages/s',
      'deliveries',
      'p50, ms',
      'p95, ms',
      'target p95',
      'server CPU, ms a delivery',
      'server RSS, MiB',
    ],
    [
      [
        String(RECEIVERS),
        String(MESSAGES_PER_SECOND),
        String(times.length),
        quantile(times, 0.5).toFixed(1),
        quantile(times, 0.95).toFixed(1),
        '≤ 8',
        (cpuMs / RECEIVERS / (WARM_UP_MESSAGES + MESSAGES)).toFixed(3),
        memory?.toFixed(0) ?? '?',
      ],
    ],
  )
}

/** Polls until the last message has come, and notes how long each one took. */
async function receive(
  server: BenchServer,
  queue: string,
  sentAt: ReadonlyMap<string, number>,
  times: number[],
): Promise<void> {
  let seen = 0
  for (let last = -1; seen < WARM_UP_MESSAGES + MESSAGES;) {
    const place = { queue_id: queue, last_event_id: String(last) }
    const { events } = (await server.get('/events', place)) as {
      events: { id: number; type: string; message: { content: string } }[]
    }
    const now = performance.now()
    for (const { id, type, message } of events) {
      last = id
      if (type !== 'message') continue
      seen += 1
      const then = sentAt.get(message.content)
      if (then === undefined) throw new Error(`Nobody sent ${message.content}.`)
      if (seen > WARM_UP_MESSAGES) times.push(now - then)
    }
  }
}
