import type { CompiledQuery, QueryResult } from 'kysely'
import type { Batches } from '../batch/batch-writer.ts'
import { unavailable } from '../faults.ts'
import type { PostgresClient } from './postgres-client.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { PostgresDoorbell } from './postgres-doorbell.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** First key of the advisory lock that one writing process of a schema holds: `bell` in ASCII. */
const WRITE_LOCK = 0x62_65_6c_6c

/** The number that a database has for the schema; hashes of two names may be equal. */
const SCHEMA_NUMBER = 'quote_ident(current_schema())::regnamespace::oid::int4'

/**
 * Waits until no other process writes to this schema. Processes get the lock in turn; one that has it sees all that was
 * committed, so that units need no isolation beside it.
 */
const TAKE_WRITE_LOCK = `select pg_advisory_xact_lock(${WRITE_LOCK}, ${SCHEMA_NUMBER})`

/** Transactions for writing on a connection of the pool, which is taken for each. */
export class PostgresBatches implements Batches {
  readonly dialect = postgresDialect
  readonly isFair = true
  readonly isStrict = true
  readonly #pool: PostgresPool
  readonly #doorbell: PostgresDoorbell | undefined
  /** The connection while a transaction is open. */
  #client: PostgresClient | undefined

  constructor(pool: PostgresPool, doorbell?: PostgresDoorbell) {
    this.#pool = pool
    this.#doorbell = doorbell
  }

  async begin(): Promise<void> {
    const client = await this.#pool.take()
    try {
      await client.begin('begin isolation level read committed read write', TAKE_WRITE_LOCK)
    } catch (error) {
      await end(client, 'rollback').catch(() => undefined)
      throw error
    }
    this.#client = client
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const client = this.#opened()
    client.gatherStep()
    return client.executeQuery(query)
  }

  async control(sql: string): Promise<void> {
    const client = this.#opened()
    if (sql !== 'rollback') {
      await client.control(sql)
      return
    }
    // Whether that works or not: with its connection, the transaction goes.
    this.#client = undefined
    await end(client, sql)
  }

  async commit(_isAlone: boolean, news: readonly string[]): Promise<boolean> {
    const client = this.#opened()
    this.#client = undefined
    client.gatherStep()
    const ended = end(client, 'commit')
    // By the same way to the server; what is not heard is found by looking.
    if (news.length > 0) this.#doorbell?.ringOver(client, news).catch(() => undefined)
    return (await ended) === 'COMMIT'
  }

  isOpen(): boolean {
    return this.#client !== undefined
  }

  isSpoiled(): boolean {
    return this.#client?.isSpoiled ?? false
  }

  #opened(): PostgresClient {
    if (!this.#client) throw unavailable('The transaction is over.')
    return this.#client
  }
}

async function end(client: PostgresClient, how: 'commit' | 'rollback'): Promise<string> {
  try {
    return await client.control(how)
  } finally {
    client.release()
  }
}
