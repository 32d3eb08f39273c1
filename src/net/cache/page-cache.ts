import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DiskSpace } from '../../lib/disk-space.ts'
import type { Log } from '../../lib/log.ts'
import { DiskFiles } from './disk.ts'
import { type Entry, packEntry, unpackEntry } from './entry.ts'
import {
  CACHE_ENTRY_MAX_BYTES,
  CACHE_FILES_MAX_COUNT,
  CACHE_HEAD_MAX_BYTES,
  CACHE_MEMORY_MAX_BYTES,
} from './limits.ts'
import { isStorable, storedHeaders } from './rules.ts'

/** How to set up a cache. */
export interface PageCacheOptions {
  /** Where copies outlive the process; absent: in memory only. */
  folder?: string | undefined
  /** Bound of all files together. */
  diskMaxBytes?: number
  diskMaxCount?: number
  /** The disk of that folder, with the reserve that is left on it. */
  disk?: DiskSpace | undefined
  /** Milliseconds. */
  now(): number
  log: Log
}

/**
 * Responses to anonymous GETs, in memory and on disk, evicted least recently used first. It decides which responses may be stored, but not which are fresh. A failing disk counts as a cache miss.
 */
export class PageCache {
  readonly #memory = new LRUCache<string, Entry>({
    maxSize: CACHE_MEMORY_MAX_BYTES,
    sizeCalculation: ({ body, headers }) => body.byteLength + JSON.stringify(headers).length,
  })
  readonly #disk: DiskFiles | undefined
  readonly #log: Log
  /** Milliseconds. */
  readonly now: () => number

  constructor({ folder, diskMaxBytes = 0, diskMaxCount, disk, now, log }: PageCacheOptions) {
    const bounds = { maxBytes: diskMaxBytes, maxCount: diskMaxCount ?? CACHE_FILES_MAX_COUNT }
    if (folder !== undefined && diskMaxBytes > 0) this.#disk = new DiskFiles(folder, bounds, disk)
    this.now = now
    this.#log = log
  }

  /** The copy stored for this owner, address and request. */
  async find(
    owner: string,
    url: string,
    requestHeaders: Entry['asked'],
  ): Promise<Entry | undefined> {
    const key = keyOf(owner, url, requestHeaders)
    const known = this.#memory.get(key) ?? (await this.#fromDisk(key))
    if (known?.url !== url) return undefined
    this.#memory.set(key, known)
    return known
  }

  /** Stores an answer; one that may not be stored, or is too large, at least puts an end to the copy before it. */
  async store(owner: string, answer: Omit<Entry, 'at'>): Promise<void> {
    if (answer.body.byteLength > CACHE_ENTRY_MAX_BYTES || !isStorable(answer)) {
      await this.forget(owner, answer)
      return
    }
    const at = this.now()
    await this.keep(owner, { ...answer, at, headers: storedHeaders(answer.headers, at) })
  }

  /** Stores an entry in place of the one before. */
  async keep(owner: string, entry: Entry): Promise<void> {
    const key = keyOf(owner, entry.url, entry.asked)
    this.#memory.set(key, entry)
    await this.#trying(async (disk) => disk.write(key, packEntry(entry)))
  }

  /** Deletes the copy stored for this owner, address and request. */
  async forget(
    owner: string,
    { url, asked: requestHeaders }: Pick<Entry, 'url' | 'asked'>,
  ): Promise<void> {
    const key = keyOf(owner, url, requestHeaders)
    this.#memory.delete(key)
    await this.#trying(async (disk) => disk.delete(key))
  }

  async #fromDisk(key: string): Promise<Entry | undefined> {
    const maxBytes = CACHE_ENTRY_MAX_BYTES + CACHE_HEAD_MAX_BYTES
    const bytes = await this.#trying(async (disk) => disk.read(key, maxBytes))
    const entry = bytes && unpackEntry(bytes)
    if (bytes && !entry) await this.#trying(async (disk) => disk.delete(key))
    return entry
  }

  async #trying<T>(work: (disk: DiskFiles) => Promise<T>): Promise<T | undefined> {
    if (!this.#disk) return undefined
    try {
      return await work(this.#disk)
    } catch (cause) {
      this.#log.warn({ err: cause }, 'the cache of pages cannot be read or written')
      return undefined
    }
  }
}

/** Different representations of one address are kept apart, and so are callers: none sees what another has fetched. */
function keyOf(owner: string, url: string, { accept = '' }: Entry['asked']): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url, accept]))
    .digest('hex')
}
