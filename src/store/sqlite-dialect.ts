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

/**
 * One connection of node:sqlite as Kysely sees it. Statements are synchronous, so each call is done
 * when it returns. No `insertId` is reported (it would be rounded above 2^53, and Postgres has none):
 * use `returning`. Integers above 2^53 cannot be read: keep them as text.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    // A half-read stream would hold the only connection; Postgres would need one more package.
    throw new Error('Streaming is not supported: page by key.')
  }

  protected run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    const values = parameters.map(bindable)
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > STATEMENTS_MAX) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest)
        break
      }
    }
    return statement
  }
}

/** Reads; waits out the short locks of recovery and of another process's clean-up. */
class ReaderConnection extends SqliteConnection {
  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryWhileBusy(() => this.run<R>(query))
  }
}

/** Writes inside a batch that someone else began; remembers why the current unit has failed. */
class WriterConnection extends SqliteConnection {
  readonly #isOpen: () => boolean
  failures: unknown[] = []

  constructor(database: DatabaseSync) {
    super(database)
    this.#isOpen = () => database.isTransaction
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Without this, statements after SQLite undid the batch would each commit on their own.
    if (!this.#isOpen()) throw new Error('The transaction was undone by an earlier error.')
    try {
      return this.run(query)
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
 * Kysely dialect for the write connection. Its transactions are savepoints inside a batch that the
 * owner of the database begins and commits. As on Postgres, a unit whose statement failed cannot be
 * committed. Never closes the database.
 */
export function writerDialect(database: DatabaseSync): Dialect {
  return dialect(
    () =>
      new SqliteDriver(new WriterConnection(database), {
        begin: async (connection) => {
          connection.failures = []
          await execute(connection, 'savepoint unit')
        },
        commit: async (connection) => {
          if (connection.failures.length > 0) throw connection.failures[0]
          await execute(connection, 'release unit')
        },
        rollback: async (connection) => {
          await execute(connection, 'rollback to unit')
          await execute(connection, 'release unit')
        },
      }),
  )
}
