import type { Writable } from 'node:stream'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { OperationError } from '../../contract/errors.ts'
import { bindable } from '../bindable.ts'
import { isAnswered, postgresFault, unavailable } from '../faults.ts'

/** A connection of the pool, from its taking to its release. */
export interface TakenClient {
  client: PoolClient
  /** Absent where a program between here and the database hands out its connections by transaction. */
  names: StatementNames | undefined
  /** Settings that each transaction makes for itself, as statements; empty where the connection has them. */
  localSettings: string
}

/** What pg's types do not know of its clients. */
interface UntypedClient {
  /** What the server last said of the transaction: `I` for none, `T` for one, `E` for one that failed. */
  getTransactionStatus(): string | null
  connection: { stream: Writable }
}

/** Commands whose count of rows is that of changes. */
const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A statement that was run this often is prepared: planning one anew costs about as much as running it. */
const PREPARED_FROM_RUNS = 3

/** Most statements that are prepared; each takes some memory in each connection. */
const PREPARED_MAX_COUNT = 300

/** Most statements whose runs are counted. */
const COUNTED_MAX_COUNT = 2_000

/** A connection to Postgres that somebody has taken from the pool. Faults of the server become `unavailable`. */
export class PostgresClient implements DatabaseConnection {
  readonly #taken: TakenClient
  /** The database has not answered: the connection is good for nothing more. */
  #isLost = false
  /** Whether the connection has had a fault of the server, and is not to be used again. */
  #isFaulty = false
  #isGathering = false

  constructor(taken: TakenClient) {
    this.#taken = taken
  }

  /** Whether a failed statement has spoiled the open transaction. */
  get isSpoiled(): boolean {
    const { client } = this.#taken
    return this.#isLost || (client as unknown as UntypedClient).getTransactionStatus() === 'E'
  }

  /** Whether the connection has its settings only inside of transactions: another program shares it out. */
  get isShared(): boolean {
    return this.#taken.localSettings !== ''
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { client, names } = this.#taken
    const values = parameters.map(bindable)
    const name = names?.nameOf(text)
    const query = name === undefined ? { text, values } : { name, text, values }
    const { rows, command, rowCount } = await this.#answer(async () => client.query(query))
    return CHANGING.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** Lets the statements of this turn of the event loop go out together, at its end: each write takes as long as many statements. */
  gatherTurn(): void {
    this.#gather(setImmediate)
  }

  /** Lets the statements go out together that a unit of work sends before it waits for an answer. */
  gatherStep(): void {
    this.#gather(process.nextTick)
  }

  #gather(afterwards: (run: () => void) => unknown): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this.#taken.client as unknown as UntypedClient).connection
    stream.cork()
    afterwards(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** Runs one query that changes nothing. */
  async read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.isShared) return this.executeQuery(query)
    this.gatherStep()
    const steps = [this.begin('begin read only'), this.executeQuery<R>(query)] as const
    // Whatever becomes of the query, it ends the transaction.
    const ended = this.control('commit')
    const outcomes = await Promise.allSettled([...steps, ended])
    const failed = outcomes.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return steps[1]
  }

  /** Begins a transaction by statements without parameters, of which the first begins it. */
  async begin(first: string, ...others: string[]): Promise<void> {
    const statements = [first, this.#taken.localSettings, ...others].filter((one) => one !== '')
    await this.control(statements.join(';'))
  }

  /** Runs statements without parameters; returns the command of the last as the server calls it. */
  async control(text: string): Promise<string> {
    if (this.#isLost) throw unavailable('The database cannot be reached.')
    const answer: unknown = await this.#answer(async () => this.#taken.client.query(text))
    const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer
    return (last as { command: string }).command
  }

  /** Gives the connection back to the pool, or closes it where it had a fault. */
  release(): void {
    this.#taken.client.release(this.#isFaulty)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page by key.')
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      const fault = postgresFault(error)
      this.#isFaulty ||= fault instanceof OperationError
      this.#isLost ||= this.#isFaulty && !isAnswered(error)
      throw fault
    }
  }
}

/** Gives names to the statements that are run often, by which connections know them once they have prepared them. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #runs = new Map<string, number>()

  /** The name of a statement that is about to be run; undefined for one that is not worth it. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= PREPARED_MAX_COUNT) return known
    const runs = (this.#runs.get(sql) ?? 0) + 1
    if (runs >= PREPARED_FROM_RUNS) {
      const name = `bellhop_${this.#names.size}`
      this.#names.set(sql, name)
      this.#runs.delete(sql)
      return name
    }
    if (this.#runs.size >= COUNTED_MAX_COUNT) this.#runs.clear()
    this.#runs.set(sql, runs)
    return undefined
  }
}
