import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../src/store/port.ts'
import { serveBellhop, tempDir } from './bellhop.ts'
import { faultsOf, hear, Pulse, registerFor, talk } from './chat-load.ts'
import { databaseSettings, openStoreOf } from './database.ts'

/** Senders and receivers that go on through all the kills. */
const TALKERS = 4
const LISTENERS = 2
/** Messages that are acknowledged in each life, however short it is. */
const LIFE_MIN_COUNT = 2

/** What remained after a server was killed again and again while people talked. */
export interface KillReport {
  acknowledged: number
  retries: number
  /** Empty when every message is there once and was heard once, in order, by every listener. */
  faults: string[]
}

/**
 * Kills a serving process in the middle of its work, starts the next one on its data, and so on; each lives for at most
 * `lifeMaxMs` from its first messages on. They share a data folder, and the store on a Postgres server where one is given.
 */
export async function killUnderLoad(
  kills: number,
  lifeMaxMs: number,
  database?: string,
): Promise<KillReport> {
  using dir = tempDir()
  const env = await databaseSettings(dir.path, database)
  const start = async () =>
    serveBellhop(['--data-dir', dir.path, '--chat-rate-limits', 'off', '--toolsets', 'chat'], env)
  let server = await start()
  let url: string | undefined = server.url
  const where = () => url
  const account = server.owner()
  const pulse = new Pulse()
  const hush = new AbortController()
  const enough = new AbortController()
  // Before any message: a queue holds no earlier events.
  const queues = await Promise.all(
    Array.from({ length: LISTENERS }, async () => registerFor(where, account)),
  )
  const talks = Array.from({ length: TALKERS }, async (_, talker) => {
    const queueId = await registerFor(where, account)
    return talk(where, account, { name: `talker ${talker}`, queueId, pulse }, hush.signal)
  })
  const hearings = queues.map(async (queue) => hear(where, account, queue, enough.signal))
  for (let kill = 0; kill < kills; kill += 1) {
    await pulse.more(LIFE_MIN_COUNT)
    await sleep(Math.random() * lifeMaxMs)
    const gone = once(server.process, 'exit')
    url = undefined
    server.process.kill('SIGKILL')
    await gone
    server = await start()
    url = server.url
  }
  await pulse.more(LIFE_MIN_COUNT)
  await sleep(lifeMaxMs)
  hush.abort()
  const talked = await Promise.all(talks)
  // Only now is everything said.
  enough.abort()
  const heard = await Promise.all(hearings)
  await server[Symbol.asyncDispose]()
  return {
    acknowledged: talked.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    retries: talked.reduce((sum, { retries }) => sum + retries, 0),
    faults: [
      ...heard.flatMap((hearing) => faultsOf(hearing, talked)),
      ...(await faultsOfStore(await openStoreOf(dir.path, database), talked)),
    ],
  }
}

/** Whether the index holds the words of all messages that it says it holds, and of no others: a search looks through those. */
async function faultsOfWords({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from chat_message m, chat_counter n where n.name = 'words'
      and (m.id <= n.value) <> (m.id in (select rowid from chat_message_words))`.execute(db)
  return rows.map(({ id }) => `the words of message ${id} are not where they are looked for`)
}

/** Whether the store holds exactly what was acknowledged, and is whole. */
async function faultsOfStore(
  store: Store,
  talked: readonly { acknowledged: ReadonlyMap<string, number> }[],
): Promise<string[]> {
  try {
    await store.check({ deep: true })
    const rows = await store.db.selectFrom('chat_message').select(['id', 'content']).execute()
    const stored = rows.map(({ id, content }) => `${id} ${content}`).toSorted()
    const expected = talked
      .flatMap(({ acknowledged }) => [...acknowledged].map(([content, id]) => `${id} ${content}`))
      .toSorted()
    return [
      ...(JSON.stringify(stored) === JSON.stringify(expected)
        ? []
        : [`${stored.length} messages are stored, ${expected.length} were acknowledged`]),
      ...(await faultsOfWords(store)),
    ]
  } finally {
    await store.close()
  }
}
