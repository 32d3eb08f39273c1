import { ldText } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import { plainText } from './plain-text.ts'
import type { PageScan } from './scan/page-scan.ts'

/** The description the page states for cards and search results; empty when it states none. */
export function statedDescription(scan: PageScan, entities: MainEntities): string {
  for (const key of ['og:description', 'description', 'twitter:description', 'dc.description']) {
    const value = plainText(scan.metas.get(key)?.find((text) => text.trim() !== '') ?? '')
    if (value !== '') return value
  }
  for (const { value } of [...entities.articles, ...entities.works, ...entities.pages]) {
    const text = plainText(ldText(value['description']))
    if (text !== '') return text
  }
  return ''
}
