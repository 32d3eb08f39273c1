import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Log } from '../../lib/log.ts'
import type { Batches } from '../batch/batch-writer.ts'
import { retryWhileBusy } from '../batch/busy-retry.ts'
import { sqliteFault, unavailable } from '../faults.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { readDataVersion } from './sqlite-file.ts'
import { runPrepared, SqliteStatements } from './sqlite-statements.ts'

/** The write connection of SQLite, and its transactions. Never closes the database. */
export class SqliteBatches implements Batches {
  readonly dialect = sqliteDialect
  readonly isFair = false
  readonly isStrict = false
  readonly #database: DatabaseSync
  readonly #sync: (isAlone: boolean) => Promise<void>
  readonly #statements: SqliteStatements
  readonly #log: Log

  /** `sync` resolves when all that was committed is on the disk. */
  constructor(database: DatabaseSync, sync: (isAlone: boolean) => Promise<void>, log: Log) {
    this.#database = database
    this.#sync = sync
    this.#statements = new SqliteStatements(database)
    this.#log = log
  }

  async begin(): Promise<void> {
    const readVersion = () => readDataVersion(this.#database)
    await retryWhileBusy(() => this.#database.exec('begin immediate'), { readVersion })
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return runPrepared(this.#statements.prepare(query), query)
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  async control(sql: string): Promise<void> {
    try {
      this.#database.exec(sql)
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  async commit(isAlone: boolean): Promise<boolean> {
    try {
      this.#database.exec('commit')
    } catch (error) {
      this.#log.error({ err: error }, 'a batch of writes could not be committed')
      if (this.#database.isTransaction) this.#database.exec('rollback')
      const fault = sqliteFault(error)
      throw fault === error ? unavailable('The write could not be committed.', error) : fault
    }
    await this.#sync(isAlone)
    return true
  }

  isOpen(): boolean {
    return this.#database.isTransaction
  }

  isSpoiled(): boolean {
    return false
  }
}
