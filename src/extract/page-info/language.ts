import type { PageTree } from '../../markup/html/parse-page.ts'
import type { SlashOrder } from './dates/dates.ts'
import { ldText, type LinkedData } from './json-ld.ts'
import type { PageScan } from './scan/page-scan.ts'

const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i

function languageTag(value: string | undefined): string {
  const first = (value ?? '').slice(0, 100).split(',')[0]!.trim()
  if (!tag.test(first)) return ''
  try {
    return Intl.getCanonicalLocales(first.replaceAll('_', '-'))[0] ?? ''
  } catch {
    return ''
  }
}

/** The language code the page states (BCP 47 in its canonical form); empty when it states none that is one. */
export function findLanguage(scan: PageScan, data: LinkedData): string {
  return (
    languageTag(scan.lang) ||
    languageTag(scan.metas.get('content-language')?.[0]) ||
    languageTag(scan.metas.get('og:locale')?.[0]) ||
    languageTag(scan.metas.get('language')?.[0] ?? scan.metas.get('dc.language')?.[0]) ||
    languageTag(
      data.nodes.map((node) => ldText(node.value['inLanguage'])).find((value) => value !== ''),
    )
  )
}

/** The language code that a page states in what a tree keeps of its head; empty when it states none that is one. */
export function statedLanguage({ lang, metas }: Pick<PageTree, 'lang' | 'metas'>): string {
  return (
    languageTag(lang) ||
    languageTag(metas.get('og:locale')) ||
    languageTag(metas.get('language') ?? metas.get('dc.language'))
  )
}

/** How the page's readers write 3/4/2024: month first in American English, day first elsewhere. */
export function slashOrder(language: string, url: string): SlashOrder {
  const lower = language.toLowerCase()
  if (lower !== '' && !lower.startsWith('en')) return 'day-first'
  if (lower === '' || lower === 'en' || lower === 'en-us') {
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    return /\.(?:uk|au|nz|ie|in|za)$/.test(host) ? 'day-first' : 'month-first'
  }
  return lower === 'en-ca' || lower === 'en-ph' ? 'month-first' : 'day-first'
}
