import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { storeWords } from '../../src/chat/narrow/word-index.ts'
import { createLog } from '../../src/lib/log.ts'
import { listTables, readTable } from '../../src/store/dump.ts'
import { anyTable, beginRestoring, endRestoring } from '../../src/store/load.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import {
  at,
  FIRST_ROUNDS,
  historyIn,
  questions,
  ROUNDS,
  serve,
  type Server,
  taken,
  warmUp,
} from './fetch.ts'
import { table } from './table.ts'

const MESSAGES = 1_000_000
/** Messages whose words are stored in one unit of work. */
const WORDS_AT_ONCE = 1_000
/** What a slower database may take of the time of the faster one. */
const TARGET = 2

/**
 * Measures `GET /messages` on a million messages in SQLite and, the same rows, in Postgres; a Markdown table. `BENCH_CHAT_HISTORY`
 * keeps the one in SQLite.
 */
export async function measureFetchDatabases(): Promise<string> {
  await using postgres = await startPostgres()
  if (!postgres) return 'There is no Postgres here.'
  const kept = process.env['BENCH_CHAT_HISTORY']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bellhop-bench-chat-'))
  const beside = mkdtempSync(join(tmpdir(), 'bellhop-bench-chat-'))
  const servers: Server[] = []
  try {
    const data = join(folder, String(MESSAGES))
    mkdirSync(data, { recursive: true })
    const who = await historyIn(data, MESSAGES)
    const url = postgres.newUrl()
    await copyHistory(join(data, 'bellhop.sqlite'), url)
    servers.push(await serve(data, MESSAGES, who), await serve(beside, MESSAGES, who, url))
    await warmUp(servers)
    const rows: string[][] = []
    for (const [name, question] of Object.entries(questions)) {
      const [embedded, shared] = await taken(servers, question)
      if (!embedded || !shared) throw new Error('Two servers are compared.')
      const cells = [embedded, shared].flatMap(({ times }) => [at(times, 0.5), at(times, 0.95)])
      const ratio = at(shared.times, 0.5) / at(embedded.times, 0.5)
      const counts = [...new Set([embedded.count, shared.count])].join(' and ')
      rows.push([name, counts, ...cells.map((ms) => ms.toFixed(1)), ratio.toFixed(2)])
    }
    const slow = rows.filter((row) => Number(row.at(-1)) > TARGET).length
    return [
      `1,000,000 messages, 100 asked for, medians of ${ROUNDS} requests by turns, after ${FIRST_ROUNDS} rounds of all of them. ${slow} of ${rows.length} narrows take more than ${TARGET} × as long on Postgres.`,
      '',
      table(
        ['narrow', 'messages', 'SQLite: p50 ms', 'p95', 'Postgres: p50 ms', 'p95', 'ratio'],
        rows,
      ),
    ].join('\n')
  } finally {
    for (const server of servers) server.process.kill()
    rmSync(beside, { recursive: true, force: true })
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a chat from SQLite to an empty Postgres database: all rows, and the words of messages. */
export async function copyHistory(path: string, url: string): Promise<void> {
  const log = createLog('warn')
  const [from, to] = [await openSqlite({ path, log }), await openPostgres({ url, log })]
  try {
    const tables = await listTables(anyTable(from.db), 'sqlite')
    await beginRestoring(to, tables)
    for (const shape of tables) {
      const target = sql.table(shape.name)
      const columns = sql.join(shape.columns.map((name) => sql.ref(name)))
      for await (const rows of readTable(anyTable(from.db), shape)) {
        await to.write(async (tx) =>
          sql`insert into ${target} (${columns}) select ${columns}
            from json_populate_recordset(null::${target}, ${JSON.stringify(rows)})`.execute(tx),
        )
      }
    }
    for (let above = 0; above < MESSAGES; above += WORDS_AT_ONCE) {
      await to.write(async (tx) => {
        const messages = await tx
          .selectFrom('chat_message')
          .select(['id', 'topic', 'rendered', 'channel_id', 'topic_key', 'conversation_id'])
          .where('id', '>', above)
          .where('id', '<=', above + WORDS_AT_ONCE)
          .execute()
        await storeWords(tx, messages)
      })
    }
    await endRestoring(to)
    await to.write(async (tx) =>
      sql`update chat_counter set value = 0 where name = 'unindexed'`.execute(tx),
    )
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}
