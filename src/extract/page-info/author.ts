import { belongsToOthers } from './beside.ts'
import { ABOUT_AUTHOR, hasLabel, isLabel } from './byline-label.ts'
import { BYLINE_MAX_CHARS, isWholeName, nameInByline, nameInFacts, namesIn } from './byline.ts'
import { namesOf, type LinkedData } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import { hasHeadline } from './page-address.ts'
import type { PageKind } from './page-kind.ts'
import { plainText } from './plain-text.ts'
import { PERSON } from './scan/mark-words.ts'
import type { MarkedText, PageScan } from './scan/page-scan.ts'
import { Region } from './scan/regions.ts'
import { creditLine } from './scan/scan-rules.ts'
import { isInHead, placeOfTitle, type TitlePlace } from './title.ts'

const authorMetas = [
  'dc.creator',
  'dcterm.creator',
  'dcterms.creator',
  'author',
  'authors',
  'article:author',
  'article:author_name',
  'og:article:author',
  'parsely-author',
  'sailthru.author',
  'citation_author',
  'byl',
  'bt:author',
]
const LINES_AFTER_HEADING_COUNT = 10
const LINES_BEFORE_HEADING_COUNT = 3
const NAMES_MAX_COUNT = 12

const outside =
  Region.nav | Region.footer | Region.aside | Region.comments | Region.related | Region.quoted

function statedNames(values: readonly string[]): string {
  const names = values
    .flatMap((value) => namesIn(inReadingOrder(plainText(value)), 'stated'))
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

/** Whether lines stand between two marks that make them those of different texts. */
function isApart(first: MarkedText, other: MarkedText): boolean {
  return other.line - first.line > COAUTHOR_MAX_LINES || other.proseBefore !== first.proseBefore
}

/** Whether a mark names another author of the same text: it is like the first one and stands close after it. */
function isBeside(other: MarkedText, first: MarkedText): boolean {
  const isAlike = other.tag === first.tag && other.hints.join(' ') === first.hints.join(' ')
  return other === first || (isAlike && other.line >= first.line && !isApart(first, other))
}

const COAUTHOR_MAX_LINES = 2
/** Lines after the title in which its author is named, though many names are marked in the same way. */
const NEAR_MAX_LINES = 3

/** Whether the names of an element say that it holds something else of an author or a text: their job, its section. */
function isOfAnother({ tag, hints }: MarkedText): boolean {
  return hints.some((hint) => OF_JOB.has(hint) || (tag === 'a' && OF_SECTION.has(hint)))
}

/** Their job, or that they are quoted. */
const OF_JOB: ReadonlySet<string> = new Set(
  'role job jobtitle position occupation company description desc slide client customer quote'.split(
    ' ',
  ),
)
const OF_SECTION: ReadonlySet<string> = new Set(
  'section category categories tag tags topic topics'.split(' '),
)

/** Whether a mark away from the title says by itself that it names who wrote the text, not who is quoted in it. */
function saysAuthor({ tag, text, hints, itemprop, region }: MarkedText): boolean {
  const [line = ''] = text.split('\n', 1)
  return (
    itemprop !== '' ||
    hints.some((hint) => OF_BOX.has(hint)) ||
    (tag === 'a' && (region & Region.heading) === 0) ||
    isLabel(line) ||
    hasLabel(line) ||
    ABOUT_AUTHOR.test(line)
  )
}

/** Words in the names of elements that show who wrote the text, in a box of their own or in a line. */
const OF_BOX: ReadonlySet<string> = new Set(
  'byline bylines vcard box bio biography about card info profile post entry blog article username user fn'.split(
    ' ',
  ),
)

function isNear({ starts }: TitlePlace, { line, proseBefore }: MarkedText): boolean {
  return starts.some(
    (from) =>
      line >= from.line && line - from.line <= NEAR_MAX_LINES && proseBefore === from.proseBefore,
  )
}

function nameOf(mark: MarkedText): string {
  return (mark.tag !== 'a' && nameInByline(mark.value)) || nameInByline(mark.text)
}

function kindOf({ tag, hints }: MarkedText): string {
  return `${tag} ${hints.join(' ')}`
}

/** Kinds of marks that show several names away from each other: those of a list of other texts, or of what readers say. */
function listedKinds(marks: readonly MarkedText[]): Set<string> {
  const listed = new Set<string>()
  const last = new Map<string, MarkedText>()
  for (const mark of marks) {
    if (mark.hints.some((hint) => OF_POSTS.has(hint))) continue
    const before = last.get(kindOf(mark))
    last.set(kindOf(mark), mark)
    if (before !== undefined && isApart(before, mark) && nameOf(before) !== nameOf(mark))
      listed.add(kindOf(mark))
  }
  return listed
}

/** Words in the names of elements that name who wrote a post: the first one of a thread is its author. */
const OF_POSTS: ReadonlySet<string> = new Set(['username', 'user', 'post', 'poster', 'creator'])

/** Marks that may name who wrote the page, in the order of the page. */
function usableMarks(scan: PageScan, title: TitlePlace): MarkedText[] {
  const listed = listedKinds(scan.bylines)
  return scan.bylines.filter(
    (mark) =>
      (mark.region & outside) === 0 &&
      !mark.hints.includes(PERSON) &&
      !/^(?:label|input)$/.test(mark.tag) &&
      !isOfAnother(mark) &&
      !belongsToOthers(scan, title, mark) &&
      (!listed.has(kindOf(mark)) || isNear(title, mark)),
  )
}

const RANKS: readonly ((mark: MarkedText) => boolean)[] = [
  ({ itemprop }) => /^(?:author|creator)$/i.test(itemprop),
  ({ hints }) => hints.includes('byline') || hints.includes('bylines'),
  () => true,
]

function markedAuthor(usable: readonly MarkedText[]): string {
  for (const isOfRank of RANKS) {
    for (const mark of usable) {
      if (!isOfRank(mark)) continue
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

/** Whom marks and lines in the head of the text name: a line that goes on after the marked name names more. */
function headAuthor(scan: PageScan, title: TitlePlace, marks: readonly MarkedText[]): string {
  const marked = markedAuthor(marks.filter((mark) => isInHead(title, mark)))
  const line = lineAuthor(scan, title)
  return marked === '' || line.startsWith(`${marked}, `) ? line : marked
}

/** Whom marks away from the title name, if that is one person: several are those of lists, of comments, of praise. */
function awayAuthor(title: TitlePlace, marks: readonly MarkedText[]): string {
  const away = marks.filter((mark) => !isInHead(title, mark) && saysAuthor(mark))
  const posts = away.filter(({ hints }) => hints.some((hint) => OF_POSTS.has(hint)))
  if (posts.length > 0) return markedAuthor(away)
  const names = new Set(away.map(nameOf).filter((name) => name !== ''))
  const author = markedAuthor(away)
  return [...names].every((name) => author.includes(name) || name.includes(author)) ? author : ''
}

/** A line that begins with “By”, or the line after one that says nothing else, close to the top heading. */
function lineAuthor(scan: PageScan, title: TitlePlace): string {
  for (const heading of scan.openings) {
    const near = [
      ...heading.after
        .slice(0, LINES_AFTER_HEADING_COUNT)
        .filter((line) => (line.region & outside & ~title.region) === 0)
        .filter((line) => isInHead(title, line) && !belongsToOthers(scan, title, line))
        .map(({ text }) => text),
      ...heading.before.slice(-LINES_BEFORE_HEADING_COUNT),
    ]
    for (const [index, line] of near.entries()) {
      if (line.length > BYLINE_MAX_CHARS || !(isLabel(line) || hasLabel(line))) continue
      const names = namesIn(isLabel(line) ? `${line} ${near[index + 1] ?? ''}` : line, 'line')
      if (names.length > 0 && /^[\p{Lu}\p{Lo}]/u.test(names[0]!)) return names.join(', ')
    }
  }
  return ''
}

/** Lines between a name and a day that are of one byline. */
const DAY_MAX_LINES = 4
/** Characters of a line besides the name of a person that it links to: more are a sentence. */
const BESIDE_NAME_MAX_CHARS = 40

/** Who is named beside the day of the text, under its title: in a line of facts, or as a link to a person's own page. */
function namedByDay(scan: PageScan, title: TitlePlace): string {
  const days = scan.datedLines.filter(
    (line) => isInHead(title, line) && !belongsToOthers(scan, title, line),
  )
  const fact = days.map(({ text }) => nameInFacts(text)).find((name) => name !== '')
  if (fact !== undefined) return fact
  const lines = new Map(
    scan.openings.flatMap(({ after }) => after.map(({ line, text }) => [line, text] as const)),
  )
  const names = scan.bylines
    .filter(
      (mark) =>
        mark.hints.includes(PERSON) &&
        isInHead(title, mark) &&
        !belongsToOthers(scan, title, mark) &&
        isWholeName(mark.text) &&
        (lines.get(mark.line) ?? '').length <= mark.text.length + BESIDE_NAME_MAX_CHARS &&
        days.some(({ line }) => Math.abs(line - mark.line) <= DAY_MAX_LINES),
    )
    .flatMap(({ text }) => namesIn(text))
  return [...new Set(names)].join(', ')
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
  const title = placeOfTitle(scan, entities)
  const marks = usableMarks(scan, title)
  return (
    headAuthor(scan, title, marks) ||
    namedByDay(scan, title) ||
    awayAuthor(title, marks) ||
    creditedAuthor(scan, title) ||
    (kind === 'article' || hasHeadline(url) ? siteAuthor : '')
  )
}

/** A first and a last name, or a name in Chinese, Japanese or Korean; in other scripts without small letters, two words. */
const WHOLE_NAME =
  /^(?:\p{Lu}\S{0,30}(?:\s\S{1,30}){1,3}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}・]{2,10}|\p{Lo}[\p{L}\p{M}]{1,20}(?:\s[\p{L}\p{M}]{2,20}){1,3})$/u

/** The person that a line anywhere in the text names as its author; nobody where lines apart name several. */
function creditedAuthor(scan: PageScan, title: TitlePlace): string {
  const found = new Set<string>()
  for (const line of scan.credits) {
    if (belongsToOthers(scan, title, line)) continue
    // What the person is follows in lower case: `Ada Porter, harbour master.`
    const [name] = namesIn(line.text.replace(creditLine, ''), 'marked')
    if (name !== undefined && WHOLE_NAME.test(name)) found.add(name)
  }
  const [name = '', ...others] = found
  return others.length < CREDITED_MAX_COUNT ? name : ''
}

/** People whom lines of one text name as its authors, at most; more are those of a list. */
const CREDITED_MAX_COUNT = 2
