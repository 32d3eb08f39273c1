/** A document that can be given out in parts. */
export interface PartedDocument {
  markdown: string
}

/** Documents remembered so that their next parts need no second fetch. */
export const RECENT_MAX_COUNT = 64
/** Characters of all remembered documents together. */
export const RECENT_MAX_CHARS = 16_000_000
/** Time for which a document is remembered. */
export const RECENT_MAX_AGE_MS = 10 * 60_000

/** The documents that were given out in parts, least recently used first. */
export class RecentDocuments<D extends PartedDocument> {
  readonly #entries = new Map<string, { document: D; at: number }>()
  #chars = 0

  /** The remembered document, unless it is too old by `now` (milliseconds). */
  get(key: string, now: number): D | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (now - entry.at > RECENT_MAX_AGE_MS) {
      this.#chars -= entry.document.markdown.length
      return undefined
    }
    this.#entries.set(key, entry)
    return entry.document
  }

  /** Stores a document and evicts others until all bounds hold. */
  set(key: string, document: D, now: number): void {
    this.#forget(key)
    this.#entries.set(key, { document, at: now })
    this.#chars += document.markdown.length
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= RECENT_MAX_COUNT && this.#chars <= RECENT_MAX_CHARS) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#chars -= entry.document.markdown.length
    this.#entries.delete(key)
  }
}

/** Memories of one operation: one for each set of services. */
export class DocumentMemories<D extends PartedDocument> {
  readonly #byServices = new WeakMap<object, RecentDocuments<D>>()

  /** The memory that belongs to one set of services. */
  of(services: object): RecentDocuments<D> {
    const recent = this.#byServices.get(services) ?? new RecentDocuments<D>()
    this.#byServices.set(services, recent)
    return recent
  }
}
