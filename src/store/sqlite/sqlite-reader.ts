import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import { retryWhileBusy } from '../batch/busy-retry.ts'
import { type DirectConnection, directDialect } from '../direct-executor.ts'
import type { DamageRecord } from '../faults.ts'
import type { Schema } from '../tables/schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { runPrepared, SqliteConnection, SqliteStatements } from './sqlite-statements.ts'

/**
 * Reads, each query as soon as it is asked for, since none is ever half done; only a transaction, which is
 * a snapshot, keeps the others waiting. Waits out the short locks of recovery and of another process's
 * clean-up. Never closes the database.
 */
class ReaderConnection extends SqliteConnection implements DirectConnection, Driver {
  readonly #statements: SqliteStatements
  /** Settles when the holder of the connection returns it. */
  #held: PromiseWithResolvers<void> | undefined

  readonly #damage: DamageRecord

  constructor(database: DatabaseSync, damage: DamageRecord) {
    super()
    this.#damage = damage
    this.#statements = new SqliteStatements(database)
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryWhileBusy(() => runPrepared<R>(this.#statements.prepare(query), query)).catch(
      this.#damage.note,
    )
  }

  isFree(): boolean {
    return this.#held === undefined
  }

  async provideConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    await this.acquireConnection()
    try {
      return await use(this)
    } finally {
      await this.releaseConnection()
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#held) await this.#held.promise
    this.#held = Promise.withResolvers()
    return this
  }

  async releaseConnection(): Promise<void> {
    this.#held?.resolve()
    this.#held = undefined
  }

  async beginTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('rollback'))
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** Reads what is committed, through a connection that cannot write; its transactions are snapshots. */
export function openReader(database: DatabaseSync, damage: DamageRecord): Kysely<Schema> {
  const connection = new ReaderConnection(database, damage)
  return new Kysely(directDialect(sqliteDialect, connection, connection))
}
