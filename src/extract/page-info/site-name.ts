import { namesOf, ldText, type LinkedData } from './json-ld.ts'
import { plainText } from './plain-text.ts'
import type { PageScan } from './scan/page-scan.ts'

/** The name of the site as the page states it; empty when it does not. */
export function findSiteName(scan: PageScan, data: LinkedData): string {
  const stated =
    scan.metas.get('og:site_name')?.[0] ??
    scan.metas.get('application-name')?.[0] ??
    scan.metas.get('apple-mobile-web-app-title')?.[0]
  if (stated !== undefined && stated.trim() !== '') return plainText(stated)
  for (const node of data.nodes) {
    if (node.types.includes('website')) {
      const name = ldText(node.value['name'])
      if (name !== '') return plainText(name)
    }
  }
  for (const node of data.nodes) {
    const [name] = namesOf(data, node.value['publisher'])
    if (name !== undefined && node.nesting === 0) return plainText(name)
  }
  return ''
}

/** All names of the site, including the words of its host, to distinguish it from a title or an author. */
export function siteNames(scan: PageScan, data: LinkedData, url: string): string[] {
  const names = new Set<string>()
  for (const key of [
    'og:site_name',
    'application-name',
    'apple-mobile-web-app-title',
    'twitter:site',
    'dc.publisher',
  ]) {
    for (const value of scan.metas.get(key) ?? []) names.add(plainText(value).replace(/^@/, ''))
  }
  for (const node of data.nodes) {
    if (
      node.nesting === 0 &&
      /^(?:website|organization|corporation|newsmediaorganization)$/.test(node.types[0]!)
    ) {
      names.add(plainText(ldText(node.value['name'])))
      names.add(plainText(ldText(node.value['alternateName'])))
    }
    for (const name of namesOf(data, node.value['publisher'])) names.add(plainText(name))
  }
  if (URL.canParse(url)) {
    const labels = new URL(url).hostname.replace(/^www\./, '').split('.')
    names.add(labels.join('.'))
    for (const label of labels.slice(0, -1)) if (label.length > 3) names.add(label)
  }
  names.delete('')
  return [...names]
}
