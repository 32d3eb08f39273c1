import type { Call, Searching } from '../../contract/operation.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

/** A document that can be given out in parts. */
export interface PartedDocument {
  markdown: string
}

/** Documents remembered so that their next parts need no second fetch. */
export const RECENT_MAX_COUNT = 64
/** Characters of all remembered documents together. */
export const RECENT_MAX_CHARS = 16_000_000
/** Time for which a document is remembered. */
export const RECENT_MAX_AGE_MS = 10 * MINUTE_MS

interface Entry<D> {
  document: D
  owner: string
  at: number
}

/** Input fields that say which part of a document is wanted. */
interface PartChoice {
  maxChars?: number | undefined
  maxTokens?: number | undefined
  cursor?: string | undefined
}

/**
 * The documents that were given out in parts, least recently used first. Nobody is given what another owner has read, and
 * whose documents hold most gives way first.
 */
export class RecentDocuments<D extends PartedDocument> {
  readonly #entries = new Map<string, Entry<D>>()
  /** Characters of each owner's documents. */
  readonly #chars = new Map<string, number>()
  #allChars = 0

  /** The remembered document of an owner, unless it is too old by `now` (milliseconds). */
  get(owner: string, key: string, now: number): D | undefined {
    const id = idOf(owner, key)
    const entry = this.#entries.get(id)
    if (!entry) return undefined
    this.#forget(id)
    if (now - entry.at > RECENT_MAX_AGE_MS) return undefined
    this.#keep(id, entry)
    return entry.document
  }

  /** Stores a document of an owner and evicts others until all bounds hold. */
  set(owner: string, key: string, document: D, now: number): void {
    const id = idOf(owner, key)
    this.#forget(id)
    this.#keep(id, { document, owner, at: now })
    while (this.#entries.size > RECENT_MAX_COUNT || this.#allChars > RECENT_MAX_CHARS) {
      this.#forget(this.#leastUsedOf(this.#heaviestOwner()))
    }
  }

  #heaviestOwner(): string {
    return [...this.#chars].reduce((most, other) => (other[1] > most[1] ? other : most))[0]
  }

  #leastUsedOf(owner: string): string {
    for (const [id, entry] of this.#entries) if (entry.owner === owner) return id
    throw new Error('An owner without documents has characters.')
  }

  #keep(id: string, entry: Entry<D>): void {
    this.#entries.set(id, entry)
    this.#count(entry, entry.document.markdown.length)
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#count(entry, -entry.document.markdown.length)
  }

  #count({ owner }: Entry<D>, chars: number): void {
    const sum = (this.#chars.get(owner) ?? 0) + chars
    // An empty document has an owner too.
    const owns = sum > 0 || [...this.#entries.values()].some((entry) => entry.owner === owner)
    if (owns) this.#chars.set(owner, sum)
    else this.#chars.delete(owner)
    this.#allChars += chars
  }
}

function idOf(owner: string, key: string): string {
  return JSON.stringify([owner, key])
}

/** Memories of one operation: one for each instance. */
export class DocumentMemories<D extends PartedDocument> {
  readonly #byInstance = new WeakMap<object, RecentDocuments<D>>()

  /** The memory that belongs to one instance (`Services.instance`). */
  of(instance: object): RecentDocuments<D> {
    const recent = this.#byInstance.get(instance) ?? new RecentDocuments<D>()
    this.#byInstance.set(instance, recent)
    return recent
  }
}

/** How words are looked for in documents that are given out in parts, and remembered between them. */
export function searchingIn<Input extends PartChoice, D extends PartedDocument>(
  memories: DocumentMemories<D>,
  key: (input: Input) => string,
): Searching<Input, D> {
  return {
    key,
    whole: (input) => ({ ...input, maxChars: undefined, maxTokens: undefined, cursor: undefined }),
    remember(document, { input, services, principal }: Call<Input>, pageStarts) {
      const recent = memories.of(services.instance)
      const paged = pageStarts ? { ...document, pageStarts } : document
      recent.set(principal.id, key(input), paged, services.now().getTime())
    },
  }
}
