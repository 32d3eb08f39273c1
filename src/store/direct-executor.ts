import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  type KyselyProps,
  type QueryResult,
} from 'kysely'

/** A connection whose queries may be handed to it directly, which also says who may use it when. */
export interface DirectConnection extends DatabaseConnection, ConnectionProvider {
  /** False while queries must wait for their turn in `provideConnection`. */
  isFree(): boolean
}

/** The dialect of a database; the same parts for all connections: what was compiled for one need not be compiled for the other. */
export type DialectParts = Pick<KyselyDialect, 'compiler' | 'adapter' | 'introspect'>

interface KyselyDialect {
  compiler: ReturnType<Dialect['createQueryCompiler']>
  adapter: ReturnType<Dialect['createAdapter']>
  introspect: Dialect['createIntrospector']
}

/**
 * Hands queries straight to a connection. Kysely's own executor asks for the connection, waits for it and
 * gives it back at each query, which on SQLite takes several times as long as an ordinary one.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DirectConnection

  constructor({ compiler, adapter }: DialectParts, connection: DirectConnection) {
    super(compiler, adapter, connection)
    this.#connection = connection
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.isFree()
      ? this.#connection.executeQuery<R>(query)
      : super.executeQuery<R>(query)
  }
}

/** What Kysely is built from, on a connection that is there already. */
export function directDialect(
  parts: DialectParts,
  connection: DirectConnection,
  driver: Driver,
): KyselyProps {
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => parts.compiler,
    createAdapter: () => parts.adapter,
    createIntrospector: parts.introspect,
  }
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(parts, connection) }
}
