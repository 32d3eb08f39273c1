import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { bindable } from '../bindable.ts'

/** Prepared statements kept per database connection; the one that was not used for longest goes first. */
const STATEMENTS_MAX = 200

/** A prepared statement with what would cost time to find out at each run. */
export interface Prepared {
  statement: StatementSync
  /** How its rows look; undefined for one that returns none. */
  shape: RowShape | undefined
  /** Grows from use to use. */
  usedAt: number
}

/** Names of columns, and a row of them without values. */
interface RowShape {
  columns: readonly string[]
  blank: Readonly<Record<string, unknown>>
}

/**
 * The statements of one connection of node:sqlite. They are synchronous: each is done when its call
 * returns. Integers above 2^53 cannot be read: keep them as text. `insertId` is what SQLite says of the last
 * row that it gave an id, which Postgres does not: where both are meant, use `returning`.
 */
export class SqliteStatements {
  readonly database: DatabaseSync
  readonly #known = new Map<string, Prepared>()
  #uses = 0

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** The statement of a query, prepared once. Throws what SQLite says. */
  prepare({ sql }: CompiledQuery): Prepared {
    const prepared = this.#known.get(sql) ?? this.#prepareAnew(sql)
    this.#uses += 1
    prepared.usedAt = this.#uses
    return prepared
  }

  #prepareAnew(sql: string): Prepared {
    const statement = this.database.prepare(sql)
    const prepared = {
      statement,
      shape: shapeOf(statement),
      usedAt: 0,
    }
    if (this.#known.size >= STATEMENTS_MAX) this.#forgetOne()
    this.#known.set(sql, prepared)
    return prepared
  }

  #forgetOne(): void {
    let [oldest = '', before = Infinity] = []
    for (const [sql, { usedAt }] of this.#known)
      if (usedAt < before) [oldest, before] = [sql, usedAt]
    this.#known.delete(oldest)
  }
}

/** Runs a prepared statement with the values of a query. Throws what SQLite says. */
export function runPrepared<R>(prepared: Prepared, { parameters }: CompiledQuery): QueryResult<R> {
  const { statement } = prepared
  const values = parameters.map(bindable)
  if (prepared.shape) {
    const rows = statement.all(...values) as unknown as readonly unknown[][]
    // Another process may have added a column meanwhile.
    const [first] = rows
    if (first && first.length !== prepared.shape.columns.length) prepared.shape = shapeOf(statement)
    const { shape } = prepared
    return { rows: shape ? rows.map((row) => rowOf(shape, row) as R) : [] }
  }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/**
 * How the rows of a statement look, which is set to return arrays: the objects that node:sqlite makes are hash
 * tables, slow to fill, to read and to forget.
 */
function shapeOf(statement: StatementSync): RowShape | undefined {
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length === 0) return undefined
  statement.setReturnArrays(true)
  return { columns, blank: Object.fromEntries(columns.map((name) => [name, null])) }
}

function rowOf({ columns, blank }: RowShape, values: readonly unknown[]): Record<string, unknown> {
  // A copy is an object of few words, whose places are there already.
  const row = { ...blank }
  let at = 0
  for (const name of columns) {
    row[name] = values[at]
    at += 1
  }
  return row
}

/** A connection as Kysely sees it, whose queries go to statements of SQLite. */
export abstract class SqliteConnection implements DatabaseConnection {
  abstract executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    // A half-read stream would hold the only connection; Postgres would need one more package.
    throw new Error('Streaming is not supported: page by key.')
  }
}
