import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../../lib/log.ts'
import type { Doorbell } from '../port.ts'
import { loadPg } from './load-pg.ts'
import type { PostgresClient } from './postgres-client.ts'
import { isPooler, searchIn } from './postgres-pool.ts'

/** Pause before the connection is opened again. */
const RECONNECT_MS = 1_000

/** Longest wait for a connection or an answer. */
const ANSWER_MAX_MS = 5_000

/** Text in one notification: Postgres takes less than 8,000 bytes. */
const NEWS_MAX_CHARS = 2_000

/** Pieces of news that may wait; what they are about is found without them, only later. */
const WAITING_MAX_COUNT = 5_000

/** Where to listen. */
export interface DoorbellOptions {
  /** An address that leads to the database itself: through a pooler nothing is heard. */
  url: string
  log: Log
  /** Schema of those who hear each other, when not that of the connection. */
  schema?: string | undefined
}

/**
 * Tells the processes on one schema of each other's commits, by NOTIFY. It rings once for each batch, after its commit, and once for
 * all else that comes while it rings: each ring takes a lock of the whole server. Without waiting for the disk: what is not
 * heard is found by looking.
 */
export class PostgresDoorbell implements Doorbell {
  readonly #options: DoorbellOptions
  readonly #self = randomUUID()
  readonly #listeners: ((news: string | undefined) => void)[] = []
  readonly #waiting = new Set<string>()
  #client: Client | undefined
  #channel = ''
  #isStarted = false
  #isRinging = false
  #isClosed = false
  #retry: NodeJS.Timeout | undefined

  constructor(options: DoorbellOptions) {
    this.#options = options
  }

  get isHeard(): boolean {
    return this.#client !== undefined
  }

  ring(news: string): void {
    if (this.#waiting.size < WAITING_MAX_COUNT) this.#waiting.add(news)
    this.start()
    void this.#send()
  }

  /**
   * Rings by another connection, behind what was sent there before. A transaction of its own, which does not wait for the disk; what
   * cannot be said so is rung as ever.
   */
  async ringOver(client: PostgresClient, news: readonly string[]): Promise<void> {
    const payload = JSON.stringify([this.#self, ...news])
    if (!this.#client || payload.length > NEWS_MAX_CHARS) {
      for (const one of news) this.ring(one)
      return
    }
    const literal = `'${payload.replaceAll("'", "''")}'`
    await client.control(
      `begin read only;set local synchronous_commit = off;select pg_notify('${this.#channel}', ${literal});commit`,
    )
  }

  onRing(listener: (news: string | undefined) => void): void {
    this.#listeners.push(listener)
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#connect()
  }

  doubt(): void {
    const client = this.#client
    if (!client || this.#isClosed) return
    this.#options.log.warn('the doorbell of the database is not heard, and is opened anew')
    this.#client = undefined
    // One that hangs never ends.
    client.end().catch(() => undefined)
    void this.#connect()
  }

  /** Hears and rings no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    if (!client) return
    // Otherwise a process with nothing else to do would end before this does; one that hangs is not waited for.
    ;(client as unknown as { ref(): void }).ref()
    const ended = client.end().catch(() => undefined)
    await Promise.race([ended, sleep(ANSWER_MAX_MS, undefined, { ref: false })])
  }

  async #connect(): Promise<void> {
    const { url, log, schema } = this.#options
    const { Client: PgClient } = await loadPg()
    const client = new PgClient({
      connectionString: url,
      application_name: 'bellhop doorbell',
      connectionTimeoutMillis: ANSWER_MAX_MS,
      query_timeout: ANSWER_MAX_MS,
      keepAlive: true,
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, undefined))
    client.on('notification', ({ payload = '[]' }) => this.#hear(payload))
    try {
      await client.connect()
      if (await isPooler(client)) {
        log.warn(
          'the address of the database leads to a pooler, through which processes do not hear each other: ' +
            'events of others come later; set --database-listen-url',
        )
        await client.end()
        return
      }
      const settings = [
        'synchronous_commit = off',
        ...(schema === undefined ? [] : [searchIn(schema)]),
      ]
      await client.query(settings.map((setting) => `set ${setting}`).join(';'))
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
      const digest = createHash('sha256').update(String(rows[0]?.schema))
      this.#channel = `bellhop_${digest.digest('hex').slice(0, 32)}`
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      client.end().catch(() => undefined)
      this.#lose(client, error)
      return
    }
    if (this.#isClosed) {
      await client.end().catch(() => undefined)
      return
    }
    this.#unref(client)
    this.#client = client
    // There may have been rings meanwhile.
    this.#notify(undefined)
    void this.#send()
  }

  #unref(client: Client): void {
    // A process with nothing else to do may end.
    ;(client as unknown as { unref(): void }).unref()
  }

  #lose(client: Client, error: unknown): void {
    if (this.#isClosed || (this.#client && this.#client !== client)) return
    if (this.#client) this.#options.log.warn({ err: error }, 'the doorbell of the database broke')
    this.#client = undefined
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), RECONNECT_MS).unref()
  }

  #hear(payload: string): void {
    const [sender, ...news] = JSON.parse(payload) as string[]
    if (sender === this.#self) return
    for (const one of news) this.#notify(one)
  }

  #notify(news: string | undefined): void {
    for (const listener of this.#listeners) listener(news)
  }

  async #send(): Promise<void> {
    if (this.#isRinging) return
    this.#isRinging = true
    try {
      while (this.#client && this.#waiting.size > 0) {
        const payload = JSON.stringify([this.#self, ...this.#take()])
        await this.#client.query('select pg_notify($1, $2)', [this.#channel, payload])
      }
    } catch {
      // The connection broke, which is said once; others look by themselves until it is back.
    } finally {
      this.#isRinging = false
    }
  }

  /** Takes as much waiting news as fits in one notification. */
  #take(): string[] {
    const taken: string[] = []
    let chars = 0
    for (const news of this.#waiting) {
      if (taken.length > 0 && chars + news.length > NEWS_MAX_CHARS) break
      chars += news.length
      taken.push(news)
      this.#waiting.delete(news)
    }
    return taken
  }
}
