import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { bindable } from './bindable.ts'
import { retryWhileBusy } from './busy-retry.ts'
import { sqliteFault } from './faults.ts'

/** Prepared statements kept per connection; the least recently used goes first. */
const STATEMENTS_MAX = 200

/** A prepared statement with what would cost time to find out at each run. */
interface Prepared {
  statement: StatementSync
  answersRows: boolean
  /** Certainly changes nothing; false also where that is only likely. */
  isRead: boolean
}

/**
 * One connection of node:sqlite as Kysely sees it. Statements are synchronous, so each call is done
 * when it returns. No `insertId` is reported (it would be rounded above 2^53, and Postgres has none):
 * use `returning`. Integers above 2^53 cannot be read: keep them as text.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(this.prepare(query), query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    // A half-read stream would hold the only connection; Postgres would need one more package.
    throw new Error('Streaming is not supported: page by key.')
  }

  protected run<R>(
    { statement, answersRows }: Prepared,
    { parameters }: CompiledQuery,
  ): QueryResult<R> {
    const values = parameters.map(bindable)
    if (answersRows) return { rows: statement.all(...values) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  protected prepare({ sql }: CompiledQuery): Prepared {
    const prepared = this.#statements.get(sql) ?? this.#prepareAnew(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, prepared)
    if (this.#statements.size > STATEMENTS_MAX) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest)
        break
      }
    }
    return prepared
  }

  #prepareAnew(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    return {
      statement,
      answersRows: statement.columns().length > 0,
      isRead: /^\s*select\b/i.test(sql),
    }
  }
}

/** Reads; waits out the short locks of recovery and of another process's clean-up. */
class ReaderConnection extends SqliteConnection {
  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryWhileBusy(() => this.run<R>(this.prepare(query), query))
  }
}

/** Writes inside a batch that someone else began; remembers what the current unit has done. */
class WriterConnection extends SqliteConnection {
  readonly #isOpen: () => boolean
  /** Errors of its statements. */
  failures: unknown[] = []
  /** Whether it may have changed anything. */
  hasWritten = false

  constructor(database: DatabaseSync) {
    super(database)
    this.#isOpen = () => database.isTransaction
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Without this, statements after SQLite undid the batch would each commit on their own.
    if (!this.#isOpen()) throw new Error('The transaction was undone by an earlier error.')
    try {
      const prepared = this.prepare(query)
      this.hasWritten ||= !prepared.isRead
      return this.run(prepared, query)
    } catch (error) {
      this.failures.push(sqliteFault(error))
      throw this.failures.at(-1)
    }
  }
}

/** Transaction statements of one kind of connection. */
type TransactionSteps<C> = Record<'begin' | 'commit' | 'rollback', (connection: C) => Promise<void>>

class SqliteDriver<C extends DatabaseConnection> implements Driver {
  readonly #connection: C
  readonly #steps: TransactionSteps<C>

  constructor(connection: C, steps: TransactionSteps<C>) {
    this.#connection = connection
    this.#steps = steps
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<C> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    await this.#steps.begin(this.#connection)
  }

  async commitTransaction(): Promise<void> {
    await this.#steps.commit(this.#connection)
  }

  async rollbackTransaction(): Promise<void> {
    await this.#steps.rollback(this.#connection)
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

async function execute(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql))
}

function dialect(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/** Kysely dialect for a read connection; its transactions are snapshots. Never closes the database. */
export function readerDialect(database: DatabaseSync): Dialect {
  return dialect(
    () =>
      new SqliteDriver(new ReaderConnection(database), {
        begin: async (connection) => execute(connection, 'begin'),
        commit: async (connection) => execute(connection, 'commit'),
        rollback: async (connection) => execute(connection, 'rollback'),
      }),
  )
}

/**
 * Kysely dialect for the write connection. Its transactions are parts of a batch that the owner of the
 * database begins and commits. As on Postgres, a unit whose statement failed cannot be committed. Never
 * closes the database.
 *
 * Where `areUnitsApart`, each unit is a savepoint. Elsewhere it is not, which is much cheaper (at each
 * savepoint, full-text search writes its index to the file), and a unit that fails after it has written
 * takes the whole batch with it: the owner sees that the transaction is over.
 */
export function writerDialect(database: DatabaseSync, areUnitsApart: () => boolean): Dialect {
  return dialect(
    () =>
      new SqliteDriver(new WriterConnection(database), {
        begin: async (connection) => {
          if (areUnitsApart()) await execute(connection, 'savepoint unit')
          connection.failures = []
          connection.hasWritten = false
        },
        commit: async (connection) => {
          if (connection.failures.length > 0) throw connection.failures[0]
          if (areUnitsApart()) await execute(connection, 'release unit')
        },
        rollback: async (connection) => {
          if (areUnitsApart()) {
            await execute(connection, 'rollback to unit')
            await execute(connection, 'release unit')
          } else if (connection.hasWritten) {
            await execute(connection, 'rollback')
          }
        },
      }),
  )
}
