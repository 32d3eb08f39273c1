import type { CompiledQuery, QueryResult } from 'kysely'
import type { PostgresClient } from './postgres-client.ts'
import { type PoolOptions, PostgresPool } from './postgres-pool.ts'

/** A query for rows by their keys. */
export interface LookUp extends CompiledQuery {
  /** The kind of look-up: those of records do not wait for those of texts, which may be long. */
  reads: 'records' | 'texts'
}

/** The look-ups of each kind. */
export type LookUps = Readonly<Record<LookUp['reads'], PostgresLookUps>>

/** A connection while look-ups use it. */
interface Use {
  client: Promise<PostgresClient>
  count: number
}

/**
 * Sends look-ups over one connection, each without waiting for the answers to those before it: those of many callers are one way
 * to the server and back, wake one of its processes, and are planned once.
 */
class PostgresLookUps {
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

/** Look-ups of each kind over a connection of their own: what a call needs of both, the server finds at the same time. */
export function openLookUps(options: PoolOptions): LookUps {
  return { records: new PostgresLookUps(options), texts: new PostgresLookUps(options) }
}
