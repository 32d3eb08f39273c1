import { dateInPath, findDate, parseDate, type SlashOrder } from './dates.ts'
import { textOf, type LdNode } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import type { PageKind } from './page-kind.ts'
import type { MarkedText, PageScan } from './page-scan.ts'
import { Region } from './regions.ts'

const publishedMetas = [
  'article:published_time',
  'article:published',
  'og:article:published_time',
  'og:published_time',
  'og:pubdate',
  'datepublished',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.created',
  'dcterms.created',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'article.published',
  'published-date',
  'publish-date',
  'publish_date',
  'publication_date',
  'publicationdate',
  'publishdate',
  'pubdate',
  'date.created',
  'originalpublicationdate',
  'video:release_date',
  'bt:pubdate',
  'rnews:datepublished',
  'dc.date',
  'dcterms.date',
  'date',
]
const modifiedMetas = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'last-modified',
  'lastmod',
]

/** Dates of one page, ISO 8601; empty when the page does not tell. */
export interface PageDates {
  published: string
  modified: string
}

const outside = Region.nav | Region.footer | Region.aside | Region.comments | Region.related

function firstMeta(scan: PageScan, names: readonly string[], order: SlashOrder): string {
  for (const name of names) {
    for (const value of scan.metas.get(name) ?? []) {
      const date = parseDate(value, order)
      if (date !== '') return date
    }
  }
  return ''
}

function firstOfNodes(
  nodes: readonly LdNode[],
  keys: readonly string[],
  order: SlashOrder,
): string {
  for (const { value } of nodes) {
    for (const key of keys) {
      const date = parseDate(textOf(value[key]), order)
      if (date !== '') return date
    }
  }
  return ''
}

const LINES_AFTER_HEADING_COUNT = 6
const LINES_BEFORE_HEADING_COUNT = 2
const LINE_MAX_CHARS = 120
const publishedWord = /publi|posted|written|veröffentlicht/i
const updatedWord =
  /\b(?:updated?|modified|revised|reviewed|aktualisiert|actualizado|atualizado|mis à jour)\b/i

function isModified(mark: MarkedText): boolean {
  return mark.hints.some((hint) => hint === 'updated' || hint === 'modified' || hint === 'update')
}

function dateOf(mark: MarkedText, order: SlashOrder, updates: boolean): string {
  return parseDate(mark.value, order) || dateInLine(mark.text, order, updates)
}

/** The date of a line; one that the line calls an update only when `updates` are wanted. */
function dateInLine(line: string, order: SlashOrder, updates: boolean): string {
  const found = findDate(line, order)
  if (found === undefined) return ''
  const before = line.slice(0, found.start)
  return !updates && updatedWord.test(before) && !publishedWord.test(before) ? '' : found.iso
}

function markedDate(scan: PageScan, order: SlashOrder, updates: boolean): string {
  const usable = (mark: MarkedText): boolean =>
    (mark.region & outside) === 0 && (updates || !isModified(mark))
  const times = scan.times.filter(usable)
  const explicit = times.filter((mark) => mark.pubdate || mark.hints.includes('published'))
  for (const mark of [...explicit, ...times, ...scan.dated.filter(usable)]) {
    const date = dateOf(mark, order, updates)
    if (date !== '') return date
  }
  return ''
}

/** The date of the only dated element in the main part, when a careless class name makes that part look like a list. */
function onlyDate(scan: PageScan, order: SlashOrder): string {
  const inMain = [...scan.times, ...scan.dated].filter(
    (mark) => (mark.region & (Region.main | Region.article)) !== 0,
  )
  const dates = new Set(
    inMain.map((mark) => dateOf(mark, order, true)).filter((date) => date !== ''),
  )
  return dates.size === 1 ? [...dates][0]! : ''
}

function lineDate(scan: PageScan, order: SlashOrder, updates: boolean): string {
  for (const heading of scan.headings) {
    const near = [
      ...heading.after.slice(0, LINES_AFTER_HEADING_COUNT),
      ...heading.before.slice(-LINES_BEFORE_HEADING_COUNT),
    ]
    for (const line of near) {
      const date = line.length > LINE_MAX_CHARS ? '' : dateInLine(line, order, updates)
      if (date !== '') return date
    }
  }
  return ''
}

/** A date the page shows near its heading; one it calls an update only when it shows no other. */
function shownDate(scan: PageScan, order: SlashOrder): string {
  return (
    markedDate(scan, order, false) ||
    lineDate(scan, order, false) ||
    markedDate(scan, order, true) ||
    lineDate(scan, order, true) ||
    onlyDate(scan, order)
  )
}

/** What the date search needs to know of the page. */
export interface DateContext {
  scan: PageScan
  entities: MainEntities
  kind: PageKind
  url: string
  order: SlashOrder
}

/** When the page was published and last changed, from the most explicit source to the least. */
export function findDates({ scan, entities, kind, url, order }: DateContext): PageDates {
  const { articles, works, pages } = entities
  const modified =
    firstMeta(scan, modifiedMetas, order) ||
    firstOfNodes([...articles, ...pages], ['dateModified'], order)
  if (kind === 'thing' || kind === 'list') return { published: '', modified }
  const published =
    firstOfNodes(articles, ['datePublished'], order) ||
    firstMeta(scan, publishedMetas, order) ||
    firstOfNodes(works, ['datePublished', 'uploadDate'], order) ||
    firstOfNodes(articles, ['dateCreated'], order) ||
    dateInPath(url) ||
    (kind === 'article' ? firstOfNodes(pages, ['datePublished'], order) : '') ||
    shownDate(scan, order)
  return { published, modified }
}
