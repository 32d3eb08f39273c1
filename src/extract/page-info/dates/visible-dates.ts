import { belongsToOthers, listedLines } from '../beside.ts'
import type { DatedLine, MarkedText, PageScan, Spot } from '../scan/page-scan.ts'
import { Region } from '../scan/regions.ts'
import { isInHead, type TitlePlace } from '../title.ts'
import { type DateMeaning, meaningOf } from './date-meaning.ts'
import { type DateReading, datesIn, type FoundDate, parseDate } from './dates.ts'

/** A date that a reader of the page sees, or that stands behind what the reader sees. */
export interface VisibleDate {
  /** ISO 8601. */
  iso: string
  meaning: DateMeaning
  /** How likely it is that of the page itself. */
  weight: number
  /** Whether it stands in the text of the page and is not told in a sentence of it. */
  isOwn: boolean
  /** Whether it belongs to another text: a related one, a comment, what somebody says of a product. */
  isOthers: boolean
  /** Whether nothing says what it is: no word, no mark, not its place right below the title. */
  isBare: boolean
  /** Whether it was read from text, as it is where the page is read, not from a value for programs. */
  isText: boolean
}

const outside =
  Region.nav | Region.footer | Region.aside | Region.comments | Region.related | Region.quoted
/** Characters around a date without a meaning, over which it is told in a sentence. */
const SENTENCE_MIN_CHARS = 60

const weightOf: Readonly<Record<DateMeaning, number>> = {
  published: 3,
  modified: 2,
  unsaid: 0,
  other: -10,
}
const MARKED = 1.5
const IN_SENTENCE = -2.5
const OUTSIDE = -4
/** Names of classes tell less inside of an article. */
const RELATED_IN_ARTICLE = -1.5
const IN_MAIN = 0.5

/** Weight by the number of lines after the title, the first bound that holds. */
const nearness: readonly (readonly [from: number, to: number, weight: number])[] = [
  [-1, -1, 0.5],
  [-5, -2, 2],
  [0, 3, 3],
  [4, 9, 2],
  [10, 24, 0.5],
]

/** Parts of a page beside its text that hold something, and not its title. */
function apartFrom(title: TitlePlace, region: number): number {
  return region & outside & ~title.region
}

/** Some articles have their facts in a column beside them. */
function isOwn(title: TitlePlace, region: number): boolean {
  return (apartFrom(title, region) & ~Region.aside) === 0
}

function byPlace(spot: Spot, title: TitlePlace): number {
  const { line, region } = spot
  const starts = isInHead(title, spot) ? title.starts : []
  const near = starts.map((from) => {
    const distance = line - from.line
    return nearness.find(([first, last]) => distance >= first && distance <= last)?.[2] ?? 0
  })
  const apart = apartFrom(title, region)
  const isInArticle = apart === Region.related && (region & Region.article) !== 0
  return (
    Math.max(0, ...near) +
    (apart === 0 ? 0 : isInArticle ? RELATED_IN_ARTICLE : OUTSIDE) +
    ((region & (Region.article | Region.main)) === 0 ? 0 : IN_MAIN)
  )
}

/** Lines after a title that hold its own day, though they look like an entry of a list. */
const CLOSE_LINES_COUNT = 3

function isClose({ starts }: TitlePlace, line: number): boolean {
  return starts.some((from) => line >= from.line && line - from.line < CLOSE_LINES_COUNT)
}

/** Whether something stands between the title and the text, a few lines below the one. */
function opensText({ starts }: TitlePlace, { line, proseBefore }: Spot): boolean {
  return starts.some(
    (from) =>
      line >= from.line &&
      line - from.line <= CLOSE_LINES_COUNT &&
      proseBefore === from.proseBefore,
  )
}

function hintedMeaning(mark: MarkedText): DateMeaning {
  const hints = new Set(mark.hints)
  const says = (...words: string[]): boolean => words.some((word) => hints.has(word))
  if (says('event', 'events') && says('start', 'end', 'begin', 'from', 'until')) return 'other'
  if (says('venue', 'schedule', 'birthday', 'deadline')) return 'other'
  if (mark.pubdate || says('published', 'datepublished', 'publish', 'pubdate', 'posted')) {
    return 'published'
  }
  if (says('modified', 'update', 'datemodified', 'lastmod', 'lastmodified', 'edited')) {
    return 'modified'
  }
  // Blogs call the date of a post `updated` as microformats do, whether or not it ever was.
  return says('updated') && !says('post', 'entry', 'meta', 'date') ? 'modified' : 'unsaid'
}

/** The place of a report, or nothing, and what its day stands in. */
const PLACE_BEFORE = /^(?:\p{Lu}[\p{L} .,'’/-]{0,40}[,(–—-]\s?\(?|\()?$/u
const REPORT_AFTER = /^\s?(?:[)].{0,2}|\.\s\p{Lu}|[–—:/|-]|[„“"«])/u

/** Whether a paragraph begins with the date, as a report does: `Karlsruhe (12.11.2021). The church …`. */
function isDateline(text: string, { start, end }: FoundDate): boolean {
  return PLACE_BEFORE.test(text.slice(0, start).trimStart()) && REPORT_AFTER.test(text.slice(end))
}

/** Text between the first and the last day of something. */
const TILL = /^\s?(?:[-–—~～]|to|until|till|through|bis|au|al|até|do|по|до|tot|t\/m)\s?$/iu

function meaningIn(
  { text, label }: DatedLine,
  dates: readonly FoundDate[],
  index: number,
): DateMeaning {
  const { start, end } = dates[index]!
  const before = text.slice(index === 0 ? 0 : dates[index - 1]!.end, start)
  const after = text.slice(end, dates[index + 1]?.start)
  const isFirstDay = index + 1 < dates.length && TILL.test(after)
  if (isFirstDay || (index > 0 && TILL.test(before))) return 'other'
  const said = meaningOf(before, after)
  return said === 'unsaid' && index === 0 && before.length < 4 ? meaningOf(label, '') : said
}

/** Days that marks of one kind show, away from the title, from which on they are those of a list of other pages. */
const LIST_MIN_DAYS = 2
const NEAR_MIN_WEIGHT = 2

function kindOf({ tag, hints }: MarkedText): string {
  return `${tag} ${hints.join(' ')}`
}

/** Kinds of marks that show several days. */
function listedKinds(marks: readonly MarkedText[], reading: DateReading): Set<string> {
  const days = new Map<string, Set<string>>()
  for (const mark of marks) {
    const iso = parseDate(mark.value, reading) || (datesIn(mark.text, reading)[0]?.iso ?? '')
    if (iso === '') continue
    const known = days.get(kindOf(mark)) ?? new Set<string>()
    days.set(kindOf(mark), known.add(iso.slice(0, 10)))
  }
  return new Set([...days].filter(([, { size }]) => size >= LIST_MIN_DAYS).map(([kind]) => kind))
}

/** Every date of the page's lines and marked elements, in document order. */
export function findVisibleDates(
  scan: PageScan,
  title: TitlePlace,
  reading: DateReading,
): VisibleDate[] {
  const visibleDates: VisibleDate[] = []
  const everyMark = [...scan.times, ...scan.dated]
  const listed = listedKinds(everyMark, reading)
  const hinted = (mark: MarkedText, place: number): DateMeaning =>
    place < NEAR_MIN_WEIGHT && listed.has(kindOf(mark)) ? 'unsaid' : hintedMeaning(mark)
  const marks = new Map<number, MarkedText[]>()
  for (const mark of everyMark) {
    marks.set(mark.line, [...(marks.get(mark.line) ?? []), mark])
  }
  const dated = scan.datedLines.map((line) => ({ line, dates: datesIn(line.text, reading) }))
  const entries = listedLines(
    dated.flatMap(({ line: { region, line }, dates: [date] }) =>
      date === undefined ? [] : [{ region, line, day: date.iso.slice(0, 10) }],
    ),
  )
  const isOfOthers = (place: Spot): boolean =>
    (place.region & ~title.region & Region.reader) !== 0 ||
    belongsToOthers(scan, title, place) ||
    (entries.has(place.line) && !isClose(title, place.line))
  for (const { line, dates } of dated) {
    const isOthers = isOfOthers(line)
    const place = byPlace(line, title)
    for (const [index, date] of dates.entries()) {
      const opens = index === 0 && isDateline(line.text, date)
      if (line.isCut && !opens) continue
      const written = line.text.slice(date.start, date.end)
      const mark = marks.get(line.line)?.find(({ text }) => text.includes(written))
      const isHeading = (line.region & Region.heading) !== 0
      const said = isHeading ? 'unsaid' : meaningIn(line, dates, index)
      const meaning = said === 'unsaid' && mark ? hinted(mark, place) : said
      const rest = line.text.length - written.length
      const isFooter = meaning === 'modified' && (line.region & outside) === Region.footer
      const isTold = meaning === 'unsaid' && !mark && !opens && rest > SENTENCE_MIN_CHARS
      visibleDates.push({
        iso: date.iso,
        meaning,
        weight:
          weightOf[meaning] +
          place +
          (mark ? MARKED : 0) +
          (isTold ? IN_SENTENCE : 0) -
          (isFooter ? OUTSIDE : 0),
        isOwn: !isTold && isOwn(title, line.region),
        isOthers,
        isBare: meaning === 'unsaid' && !mark && isInHead(title, line) && !opensText(title, line),
        isText: true,
      })
    }
  }
  for (const mark of everyMark) {
    const iso = parseDate(mark.value, reading)
    if (iso === '') continue
    const isOthers = isOfOthers(mark)
    const place = byPlace(mark, title)
    const meaning = hinted(mark, place)
    const isOwnMark = isOwn(title, mark.region)
    visibleDates.push({
      iso,
      meaning,
      weight: weightOf[meaning] + place + MARKED,
      isOwn: isOwnMark,
      isOthers,
      isBare: false,
      isText: false,
    })
  }
  return withoutRows(visibleDates)
}

/** Days that nothing tells apart in the head of a text, from which on they are rows: of a schedule, a chronicle. */
const ROWS_MIN_DAYS = 2

function withoutRows(visibleDates: VisibleDate[]): VisibleDate[] {
  const days = visibleDates.filter(({ isBare }) => isBare).map(({ iso }) => iso.slice(0, 10))
  if (new Set(days).size < ROWS_MIN_DAYS) return visibleDates
  return visibleDates.map((date) => (date.isBare ? { ...date, isOthers: true } : date))
}
