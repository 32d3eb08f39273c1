import type { ClientBase, CustomTypesConfig, Pool, PoolConfig } from 'pg'
import { OperationError } from '../../contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import { WORK_DEADLINE_MS } from '../deadline.ts'
import { postgresFault, unavailable } from '../faults.ts'
import type { Connections } from '../port.ts'
import { loadPg } from './load-pg.ts'
import { PostgresClient, StatementNames } from './postgres-client.ts'

/** Connections of one process, where nothing else is set. */
export const POOL_DEFAULT_CONNECTIONS = 10

/** Longest wait for a connection, new or returned by another call. */
const CONNECT_MAX_MS = 5_000

/** A connection that was idle for this long is closed. */
const IDLE_MAX_MS = 30_000

/** Object id of the Postgres type `int8`. */
const INT8_OID = 20

/** Where to connect, and how. */
export interface PoolOptions {
  url: string
  log: Log
  /** Schema in which all names are looked up, and no other; else as the connection comes. */
  schema?: string | undefined
  /** Most connections. */
  maxConnections?: number
  /** Longest time of a statement, when not `WORK_DEADLINE_MS`. */
  statementMaxMs?: number
}

/**
 * Acknowledged means on disk, and nothing may run or hold locks for much longer than a unit of work. Statements are short, however
 * dear their plans look: compiling one would take a second. What they look up is in memory, as a rule: a look into an index costs
 * little more than reading on, while small tables would be read through for each message.
 */
function settingsOf({ schema }: PoolOptions, statementMaxMs: number): string[] {
  return [
    ...(schema === undefined ? [] : [searchIn(schema)]),
    'synchronous_commit = on',
    'jit = off',
    'random_page_cost = 2',
    'plan_cache_mode = force_generic_plan',
    `statement_timeout = ${statementMaxMs}`,
    `idle_in_transaction_session_timeout = ${2 * statementMaxMs}`,
  ]
}

/** The setting by which a connection finds tables in one schema: in no other, lest one that lacks a table lends it elsewhere. */
export function searchIn(schema: string): string {
  return `search_path = "${schema}"`
}

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError('An integer above 2^53 cannot be read: keep it as text.')
  }
  return value
}

/** Connections to Postgres. Nothing is connected before the first is taken. */
export class PostgresPool {
  readonly #options: PoolOptions
  readonly #statementMaxMs: number
  readonly #settings: readonly string[]
  readonly #names = new StatementNames()
  /** Connections that are shared with other programs, a transaction at a time. */
  readonly #shared = new WeakSet<object>()
  #pool: Promise<Pool> | undefined
  #opened: Pool | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#statementMaxMs = options.statementMaxMs ?? WORK_DEADLINE_MS
    this.#settings = settingsOf(options, this.#statementMaxMs)
  }

  /** Connections as they are now. */
  get connections(): Connections {
    const {
      totalCount: open = 0,
      idleCount: idle = 0,
      waitingCount: waiting = 0,
    } = this.#opened ?? {}
    return { open, idle, waiting }
  }

  /** Takes a connection; throws `unavailable`. */
  async take(): Promise<PostgresClient> {
    this.#pool ??= this.#open()
    try {
      const client = await (await this.#pool).connect()
      const isShared = this.#shared.has(client)
      const local = isShared ? this.#settings : []
      return new PostgresClient({
        client,
        names: isShared ? undefined : this.#names,
        localSettings: local.map((setting) => `set local ${setting}`).join(';'),
      })
    } catch (error) {
      const fault = postgresFault(error)
      // Anything else is an address that cannot be parsed; that error quotes it with its password.
      throw fault instanceof OperationError ? fault : unavailable('The address is not a database.')
    }
  }

  /** Closes all connections, once they are released. */
  async end(): Promise<void> {
    await (await this.#pool)?.end()
  }

  async #open(): Promise<Pool> {
    const { Pool: PgPool, types } = await loadPg()
    // `int8` (also the type of count(*)) is read as a number, as node:sqlite does.
    const int8AsNumber: CustomTypesConfig = {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary' ? readInt8 : types.getTypeParser(oid, format),
    }
    const { url, log, maxConnections = POOL_DEFAULT_CONNECTIONS } = this.#options
    const config: PoolConfig & {
      onConnect(client: ClientBase): Promise<void>
      pipeline: boolean
    } = {
      connectionString: url,
      // Statements are sent without waiting for the answers to those before them.
      pipeline: true,
      application_name: 'bellhop',
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_MAX_MS,
      idleTimeoutMillis: IDLE_MAX_MS,
      // For a server that has stopped talking; above its own limit.
      query_timeout: 2 * this.#statementMaxMs,
      keepAlive: true,
      allowExitOnIdle: true,
      types: int8AsNumber,
      onConnect: async (client) => {
        // The pool listens only while a client is idle; an error of one in use would end the process.
        client.on('error', (error) =>
          log.warn({ reason: error.message }, 'a database connection broke'),
        )
        await this.#setUp(client)
      },
    }
    const pool = new PgPool(config)
    pool.on('error', () => {
      // The client's own listener has logged it; without this one the process would end.
    })
    this.#opened = pool
    return pool
  }

  async #setUp(client: ClientBase): Promise<void> {
    if (await isPooler(client)) {
      this.#shared.add(client)
      return
    }
    // The connection is ours alone: there, writes are only where they are asked for.
    const settings = [...this.#settings, 'default_transaction_read_only = on']
    await client.query(settings.map((setting) => `set ${setting}`).join(';'))
  }
}

/**
 * Whether a connection is one to a program, such as pgbouncer, that shares those to the database among many: it gives out
 * numbers of its own for the processes of the database. What is set or prepared there may reach others.
 */
export async function isPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID
}
