import type { CompiledQuery, QueryResult } from 'kysely'
import type { PostgresClient } from './postgres-client.ts'
import { type PoolOptions, PostgresPool } from './postgres-pool.ts'

/** A query for few rows by their keys. */
export interface LookUp extends CompiledQuery {
  isLookUp: true
}

/** A connection while look-ups use it. */
interface Use {
  client: Promise<PostgresClient>
  count: number
}

/**
 * Sends look-ups over one connection, each without waiting for the answers to those before it: those of many callers are one way
 * to the server and back, wake one of its processes, and are planned once.
 */
export class PostgresLookUps {
  readonly #pool: PostgresPool
  #use: Use | undefined

  constructor(options: PoolOptions) {
    this.#pool = new PostgresPool({ ...options, maxConnections: 1 })
  }

  /** Runs a look-up; undefined where the connection cannot have several at a time. Throws `unavailable`. */
  async find<R>(query: CompiledQuery): Promise<QueryResult<R> | undefined> {
    const use = (this.#use ??= { client: this.#pool.take(), count: 0 })
    use.count += 1
    try {
      const client = await use.client
      if (client.isShared) return undefined
      client.gatherTurn()
      return await client.executeQuery<R>(query)
    } catch (error) {
      // The next one opens a connection anew, if this one broke.
      if (this.#use === use) this.#use = undefined
      throw error
    } finally {
      use.count -= 1
      if (use.count === 0) {
        if (this.#use === use) this.#use = undefined
        use.client.then((client) => client.release()).catch(() => undefined)
      }
    }
  }

  /** Closes the connection, once it is not used. */
  async end(): Promise<void> {
    await this.#pool.end()
  }
}
