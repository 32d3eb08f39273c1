import type { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Deadline } from './deadline.ts'
import { sqliteFault } from './faults.ts'
import type { Work } from './port.ts'
import type { Schema } from './schema.ts'
import { type DirectConnection, directDialect } from './sqlite-executor.ts'
import { runPrepared, SqliteConnection, SqliteStatements } from './sqlite-statements.ts'

/** The write connection as one unit of work sees it: inside a batch that another unit began. */
class UnitConnection extends SqliteConnection implements DirectConnection {
  readonly #statements: SqliteStatements
  /** Errors of its statements: as on Postgres, a unit that has one cannot be committed. */
  readonly failures: unknown[] = []
  /** Whether it may have changed anything. */
  hasWritten = false
  isOver = false

  constructor(statements: SqliteStatements) {
    super()
    this.#statements = statements
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Work that was refused for its slowness may go on, while another unit has the connection.
    if (this.isOver) throw new Error('The unit of work was committed or already rolled back.')
    // Without this, statements after SQLite undid the batch would each commit on their own.
    if (this.failures.length > 0 && !this.#statements.database.isTransaction) {
      throw new Error('The transaction was undone by an earlier error.')
    }
    try {
      const prepared = this.#statements.prepare(query)
      this.hasWritten ||= !prepared.isRead
      return runPrepared(prepared, query)
    } catch (error) {
      this.failures.push(sqliteFault(error))
      throw this.failures.at(-1)
    }
  }

  isFree(): boolean {
    return true
  }

  async provideConnection<T>(use: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return use(this)
  }
}

/** Transactions are not begun by units. */
const NO_DRIVER = new DummyDriver()

/** How one unit is run. */
export interface UnitRun {
  deadline: Deadline
  /**
   * Whether the unit is a savepoint of its batch. Elsewhere it is not, which is much cheaper (at each
   * savepoint, full-text search writes its index to the file), and a unit that fails after it has written
   * takes the whole batch with it: the owner sees that the transaction is over.
   */
  isApart: boolean
}

/** Runs units of work on the write connection, one at a time. Never closes the database. */
export class SqliteUnits {
  readonly #statements: SqliteStatements

  constructor(database: DatabaseSync) {
    this.#statements = new SqliteStatements(database)
  }

  /** Runs one unit inside the batch that is open; undoes it and throws when it fails or is late. */
  async run<T>(work: Work<T>, { deadline, isApart }: UnitRun): Promise<T> {
    if (isApart) this.#execute('savepoint unit')
    const connection = new UnitConnection(this.#statements)
    try {
      const tx = new Transaction<Schema>(directDialect(connection, NO_DRIVER))
      const value = await deadline.race(work(tx))
      if (connection.failures.length > 0) throw connection.failures[0]
      if (isApart) this.#execute('release unit')
      return value
    } catch (error) {
      this.#undo(isApart, connection.hasWritten)
      throw error
    } finally {
      connection.isOver = true
    }
  }

  #undo(isApart: boolean, hasWritten: boolean): void {
    try {
      if (isApart) {
        this.#execute('rollback to unit')
        this.#execute('release unit')
      } else if (hasWritten) {
        this.#execute('rollback')
      }
    } catch {
      // SQLite undid the whole batch; the first error says why.
    }
  }

  #execute(sql: string): void {
    try {
      this.#statements.database.exec(sql)
    } catch (error) {
      throw sqliteFault(error)
    }
  }
}
