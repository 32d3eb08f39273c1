import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientBase, CustomTypesConfig, Pool, PoolClient, PoolConfig } from 'pg'
import { OperationError } from '../contract/errors.ts'
import type { Log } from '../lib/log.ts'
import { bindable } from './bindable.ts'
import { postgresFault, unavailable } from './faults.ts'
import { WORK_DEADLINE_MS } from './unit.ts'

/** Connections of one process. */
const POOL_MAX_CONNECTIONS = 10

/** Longest wait for a connection, new or returned by another call. */
const CONNECT_MAX_MS = 5_000

/** A connection that was idle for this long is closed. */
const IDLE_MAX_MS = 30_000

/** Longest wait for the answer of a server that has stopped talking; above the server's own limit. */
const ANSWER_MAX_MS = 2 * WORK_DEADLINE_MS

/** Object id of the Postgres type `int8`. */
const INT8_OID = 20

/**
 * What every connection is set to: acknowledged means on disk, writes only where asked for, nothing
 * may run or hold locks for much longer than a unit of work.
 */
const SESSION_SETTINGS = [
  'set synchronous_commit = on',
  'set default_transaction_read_only = on',
  `set statement_timeout = ${WORK_DEADLINE_MS}`,
  `set idle_in_transaction_session_timeout = ${2 * WORK_DEADLINE_MS}`,
].join(';')

/** Where to connect, and how long to wait for an answer when not `ANSWER_MAX_MS`. */
export interface PoolOptions {
  url: string
  log: Log
  answerMaxMs?: number
}

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError('An integer above 2^53 cannot be read: keep it as text.')
  }
  return value
}

async function createPgPool({ url, log, answerMaxMs = ANSWER_MAX_MS }: PoolOptions): Promise<Pool> {
  // Loaded on first use: most instances have no Postgres.
  const { Pool: PgPool, types } = (await import('pg')).default
  // `int8` (also the type of count(*)) is read as a number, as node:sqlite does.
  const int8AsNumber: CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID && format !== 'binary' ? readInt8 : types.getTypeParser(oid, format),
  }
  const config: PoolConfig & { onConnect(client: ClientBase): Promise<void> } = {
    connectionString: url,
    application_name: 'bellhop',
    max: POOL_MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    idleTimeoutMillis: IDLE_MAX_MS,
    query_timeout: answerMaxMs,
    keepAlive: true,
    allowExitOnIdle: true,
    types: int8AsNumber,
    async onConnect(client) {
      // The pool listens only while a client is idle; an error of one in use would end the process.
      client.on('error', (error) =>
        log.warn({ reason: error.message }, 'a database connection broke'),
      )
      await client.query(SESSION_SETTINGS)
    },
  }
  const pool = new PgPool(config)
  pool.on('error', () => {
    // The client's own listener has logged it; without this one the process would end.
  })
  return pool
}

async function checkOut(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const fault = postgresFault(error)
    // Anything else is an address that cannot be parsed; that error quotes it with its password.
    throw fault instanceof OperationError ? fault : unavailable('The address is not a database.')
  }
}

/**
 * Opens a pool for Kysely; nothing is connected before its first use. Faults of the server become `unavailable` in reads and
 * writes alike, and a connection that had one is not used again.
 */
export async function createPool(options: PoolOptions): Promise<PostgresPool> {
  const pool = await createPgPool(options)
  // Kysely knows its connections by the identity of the client.
  const wrapped = new WeakMap<object, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await checkOut(pool)
      const known = wrapped.get(client)
      if (known) return known
      let broken = false
      const wrapper = {
        async query(text: string, parameters: readonly unknown[]) {
          const values = parameters.map(bindable)
          try {
            return await client.query(text, values)
          } catch (error) {
            const fault = postgresFault(error)
            broken ||= fault instanceof OperationError
            throw fault
          }
        },
        release: (destroy = false) => client.release(destroy || broken),
      } as unknown as PostgresPoolClient
      wrapped.set(client, wrapper)
      return wrapper
    },
    end: async () => pool.end(),
  }
}
