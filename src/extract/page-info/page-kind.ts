import type { MainEntities } from './main-entity.ts'
import { isSiteRoot } from './page-address.ts'
import type { PageScan } from './scan/page-scan.ts'

/**
 * What a page is about: one text with an author and a date; one thing (a product, an app), which has neither;
 * a list of other pages, whose dates and authors belong to those; or unknown.
 */
export type PageKind = 'article' | 'thing' | 'list' | 'unknown'

function says(scan: PageScan, name: string, pattern: RegExp): boolean {
  return (scan.metas.get(name) ?? []).some((value) => pattern.test(value.slice(0, 80)))
}

const priceMetas = ['product:price:amount', 'og:price:amount']

/** Returns the kind of a page by its linked data, its Open Graph type and its address. */
export function pageKind(scan: PageScan, entities: MainEntities, url: string): PageKind {
  if (says(scan, 'og:type', /product/i) || priceMetas.some((name) => scan.metas.has(name))) {
    return 'thing'
  }
  if (entities.isOneArticle || scan.metas.has('article:published_time')) return 'article'
  if (entities.isThing) return 'thing'
  if (isSiteRoot(url) || entities.isList || entities.articles.length > 1) return 'list'
  if (says(scan, 'og:type', /article|blog|post/i) && entities.pages.length === 0) return 'article'
  return 'unknown'
}
