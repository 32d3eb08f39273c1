import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLog } from '../src/lib/log.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'

/** Callers that each wait for their write before they ask for the next. */
const CONCURRENCIES = [1, 16, 64]

/** Rounds per contender and concurrency; the two take turns, and the median counts. */
const ROUNDS = 5
const ROUND_MS = 800

/** Asks for one durable row. */
type Write = (name: string) => Promise<void>

/** A contender on a fresh file, and how to end it. */
interface Contender {
  write: Write
  close(): Promise<void>
}

/** What group commit costs at least: prepared statement, no query builder, no savepoint, no deadline. */
function openBare(path: string): Contender {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table setting (name text primary key not null, value text not null)')
  const insert = database.prepare('insert into setting (name, value) values (?, ?)')
  let queue: { name: string; done: () => void }[] = []
  const flush = (): void => {
    const batch = queue
    queue = []
    database.exec('begin immediate')
    for (const { name } of batch) insert.run(name, '')
    database.exec('commit')
    for (const { done } of batch) done()
  }
  return {
    async write(name) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (queue.length === 0) setImmediate(flush)
      queue.push({ name, done: resolve })
      await promise
    },
    async close() {
      database.close()
    },
  }
}

async function openStore(path: string): Promise<Contender> {
  const store = await openSqlite({ path, log: createLog('warn') })
  return {
    async write(name) {
      await store.write(async (tx) =>
        tx.insertInto('setting').values({ name, value: '' }).execute(),
      )
    },
    close: async () => store.close(),
  }
}

/** Acknowledged writes per second of that many callers. */
async function rate(write: Write, concurrency: number): Promise<number> {
  const startedAt = performance.now()
  let acknowledged = 0
  await Promise.all(
    Array.from({ length: concurrency }, async (_, caller) => {
      for (let row = 0; performance.now() - startedAt < ROUND_MS; row += 1) {
        await write(`${caller}:${row}`)
        acknowledged += 1
      }
    }),
  )
  return (acknowledged * 1000) / (performance.now() - startedAt)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Prints acknowledged, durable writes per second through the store and through a bare loop. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  let files = 0
  const measure = async (
    open: (path: string) => Contender | Promise<Contender>,
    concurrency: number,
  ): Promise<number> => {
    const contender = await open(join(folder, `${(files += 1)}.db`))
    const result = await rate(contender.write, concurrency)
    await contender.close()
    return result
  }
  console.log('| callers | bare loop, writes/s | store, writes/s | store / bare |')
  console.log('|---|---|---|---|')
  try {
    for (const concurrency of CONCURRENCIES) {
      const bare: number[] = []
      const store: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        bare.push(await measure(openBare, concurrency))
        store.push(await measure(openStore, concurrency))
      }
      const ratios = store.map((value, round) => value / (bare[round] ?? value))
      const cells = [
        String(concurrency),
        median(bare).toFixed(0),
        median(store).toFixed(0),
        median(ratios).toFixed(2),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
