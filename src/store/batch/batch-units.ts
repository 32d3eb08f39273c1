import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Deadline } from '../deadline.ts'
import { type DialectParts, type DirectConnection, directDialect } from '../direct-executor.ts'
import type { UnitHooks } from '../port.ts'
import type { Schema } from '../tables/schema.ts'
import type { Ran } from './group-commit.ts'

/** The connection that a batch of units writes through, one at a time. Its errors are those of the port. */
export interface BatchConnection {
  dialect: DialectParts
  run<R>(query: CompiledQuery): Promise<QueryResult<R>>
  /** Runs a statement about the transaction itself. */
  control(sql: string): Promise<void>
  /** Whether the transaction of the batch is there still. */
  isOpen(): boolean
  /** Whether a failed statement has spoiled the transaction, as it does on Postgres. */
  isSpoiled(): boolean
}

/** What certainly changes nothing. */
const CERTAIN_READ = /^\s*select\b/i

/** The connection as one unit of work sees it: inside a batch that another unit began. */
class UnitConnection implements DirectConnection {
  readonly #connection: BatchConnection
  /** Errors of its statements: a unit that has one cannot be committed. */
  readonly failures: unknown[] = []
  /** Whether it may have changed anything. */
  hasWritten = false
  isOver = false

  constructor(connection: BatchConnection) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Work that was refused for its slowness may go on, while another unit has the connection.
    if (this.isOver) throw new Error('The unit of work was committed or already rolled back.')
    // Without this, statements after the database undid the batch would each commit on their own.
    if (this.failures.length > 0 && !this.#connection.isOpen()) {
      throw new Error('The transaction was undone by an earlier error.')
    }
    try {
      this.hasWritten ||= !CERTAIN_READ.test(query.sql)
      return await this.#connection.run(query)
    } catch (error) {
      this.failures.push(error)
      throw error
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    // A half-read stream would hold the only connection; Postgres would need one more package.
    throw new Error('Streaming is not supported: page by key.')
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
   * savepoint, SQLite's full-text search writes its index to the file), and a unit that fails after it has
   * written takes the whole batch with it: the owner sees that the transaction is over.
   */
  isApart: boolean
}

/** Runs one unit inside the batch that is open; undoes it and throws when it fails or is late. */
export async function runInBatch<T>(
  batch: BatchConnection,
  work: (tx: Transaction<Schema>, meanwhile: UnitHooks['meanwhile']) => Promise<T>,
  { deadline, isApart }: UnitRun,
): Promise<Ran<T>> {
  if (isApart) await batch.control('savepoint unit')
  const connection = new UnitConnection(batch)
  const tx = new Transaction<Schema>(directDialect(batch.dialect, connection, NO_DRIVER))
  const left: Promise<unknown>[] = []
  const meanwhile = (statement: Promise<unknown>): void => {
    // When the work fails before, nobody waits for it.
    statement.catch(() => undefined)
    left.push(statement)
  }
  const refuse = async (error: unknown): Promise<never> => {
    connection.isOver = true
    await undo(batch, { isApart, hasWritten: connection.hasWritten })
    // After the first one that fails, Postgres refuses all others.
    throw connection.failures.includes(error) ? connection.failures[0] : error
  }
  const finish = async (): Promise<void> => {
    await Promise.all(left)
    connection.isOver = true
    if (connection.failures.length > 0) throw connection.failures[0]
    if (isApart) await batch.control('release unit')
  }
  let value: T
  try {
    value = await deadline.race(work(tx, meanwhile))
  } catch (error) {
    return refuse(error)
  }
  const answered = finish().catch(refuse)
  answered.catch(() => undefined)
  if (isApart) await answered
  return { value, answered }
}

async function undo(
  batch: BatchConnection,
  { isApart, hasWritten }: { isApart: boolean; hasWritten: boolean },
): Promise<void> {
  try {
    if (isApart) {
      await batch.control('rollback to unit')
      await batch.control('release unit')
    } else if (hasWritten || batch.isSpoiled()) {
      await batch.control('rollback')
    }
  } catch {
    // The database undid the whole batch; the first error says why.
  }
}
