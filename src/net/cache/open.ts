import { once } from '../../lib/once.ts'
import type { PageCache, PageCacheOptions } from './page-cache.ts'

/** Promises a cache without loading it: most calls never want one. */
export function pagesOnDemand(options: PageCacheOptions): () => Promise<PageCache> {
  return once(async () => {
    const { PageCache: Loaded } = await import('./page-cache.ts')
    return new Loaded(options)
  })
}
