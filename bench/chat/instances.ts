import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/postgres.ts'
import { type BenchServer, serveBeside, serveChat } from './servers.ts'
import { quantile, table } from './table.ts'

const INSTANCES = 3
const POLLS = 50
/** Postgres counts what a connection has done up to ten seconds after it became idle. */
const SETTLE_MS = 15_000
/** All polls end once in this time, with a heartbeat, and come again. */
const IDLE_MS = 60_000
/** Code that has just been loaded is slow for a while. */
const WARM_UP_MESSAGES = 100
const MESSAGES = 200
const PAUSE_MS = 40

/** One poll after another of a queue, and when each message came. */
async function listen(
  server: BenchServer,
  queue: string,
  arrived: (content: string) => void,
): Promise<void> {
  let last = -1
  for (let seen = 0; seen < WARM_UP_MESSAGES + MESSAGES;) {
    const place = { queue_id: queue, last_event_id: String(last) }
    const { events } = (await server.get('/events', place)) as {
      events: { id: number; type: string; message: { content: string } }[]
    }
    for (const { id, type, message } of events) {
      last = id
      if (type !== 'message') continue
      seen += 1
      arrived(message.content)
    }
  }
}

/**
 * What waiting costs three processes on one Postgres, and how long a message takes from one to polls at the others; a Markdown
 * table.
 */
export async function measureInstances(): Promise<string> {
  await using postgres = await startPostgres({ isSynced: true })
  if (!postgres) return 'There is no Postgres here.'
  const url = postgres.newUrl()
  await using first = await serveChat(POLLS + 8, url)
  await using second = await serveBeside(first, POLLS + 8, url)
  await using third = await serveBeside(first, POLLS + 8, url)
  const servers = [first, second, third]
  const sentAt = new Map<string, { at: number; from: number }>()
  const [own, others]: [number[], number[]] = [[], []]
  const listeners: Promise<void>[] = []
  for (let n = 0; n < POLLS; n += 1) {
    const at = n % INSTANCES
    const server = servers[at] ?? first
    const registration = { event_types: '["message"]', fetch_event_types: '[]' }
    const { queue_id } = await server.post('/register', registration)
    const arrived = (content: string): void => {
      const sent = sentAt.get(content)
      if (sent) (sent.from === at ? own : others).push(performance.now() - sent.at)
    }
    listeners.push(listen(server, String(queue_id), arrived))
  }
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const count = async (): Promise<number> => {
    const text = `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`
    return Number((await client.query<{ n: string }>(text)).rows[0]?.n)
  }
  await sleep(SETTLE_MS)
  const before = await count()
  await sleep(IDLE_MS)
  const perSecond = ((await count()) - before) / (IDLE_MS / 1_000)
  await client.end()
  for (let n = 0; n < WARM_UP_MESSAGES + MESSAGES; n += 1) {
    const from = n % INSTANCES
    const content = `message ${n}`
    if (n >= WARM_UP_MESSAGES) sentAt.set(content, { at: performance.now(), from })
    const place = { type: 'channel', to: 'general', topic: 'bench', content }
    await servers[from]?.post('/messages', place)
    await sleep(PAUSE_MS)
  }
  await Promise.all(listeners)
  const figures = (times: readonly number[]) =>
    [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
  return table(
    [
      'processes',
      'waiting polls',
      'transactions/s while idle',
      'p50, same process, ms',
      'p95',
      'p50, another process, ms',
      'p95',
    ],
    [[String(INSTANCES), String(POLLS), perSecond.toFixed(1), ...figures(own), ...figures(others)]],
  )
}
