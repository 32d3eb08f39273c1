import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestPostgres } from '../../test/support/postgres.ts'
import { follow, PROCESSES, startStage } from './stage.ts'

const POLLS = 50
/** Postgres counts what a connection has done up to ten seconds after it became idle. */
const SETTLE_MS = 15_000
/** All polls end once in this time, with a heartbeat, and come again. */
const IDLE_MS = 60_000

/** Transactions a second of databases at which nothing happens but waiting, by the number of processes. */
export async function measureIdle(postgres: TestPostgres): Promise<number[]> {
  await using stages = new AsyncDisposableStack()
  const databases: string[] = []
  for (const processes of PROCESSES) {
    const url = postgres.newDatabase()
    databases.push(url)
    const { servers } = stages.use(await startStage(url, processes, POLLS + 4))
    for (let n = 0; n < POLLS; n += 1) {
      const server = servers[n % servers.length]
      // They end with their server.
      if (server)
        follow(
          server,
          () => {},
          () => false,
        ).catch(() => undefined)
    }
  }
  await sleep(SETTLE_MS)
  const before = await Promise.all(databases.map(countTransactions))
  await sleep(IDLE_MS)
  const after = await Promise.all(databases.map(countTransactions))
  return after.map((count, at) => (count - (before[at] ?? 0)) / (IDLE_MS / 1_000))
}

/** Transactions of a database so far. */
export async function countTransactions(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: string }>(
    `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  return Number(rows[0]?.n)
}
