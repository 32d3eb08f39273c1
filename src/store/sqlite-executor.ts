import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  type Kysely,
  type KyselyProps,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** A connection whose queries are done when their call returns, which also says who may use it when. */
export interface DirectConnection extends DatabaseConnection, ConnectionProvider {
  /** False while queries must wait for their turn in `provideConnection`. */
  isFree(): boolean
}

/** Writes limits so that a statement keeps its plan: by a bare parameter, SQLite plans anew at every run. */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(')
    this.visitNode(limit)
    this.append(' as integer)')
  }
}

// One for all connections: what was compiled for one need not be compiled for the other.
const adapter = new SqliteAdapter()
const compiler = new SteadyCompiler()

/**
 * Hands queries straight to a connection. Kysely's own executor asks for the connection, waits for it and
 * gives it back at each query, which takes several times as long as SQLite does for an ordinary one.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DirectConnection

  constructor(connection: DirectConnection) {
    super(compiler, adapter, connection)
    this.#connection = connection
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.isFree()
      ? this.#connection.executeQuery<R>(query)
      : super.executeQuery<R>(query)
  }
}

/** What Kysely is built from, on a connection of SQLite. */
export function directDialect(connection: DirectConnection, driver: Driver): KyselyProps {
  const dialect = dialectOf(driver)
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(connection) }
}

/** Dialect of SQLite on a driver that is there already. */
function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => compiler,
    createAdapter: () => adapter,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}
