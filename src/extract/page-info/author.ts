import { findDate } from './dates/dates.ts'
import { namesOf, type LinkedData } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import { hasHeadline } from './page-address.ts'
import type { PageKind } from './page-kind.ts'
import { plainText } from './plain-text.ts'
import type { MarkedText, PageScan } from './scan/page-scan.ts'
import { Region } from './scan/regions.ts'
import { creditLine } from './scan/scan-rules.ts'

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
  /^(?:(?:(?:articles|posts|stories|more|written|posted|published|created|recipe|story|text|words|article|submitted|contributed|authored|review(?!ed))\s)?by|contributors?(?=:)|author|authors|autor|autora|auteur|von|par|por|door|escrito por|rédigé par|geschrieben von|af|av)\b\s?[:|]?\s?/i
/** The same in other scripts, which have no word borders as above. */
const otherLabel =
  /^(?:(?:автор[иы]?|текст|аўтар|аутор|συντάκτης|του|作者|記者|记者|文|筆者|執筆者?|글쓴이|작성자|الكاتب|نویسنده|लेखक|ผู้เขียน|tác giả|yazar|yazan|szerző|penulis|oleh|kirjoittaja|skrevet av|skriven av|napsal[aio]?|autork?a|tekst|tekst:|text|di|a cura di|bởi)\s?[:：／/]\s?|(?:بقلم|كتبه?ا?|نوشته|מאת|oleh|a cura di|skrevet av|skriven av|bởi|από)\s)/iu
const joiner = /^(?:and|&|,|und|et|y|e|og|och|en|i|és|ve|dan|και|и|та|و)$/iu
/** What stands between the names of several persons in one line. */
const between =
  /\s?[,،、;]\s?(?:(?:and|&|und|et|y)\s)?|\s(?:and|&|und|et|y|e|og|och|en|i|és|ve|dan|και|и|та)\s/iu
const WORDS_OF_ONE_NAME = /^\p{Lu}\S{0,30}(?:\s\S{1,30}){1,3}$/u
const NAMES_MAX_COUNT = 12
const junk =
  /^(?:admin|administrator|undefined|null|none|unknown|anonymous|webmaster|editor|staff|user|guest|author|authors|byline|via|guide|written|posted|published|updated|sign in|log ?in|share|follow|subscribe|bio|about|view|email|contact|posts?|articles?|comments?|reply|home|menu|search|read more|more|website|wordpress|super user|name|title|by|get in touch|contact us|donate|shop|store|about the authors?|our story|(?:more )?about me|follow me|originally|on behalf of|insights from|the author|from\s.{0,60}|(?:sun|mon|tue|wed|thu|fri|sat)(?:day)?|(?=[a-z]*\d)[a-z\d]{16,})$|\w\(|@\w+\.\w|https?:|www\.|\b(?:min(?:ute)?s? read|read time|last (?:updated|modified|reviewed)|updated on|published on|reviewed by|edited by|fact.checked|posts by|all posts|sign up|email address|read bio|more from|privacy|cookie|subscribe|newsletter|copyright|written by|learn more|follow us|join date|location|testimonial|visit the|get in touch)\b|[{}<>=©*]|\w\.\w+\.\w/i

/** A byline part cut down to the name in it: no label before it, no date, role or reading time behind it. */
function nameIn(part: string): string {
  let name = part.slice(0, BYLINE_MAX_CHARS)
  const date = findDate(name)
  if (date !== undefined) {
    name = date.start === 0 ? name.slice(date.end) : name.slice(0, date.start)
  }
  name = name
    .replace(/^[\s,;:|·•–—-]+/, '')
    .replace(label, '')
    .replace(otherLabel, '')
    .replace(/^By(?=\p{Lu})/u, '')
    .replace(
      /\s(?:on\s)?\d{1,3}\s?min(?:ute)?s?\b.{0,140}$|\son\s\p{Lu}\p{L}{2,8}\.?\s\d{1,2}$|\son\s\p{Lu}\p{L}{2,8}day$/u,
      '',
    )
    .replace(/\s(?:發表[在於]|发表[在于])$/u, '')
    .replace(/\s(?:\||•|·|–|—|-)(?:\s.{0,140})?$/, '')
    .replace(
      /[.,]\s(?:reviewed|edited|updated|published|medically|photos?|images?)\b.{0,140}$/i,
      '',
    )
    .replace(
      /\s(?:published|updated|posted|last updated|on|at)(?: on)?:?\s?$|^(?:published|updated|posted|last updated|on)(?: on)?:?\s?$/i,
      '',
    )
  return name.replace(/^[\s,;:|·•●–—"“”-]+/, '').replace(/[\s,;:|·•●–—"“”-]+$/, '')
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
    !/[?!;:：？！]|\p{L}{3,}\.\s/u.test(name)
  )
}

/** Several names in one text apart; the text alone where it is one name, with its titles. */
function apart(text: string): string[] {
  const parts = text.split(between).filter((part) => part !== '')
  const areWhole = parts.every((part) => WORDS_OF_ONE_NAME.test(part) && isName(part))
  return parts.length > 1 && parts.length <= NAMES_MAX_COUNT && areWhole ? parts : [text]
}

function areNames(text: string): boolean {
  return apart(text).every(isName)
}

/** The names in the lines of a byline, joined as the page joins them; empty when there is none. */
export function nameInByline(text: string): string {
  const lines = text.split('\n').slice(0, 8)
  for (const [index, line] of lines.entries()) {
    const name = [line, afterBy(line)].map(nameIn).find(areNames)
    if (name === undefined) continue
    const names = apart(name)
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
  const names = values
    .flatMap((value) => apart(nameIn(inReadingOrder(plainText(value)))))
    .filter(isName)
    .slice(0, NAMES_MAX_COUNT)
  return [...new Set(names)].join(', ')
}

/** Bibliographic `Doe, Jane` as `Jane Doe`; anything else unchanged. */
function inReadingOrder(name: string): string {
  const match = /^([\p{L}'’-]{2,30}), (\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}\.?)?)$/u.exec(name)
  return match === null || /^(?:MD|PhD|RD|DVM|JD|CPA|MBA|RN|DDS|Jr|Sr|Inc)\b/i.test(match[2]!)
    ? name
    : `${match[2]} ${match[1]}`
}

const organizationWord =
  /^the\b|\b(?:inc|llc|ltd|gmbh|pc|corp|co|company|official|services|solutions|group|association|society|foundation|institute|university|college|school|center|centre|clinic|hospital|bank|agency|department|media|news|press|magazine|journal|store|shop|labs|data|software|technologies|systems)\b/i

/** Whether a name that is also the site's is rather a company's than that of a person with a site of their own. */
function isOrganization(data: LinkedData, name: string): boolean {
  if (!/[\p{Lu}][^\s]*\s[^\s]*[\p{L}]/u.test(name) || organizationWord.test(name)) return true
  const types = data.nodes
    .filter(({ value }) => namesOf(data, value).some((one) => bare(one) === bare(name)))
    .flatMap((node) => node.types)
  if (types.includes('person')) return false
  return types.some((type) => type.endsWith('organization') || type === 'corporation')
}

/** Letters of the name of a site that also begins another name, at least. */
const SITE_NAME_MIN_CHARS = 5

/** Whether a name is that of the site, or the one begins with the other: Harbour, Harbour Official. */
function isOfSite(name: string, sites: ReadonlySet<string>): boolean {
  const own = bare(name)
  return [...sites].some(
    (site) =>
      site === own ||
      (Math.min(site.length, own.length) >= SITE_NAME_MIN_CHARS &&
        (own.startsWith(site) || site.startsWith(own))),
  )
}

/** Letters and digits only, to compare a name with that of the site. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a mark names another author of the same text: it is like the first one and stands close after it. */
function isBeside(other: MarkedText, first: MarkedText): boolean {
  const isAlike = other.tag === first.tag && other.hints.join(' ') === first.hints.join(' ')
  const distance = other.line - first.line
  return other === first || (isAlike && distance >= 0 && distance <= COAUTHOR_MAX_LINES)
}

const COAUTHOR_MAX_LINES = 2

function markedAuthor(marks: readonly MarkedText[], firstLine: number): string {
  const usable = marks.filter(
    (mark) => (mark.region & outside) === 0 && !/^(?:label|input)$/.test(mark.tag),
  )
  const ranks: ((mark: MarkedText) => boolean)[] = [
    (mark) => mark.itemprop.toLowerCase() === 'author' || mark.itemprop.toLowerCase() === 'creator',
    (mark) => mark.hints.includes('byline') || mark.hints.includes('bylines'),
    () => true,
  ]
  const nameOf = (mark: MarkedText): string =>
    (mark.tag !== 'a' && nameInByline(mark.value)) || nameInByline(mark.text)
  for (const isOfRank of ranks) {
    for (const mark of usable) {
      if (!isOfRank(mark) || mark.line < firstLine) continue
      const name = nameOf(mark)
      if (name === '') continue
      // Names of accounts are those of posts, which have one author each.
      const alike = mark.hints.includes('username')
        ? [mark]
        : usable.filter((other) => isBeside(other, mark))
      return [...new Set(alike.map(nameOf))].filter((one) => one !== '').join(', ')
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
      if (line.length > BYLINE_MAX_CHARS || !(label.test(line) || otherLabel.test(line))) continue
      const rest = line.replace(label, '').replace(otherLabel, '')
      const name = nameIn(rest === '' ? (near[index + 1] ?? '') : rest)
      if (areNames(name) && /^[\p{Lu}\p{Lo}]/u.test(name)) return apart(name).join(', ')
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
  url: string
  /** Names of the site and its host: they are an author only when an article names no other. */
  siteNames: readonly string[]
}

/** Who wrote the page, names joined by a comma; empty when the page does not tell. */
export function findAuthor({ scan, data, entities, kind, siteNames, url }: AuthorContext): string {
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
    if (!isOfSite(author, sites)) {
      if (kind === 'article' || kind === 'unknown') return author
    } else if (!isOrganization(data, author)) siteAuthor ||= author
  }
  if (kind === 'thing' || kind === 'list') return ''
  return (
    markedAuthor(scan.bylines, 0) ||
    lineAuthor(scan) ||
    creditedAuthor(scan) ||
    (kind === 'article' || hasHeadline(url) ? siteAuthor : '')
  )
}

/** A first and a last name, or a name in Chinese, Japanese or Korean. */
const WHOLE_NAME =
  /^(?:\p{Lu}\S{0,30}(?:\s\S{1,30}){1,3}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}・]{2,10})$/u

/** The person that a line anywhere in the text names as its author. */
function creditedAuthor(scan: PageScan): string {
  for (const line of scan.credits) {
    // What the person is follows in lower case: `Ada Porter, harbour master.`
    const name = nameIn(line.replace(creditLine, '').replace(/,\s\p{Ll}.{0,140}$/u, ''))
    if (isName(name) && WHOLE_NAME.test(name)) return name
  }
  return ''
}
