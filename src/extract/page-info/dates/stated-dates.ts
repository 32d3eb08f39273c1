import { ldText, type LdNode } from '../json-ld.ts'
import type { MainEntities } from '../main-entity.ts'
import type { PageScan } from '../scan/page-scan.ts'
import { type DateReading, parseDate } from './dates.ts'

const publishedMetas = [
  'article:published_time',
  'article:published',
  'article:publication_date',
  'article:publicationdate',
  'og:article:published_time',
  'og:published_time',
  'og:pubdate',
  'datepublished',
  'date_published',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.publication',
  'dc.date.created',
  'dcterms.created',
  'dc.created',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'cxenseparse:publishtime',
  'cxenseparse:recs:mhu-article-firstpublish',
  'shareaholic:article_published_time',
  'article.published',
  'article.created',
  'article_date_original',
  'published-date',
  'published_date',
  'published_time',
  'published_at',
  'published',
  'publish-date',
  'publish_date',
  'publication-date',
  'publication_date',
  'publicationdate',
  'publishdate',
  'publisheddate',
  'pubdate',
  'pub_date',
  'dateposted',
  'date.created',
  'datecreated',
  'creation_date',
  'originalpublicationdate',
  'video:release_date',
  'bt:pubdate',
  'rnews:datepublished',
  'weibo:article:create_at',
  'bytedance:published_time',
  'ms.date',
]
/** Names that also stand for the day on which a page was last written out, or for that of an event. */
const vagueMetas = ['dc.date', 'dcterms.date', 'date', 'created', 'gentime']
const modifiedMetas = [
  'article:modified_time',
  'article:modified',
  'og:article:modified_time',
  'og:modified_time',
  'og:updated_time',
  'article:updated_time',
  'bytedance:updated_time',
  'weibo:article:update_at',
  'datemodified',
  'date_modified',
  'modified_time',
  'updated_time',
  'dc.modified',
  'dc.date.modified',
  'dcterms.modified',
  'last-modified',
  'lastmodified',
  'lastmod',
  'last_updated',
  'revised',
]

/** Names that sites make up for the same. */
const publishedName =
  /(?:^|[^a-z])(?:publish(?:ed)?|publication|pub|posted)[^a-z]?(?:date|time|on|at)(?:time)?$/
const modifiedName =
  /(?:^|[^a-z])(?:last[^a-z]?)?(?:updated?|modified|modification)[^a-z]?(?:date|time|on|at)?(?:time)?$/

function namesLike(scan: PageScan, pattern: RegExp): string[] {
  return [...scan.metas.keys()].filter((name) => pattern.test(name))
}

/** Dates that a page states for programs, ISO 8601; empty where it does not. */
export interface StatedDates {
  /** When the article was published, as it states itself or the metas do. */
  published: string
  /** A date of metas that may mean another one. */
  vague: string
  /** When the page that holds the article was published. */
  pagePublished: string
  modified: string
}

function firstMeta(scan: PageScan, names: readonly string[], reading: DateReading): string {
  for (const name of names) {
    for (const value of scan.metas.get(name) ?? []) {
      const date = parseDate(value, reading)
      if (date !== '') return date
    }
  }
  return ''
}

function firstOfNodes(
  nodes: readonly LdNode[],
  keys: readonly string[],
  reading: DateReading,
): string {
  for (const { value } of nodes) {
    for (const key of keys) {
      const date = parseDate(ldText(value[key]), reading)
      if (date !== '') return date
    }
  }
  return ''
}

/** Reads the linked data and the metas of a page. */
export function statedDates(
  scan: PageScan,
  { articles, works, pages }: MainEntities,
  reading: DateReading,
): StatedDates {
  return {
    published:
      firstOfNodes(articles, ['datePublished'], reading) ||
      firstMeta(scan, publishedMetas, reading) ||
      firstOfNodes(works, ['datePublished', 'uploadDate'], reading) ||
      firstOfNodes(articles, ['dateCreated', 'uploadDate'], reading),
    vague: firstMeta(scan, vagueMetas, reading),
    pagePublished:
      firstOfNodes(pages, ['datePublished', 'dateCreated'], reading) ||
      firstMeta(scan, namesLike(scan, publishedName), reading),
    modified:
      firstMeta(scan, modifiedMetas, reading) ||
      firstOfNodes([...articles, ...pages], ['dateModified'], reading) ||
      firstMeta(scan, namesLike(scan, modifiedName), reading),
  }
}
