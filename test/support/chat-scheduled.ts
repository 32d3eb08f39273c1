import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/store/port.ts'
import { type Served, ownerIn, serveBellhop, tempDir } from './bellhop.ts'
import { hear, registerFor } from './chat-load.ts'
import { databaseSettings, openStoreOf } from './database.ts'

/** Lead of the first schedule, since scheduling takes an unknown time. */
const LEAD_SECONDS = 86_400

/** How often it is looked whether deliveries have begun. */
const LOOK_INTERVAL_MS = 2

/** By then, a process that read the message as due, and was late, has noticed. */
const SETTLED_AFTER_MS = 500

/** How it went. */
export interface ScheduleReport {
  /** Kills after which some of the messages that were due had been sent and others had not. */
  interruptions: number
  /** Empty when every message was sent once, and heard once. */
  faults: string[]
}

/**
 * Schedules messages for one moment at several processes on one store, kills all of them (SIGKILL) each time they
 * have begun to send, and starts them again, until everything is sent.
 */
export async function scheduleUnderFire({
  processes,
  messages,
  kills,
  database,
}: {
  processes: number
  messages: number
  kills: number
  /** A Postgres server, where the store is to be there. */
  database?: string | undefined
}): Promise<ScheduleReport> {
  using dir = tempDir()
  const env = await databaseSettings(dir.path, database)
  const args = ['--data-dir', dir.path, '--chat-rate-limits', 'off', '--toolsets', 'chat']
  // At one moment, so that they come to what is due at one moment.
  const startAll = async (): Promise<Served[]> =>
    Promise.all(Array.from({ length: processes }, async () => serveBellhop(args, env)))
  let servers = await startAll()
  const store = await openStoreOf(dir.path, database)
  try {
    const account = ownerIn(dir.path)
    const where = () => servers[0]?.url
    const queue = await registerFor(where, account)
    const expected = Array.from({ length: messages }, (_, n) => `later ${n}`)
    const later = Math.ceil(Date.now() / 1_000) + LEAD_SECONDS
    for (const [n, content] of expected.entries()) {
      const server = servers[n % processes]?.url ?? ''
      await schedule(server, account, content, later)
    }
    await store.write(async (tx) => {
      const deliver_at = later - LEAD_SECONDS
      await tx.updateTable('chat_scheduled').set({ deliver_at }).execute()
    })
    let interruptions = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await untilFewerThan(store, Math.max(1, await countWaiting(store)))
      await Promise.all(servers.map(async (server) => killed(server)))
      if ((await countWaiting(store)) > 0) interruptions += 1
      servers = await startAll()
    }
    await untilFewerThan(store, 1)
    await sleep(SETTLED_AFTER_MS)
    const { heard } = await hear(where, account, queue, AbortSignal.abort())
    const sent = await store.db.selectFrom('chat_message').select('content').execute()
    const contents = sent.map(({ content }) => content)
    return {
      interruptions,
      faults: [
        ...faultsOf('sent', contents, expected),
        ...faultsOf(
          'heard',
          heard.map(({ content }) => content),
          expected,
        ),
      ],
    }
  } finally {
    await store.close()
    for (const server of servers) await server[Symbol.asyncDispose]()
  }
}

async function schedule(
  url: string,
  { email, key }: { email: string; key: string },
  content: string,
  due: number,
): Promise<void> {
  const place = { type: 'channel', to: '1', topic: 'later' }
  const response = await fetch(`${url}/api/v1/scheduled_messages`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
    body: new URLSearchParams({ ...place, content, scheduled_delivery_timestamp: String(due) }),
  })
  if (response.status !== 200) throw new Error(`Not scheduled: ${await response.text()}`)
}

async function killed(server: Served): Promise<void> {
  const gone = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await gone
  await server[Symbol.asyncDispose]()
}

async function countWaiting(store: Store): Promise<number> {
  const rows = await store.db.selectFrom('chat_scheduled').select(['id', 'failure']).execute()
  const failed = rows.find(({ failure }) => failure !== null)
  if (failed) throw new Error(`A message was not sent: ${failed.failure}`)
  return rows.length
}

/** Waits until fewer messages than so many wait to be sent. */
async function untilFewerThan(store: Store, count: number): Promise<void> {
  let waiting = await countWaiting(store)
  while (waiting >= count) {
    await sleep(LOOK_INTERVAL_MS)
    waiting = await countWaiting(store)
  }
}

/** Messages that are missing, there more than once, or not asked for. */
function faultsOf(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const counts = new Map(expected.map((content) => [content, 0]))
  for (const content of found) counts.set(content, (counts.get(content) ?? 1) + 1)
  return [...counts]
    .filter(([, count]) => count !== 1)
    .map(([content, count]) => `"${content}" was ${what} ${count} times`)
}
