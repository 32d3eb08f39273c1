import { findDate } from './dates.ts'
import { namesOf, type LinkedData } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import type { PageKind } from './page-kind.ts'
import type { MarkedText, PageScan } from './page-scan.ts'
import { plainText } from './plain-text.ts'
import { Region } from './regions.ts'

const authorMetas = [
  'dc.creator',
  'dcterm.creator',
  'dcterms.creator',
  'author',
  'article:author',
  'article:author_name',
  'og:article:author',
  'parsely-author',
  'sailthru.author',
  'citation_author',
  'byl',
  'bt:author',
]
const NAME_MAX_CHARS = 70
const NAME_MAX_WORDS = 7
const BYLINE_MAX_CHARS = 140
const LINES_AFTER_HEADING_COUNT = 10
const LINES_BEFORE_HEADING_COUNT = 3

const outside = Region.nav | Region.footer | Region.aside | Region.comments | Region.related
const label =
  /^(?:(?:(?:written|posted|published|created|recipe|story|text|words|article|submitted|contributed|authored|review(?!ed))\s)?by|author|authors|autor|autora|auteur|von|par|por|door|escrito por|rédigé par|geschrieben von|af|av)\b\s?[:|]?\s?/i
const joiner = /^(?:and|&|,|und|et|y|e|og|och|en)$/i
const junk =
  /^(?:admin|administrator|undefined|null|none|unknown|anonymous|webmaster|editor|staff|user|guest|author|authors|byline|via|guide|written|posted|published|updated|sign in|log ?in|share|follow|subscribe|bio|about|view|email|contact|posts?|articles?|comments?|reply|home|menu|search|read more|more|website|wordpress|super user|name|title|by)$|@\w+\.\w|https?:|www\.|\b(?:min(?:ute)?s? read|read time|last (?:updated|modified|reviewed)|updated on|published on|reviewed by|edited by|fact.checked|posts by|all posts|sign up|email address|read bio|more from|privacy|cookie|subscribe|newsletter|copyright|written by|learn more|follow us|join date|location|testimonial)\b|[{}<>=©*]|\w\.\w+\.\w/i

/** A byline part cut down to the name in it: no label before it, no date, role or reading time behind it. */
function nameIn(part: string): string {
  let name = part.slice(0, BYLINE_MAX_CHARS)
  const date = findDate(name)
  if (date !== undefined) name = name.slice(0, date.start)
  name = name
    .replace(label, '')
    .replace(/^By(?=\p{Lu})/u, '')
    .replace(
      /\s(?:on\s)?\d{1,3}\s?min(?:ute)?s?\b.{0,140}$|\son\s\p{Lu}\p{L}{2,8}\.?\s\d{1,2}$/u,
      '',
    )
    .replace(/\s(?:\||•|·|–|—|-)(?:\s.{0,140})?$/, '')
    .replace(
      /[.,]\s(?:reviewed|edited|updated|published|medically|photos?|images?)\b.{0,140}$/i,
      '',
    )
    .replace(
      /\s(?:published|updated|posted|last updated|on)(?: on)?:?\s?$|^(?:published|updated|posted|last updated|on)(?: on)?:?\s?$/i,
      '',
    )
  return name.replace(/^[\s,;:|·•–—-]+/, '').replace(/[\s,;:|·•–—-]+$/, '')
}

/** What follows “by” inside a line: `5 May 2024 by Jane Doe`. */
function afterBy(line: string): string {
  const at = line.search(/\sby\s/i)
  return at === -1 ? '' : line.slice(at + 4)
}

function isName(name: string): boolean {
  return (
    name.length >= 2 &&
    name.length <= NAME_MAX_CHARS &&
    name.split(' ').length <= NAME_MAX_WORDS &&
    /\p{L}/u.test(name) &&
    !junk.test(name) &&
    !/^(?=.*\s).*\d/.test(name) &&
    !/[?!;:]|\p{L}{3,}\.\s/u.test(name)
  )
}

/** The names in the lines of a byline, joined as the page joins them; empty when there is none. */
export function nameInByline(text: string): string {
  const lines = text.split('\n').slice(0, 8)
  for (const [index, line] of lines.entries()) {
    const name = [line, afterBy(line)].map(nameIn).find(isName)
    if (name === undefined) continue
    const names = [name]
    for (let next = index + 1; next + 1 < lines.length && joiner.test(lines[next]!); next += 2) {
      const other = nameIn(lines[next + 1]!)
      if (!isName(other)) break
      names.push(other)
    }
    return names.join(', ')
  }
  return ''
}

function statedNames(values: readonly string[]): string {
  const names = values.map((value) => nameIn(inReadingOrder(plainText(value)))).filter(isName)
  return [...new Set(names)].join(', ')
}

/** Bibliographic `Doe, Jane` as `Jane Doe`; anything else unchanged. */
function inReadingOrder(name: string): string {
  const match = /^([\p{L}'’-]{2,30}), (\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}\.?)?)$/u.exec(name)
  return match === null || /^(?:MD|PhD|RD|DVM|JD|CPA|MBA|RN|DDS|Jr|Sr|Inc)\b/i.test(match[2]!)
    ? name
    : `${match[2]} ${match[1]}`
}

/** Letters and digits only, to compare a name with that of the site. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function markedAuthor(marks: readonly MarkedText[], firstLine: number): string {
  const usable = marks.filter(
    (mark) => (mark.region & outside) === 0 && !/^(?:label|input)$/.test(mark.tag),
  )
  const ranks: ((mark: MarkedText) => boolean)[] = [
    (mark) => mark.itemprop.toLowerCase() === 'author' || mark.itemprop.toLowerCase() === 'creator',
    (mark) => mark.hints.includes('byline') || mark.hints.includes('bylines'),
    () => true,
  ]
  for (const isOfRank of ranks) {
    for (const mark of usable) {
      if (!isOfRank(mark) || mark.line < firstLine) continue
      const name = (mark.tag !== 'a' && nameInByline(mark.value)) || nameInByline(mark.text)
      if (name !== '') return name
    }
  }
  return ''
}

/** A line that begins with “By”, or the line after one that says nothing else, close to the top heading. */
function lineAuthor(scan: PageScan): string {
  for (const heading of scan.headings) {
    const near = [
      ...heading.after.slice(0, LINES_AFTER_HEADING_COUNT),
      ...heading.before.slice(-LINES_BEFORE_HEADING_COUNT),
    ]
    for (const [index, line] of near.entries()) {
      if (line.length > BYLINE_MAX_CHARS || !label.test(line)) continue
      const rest = line.replace(label, '')
      const name = nameIn(rest === '' ? (near[index + 1] ?? '') : rest)
      if (isName(name) && /^\p{Lu}/u.test(name)) return name
    }
  }
  return ''
}

/** What the author search needs to know of the page. */
export interface AuthorContext {
  scan: PageScan
  data: LinkedData
  entities: MainEntities
  kind: PageKind
  /** Names of the site and its host: they are an author only when an article names no other. */
  siteNames: readonly string[]
}

/** Who wrote the page, names joined by a comma; empty when the page does not tell. */
export function findAuthor({ scan, data, entities, kind, siteNames }: AuthorContext): string {
  const sites = new Set(siteNames.map(bare).filter((name) => name !== ''))
  let siteAuthor = ''
  const stated = [
    ...[...entities.articles, ...entities.works].map((node) =>
      namesOf(data, node.value['author'] ?? node.value['creator']),
    ),
    ...authorMetas.map((name) => scan.metas.get(name) ?? []),
    /written|author|verfasst|escrit|écrit/i.test(scan.metas.get('twitter:label1')?.[0] ?? '')
      ? (scan.metas.get('twitter:data1') ?? [])
      : [],
  ]
  for (const values of stated) {
    const author = statedNames(values)
    if (author === '') continue
    if (!sites.has(bare(author))) {
      if (kind === 'article' || kind === 'unknown') return author
    } else siteAuthor ||= author
  }
  if (kind === 'thing' || kind === 'list') return ''
  return markedAuthor(scan.bylines, 0) || lineAuthor(scan) || (kind === 'article' ? siteAuthor : '')
}
