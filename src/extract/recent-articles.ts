/** An article with what was true when it was fetched. */
export interface RecentArticle {
  url: string
  title: string
  markdown: string
  wordCount: number
  fetchedAt: string
}

/** Articles remembered so that their next parts need no second fetch. */
export const RECENT_MAX_COUNT = 64
/** Characters of all remembered articles together. */
export const RECENT_MAX_CHARS = 16_000_000
/** Time for which an article is remembered. */
export const RECENT_MAX_AGE_MS = 10 * 60_000

/** The articles that were given out in parts, least recently used first. */
export class RecentArticles {
  readonly #entries = new Map<string, { article: RecentArticle; at: number }>()
  #chars = 0

  /** The remembered article, unless it is too old by `now` (milliseconds). */
  get(key: string, now: number): RecentArticle | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (now - entry.at > RECENT_MAX_AGE_MS) {
      this.#chars -= entry.article.markdown.length
      return undefined
    }
    this.#entries.set(key, entry)
    return entry.article
  }

  /** Remembers an article and forgets others until all bounds hold. */
  set(key: string, article: RecentArticle, now: number): void {
    this.#forget(key)
    this.#entries.set(key, { article, at: now })
    this.#chars += article.markdown.length
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= RECENT_MAX_COUNT && this.#chars <= RECENT_MAX_CHARS) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#chars -= entry.article.markdown.length
    this.#entries.delete(key)
  }
}

const recentOf = new WeakMap<object, RecentArticles>()

/** The memory that belongs to one set of services. */
export function recentArticles(services: object): RecentArticles {
  const recent = recentOf.get(services) ?? new RecentArticles()
  recentOf.set(services, recent)
  return recent
}
