import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { type DirectConnection, directDialect } from '../direct-executor.ts'
import type { Schema } from '../tables/schema.ts'
import type { PostgresClient } from './postgres-client.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { LookUp, LookUps } from './postgres-look-ups.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** Reads through connections of the pool, of which each query takes one, and each transaction; look-ups share others of their own. */
class PostgresReader implements DirectConnection, Driver {
  readonly #pool: PostgresPool

  readonly #lookUps: LookUps

  constructor(pool: PostgresPool, lookUps: LookUps) {
    this.#pool = pool
    this.#lookUps = lookUps
  }

  async executeQuery<R>(query: CompiledQuery | LookUp): Promise<QueryResult<R>> {
    const found = 'reads' in query ? await this.#lookUps[query.reads].find<R>(query) : undefined
    return found ?? this.provideConnection(async (client) => client.read(query))
  }

  isFree(): boolean {
    return true
  }

  async provideConnection<T>(use: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.acquireConnection()
    try {
      return await use(client)
    } finally {
      client.release()
    }
  }

  async acquireConnection(): Promise<PostgresClient> {
    return this.#pool.take()
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed' }: TransactionSettings,
  ): Promise<void> {
    await clientOf(connection).begin(`begin isolation level ${isolationLevel} read only`)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await clientOf(connection).control('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await clientOf(connection).control('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    clientOf(connection).release()
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page by key.')
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {}
}

function clientOf(connection: DatabaseConnection): PostgresClient {
  // Kysely hands back what it was given.
  return connection as PostgresClient
}

/** Reads what is committed; the database refuses to write for it. Never closes the connections. */
export function openPostgresReader(pool: PostgresPool, lookUps: LookUps): Kysely<Schema> {
  const reader = new PostgresReader(pool, lookUps)
  return new Kysely(directDialect(postgresDialect, reader, reader))
}
