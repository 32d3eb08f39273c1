import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Tx } from '../chat/kernel/rows.ts'
import type { Log } from '../lib/log.ts'
import type { Store } from '../store/port.ts'
import { ConfigError } from './config/config.ts'

/** Interval at which a server says that it is there. */
const SEEN_INTERVAL_MS = 20_000

/** A server that has not said for this long that it is there is taken for dead: something else may listen at its address. */
const SEEN_MAX_AGE_MS = 60_000

/** Dependencies of knowing other servers. */
export interface InstancesParts {
  store(): Promise<Store>
  now(): Date
  log: Log
  /** A text that is the same for all servers that keep files in one place; absent where this one keeps none. */
  files?: (() => Promise<string>) | undefined
}

/** The servers on one store, and where they reach each other. */
export class Instances {
  readonly id = randomUUID()
  readonly #parts: InstancesParts
  #timer: NodeJS.Timeout | undefined
  #files: string | null = null

  constructor(parts: InstancesParts) {
    this.#parts = parts
  }

  /**
   * Says that this server is there, at the address at which it listens, again and again. Throws `unavailable`, and ConfigError where
   * another server is there that keeps files elsewhere: what is uploaded to one would be missing at the other.
   */
  async join(listensAt: string): Promise<void> {
    const url = reachableUrl(listensAt)
    this.#files = (await this.#parts.files?.()) ?? null
    await this.#say(url, async (tx) => this.#requireSameFiles(tx))
    this.#timer = setInterval(() => {
      this.#say(url).catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'others could not be told that this server is there')
      })
    }, SEEN_INTERVAL_MS).unref()
  }

  /** Says that it is there no longer; where that fails, others find out. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    const store = await this.#parts.store()
    await store
      .write(async (tx) => tx.deleteFrom('instance').where('id', '=', this.id).execute())
      .catch(() => undefined)
  }

  /** Where another server is reached; undefined for one that is not there. */
  async find(id: string): Promise<string | undefined> {
    if (id === this.id) return undefined
    const { db } = await this.#parts.store()
    const row = await db
      .selectFrom('instance')
      .select('url')
      .where('id', '=', id)
      .where('seen_at', '>', this.#oldestMs())
      .executeTakeFirst()
    return row?.url
  }

  #oldestMs(): number {
    return this.#parts.now().getTime() - SEEN_MAX_AGE_MS
  }

  async #requireSameFiles(tx: Tx): Promise<void> {
    if (this.#files === null) return
    const other = await tx
      .selectFrom('instance')
      .select('url')
      .where('files', '<>', this.#files)
      .executeTakeFirst()
    if (!other) return
    throw new ConfigError(
      `the server at ${other.url} uses the same database and keeps uploads elsewhere: give both the same ` +
        `--upload-store, a bucket or a folder that they share (or wait ${SEEN_MAX_AGE_MS / 1_000} seconds, if that server is gone).`,
    )
  }

  async #say(url: string, check?: (tx: Tx) => Promise<void>): Promise<void> {
    const seen = { url, seen_at: this.#parts.now().getTime(), files: this.#files }
    const store = await this.#parts.store()
    await store.write(async (tx) => {
      await tx.deleteFrom('instance').where('seen_at', '<', this.#oldestMs()).execute()
      await check?.(tx)
      await tx
        .insertInto('instance')
        .values({ id: this.id, ...seen })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
        .execute()
    })
  }
}

/** The URL at which others reach a server: for one that listens at all addresses of this machine, one of them. */
function reachableUrl(listensAt: string): string {
  const url = new URL(listensAt)
  if (!['0.0.0.0', '[::]'].includes(url.hostname)) return url.origin
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  url.hostname =
    own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? 'localhost'
  return url.origin
}
