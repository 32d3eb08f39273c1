import type { Line, PageText } from '../model.ts'
import type { PageLines } from './page-edges.ts'

/** Programs that print what is too wide for a page on further pages: first all rows of the first columns, then those of the next. */
const SPREADSHEETS = /\b(?:calc|excel|gnumeric|numbers|planmaker)\b/i
/** How far apart places of one row or one edge may be, in points. */
const PLACE_PT = 1.5
/** Share of the texts of a page that stand under edges of the page before, where both hold the same columns. */
const SAME_COLUMNS_SHARE = 0.8
/** How much longer the middle text of a page of the same columns may be: all pages begin at one edge. */
const SAME_WIDTH_RATIO = 1.5
/** Share of the rows of two pages that stand at the same heights, where both hold the same rows. */
const SAME_ROWS_SHARE = 0.75
/** Rows that two pages share, at least, to hold the same rows. */
const ROWS_MIN_COUNT = 3
/** Space left between the columns of two pages, in points. */
const BETWEEN_PT = 24

/** Pages of text with what else is known of them, place by place. */
export interface SheetPages {
  pages: readonly PageText[]
  parted: readonly PageLines[]
}

/**
 * Puts pages beside each other that are the columns of one spreadsheet, where the program that made the document prints in that
 * way and the rows of all pages stand at the same heights; other pages are returned as they are. Rows belong to the page that holds
 * their first columns.
 */
export function joinSheetPages(
  { pages, parted }: SheetPages,
  { creator, pageCount }: { creator: string; pageCount: number },
): SheetPages {
  if (!SPREADSHEETS.test(creator)) return { pages, parted }
  // Cells of several lines are drawn after all others.
  const whole = parted.map((page) => ({ ...page, lines: inRows(page.lines) }))
  return pages.length < 2 || pages.length !== pageCount
    ? { pages, parted: whole }
    : withStrips({ pages, parted: whole })
}

function withStrips({ pages, parted }: SheetPages): SheetPages {
  const found =
    placeStrips(stripsOf(parted, haveSameColumns)) ??
    placeStrips(equalStrips(parted)) ??
    placeStrips(stripsOf(parted, beginAsHigh))
  if (!found) return { pages, parted }
  const { strips, places } = found
  const [first = [], ...others] = strips
  const textByPage = new Map(pages.map((page) => [page.page, page]))
  const shifts = shiftsOf(strips, textByPage)
  const rows = first.map((page, row) => {
    const beside = others.flatMap((strip, at) => {
      const index = places[at]?.indexOf(row) ?? -1
      const own = strip[index]
      return own ? [{ page: own, shift: shifts[at + 1] ?? 0 }] : []
    })
    return [{ page, shift: 0 }, ...beside]
  })
  return {
    parted: rows.map((row, at) => joinLines(first[at] as PageLines, row)),
    pages: rows.flatMap((row, at) => {
      const own = textByPage.get(first[at]?.page ?? 0)
      return own ? [joinRules(own, row, textByPage)] : []
    }),
  }
}

/** A page that stands in a row of pages, and how far it is moved to the right there. */
interface Beside {
  page: PageLines
  shift: number
}

function joinLines(first: PageLines, row: readonly Beside[]): PageLines {
  const lines = row.flatMap(({ page, shift }) =>
    page.lines.map((line) => moved(line, shift, first.page)),
  )
  return { ...first, lines: inRows(lines) }
}

function joinRules(
  first: PageText,
  row: readonly Beside[],
  textByPage: ReadonlyMap<number, PageText>,
): PageText {
  const all = row.map(({ page, shift }) => ({ text: textByPage.get(page.page), shift }))
  return {
    ...first,
    rules: all.flatMap(({ text, shift }) => text?.rules.map((one) => shifted(one, shift)) ?? []),
    verticals: all.flatMap(
      ({ text, shift }) => text?.verticals.map((one) => shifted(one, shift)) ?? [],
    ),
  }
}

type AreSame = (one: PageLines, other: PageLines) => boolean

/** Pages one after the other that hold the same columns. */
function stripsOf(parted: readonly PageLines[], haveSame: AreSame): PageLines[][] {
  const strips: PageLines[][] = []
  for (const page of parted) {
    const before = strips.at(-1)?.at(-1)
    if (before && haveSame(before, page)) strips.at(-1)?.push(page)
    else strips.push([page])
  }
  return strips
}

/** Pages in strips of one length, where the rows of one strip come back in the next, in other columns. */
function equalStrips(parted: readonly PageLines[]): PageLines[][] {
  for (let length = Math.floor(parted.length / 2); length > 0; length -= 1) {
    const strips = Map.groupBy(parted.entries(), ([index]) => Math.floor(index / length))
    const comesBack = (page: PageLines, index: number): boolean => {
      const before = parted[index] as PageLines
      return haveSameRows(before, page) && !haveSameColumns(before, page)
    }
    if (parted.length % length === 0 && parted.slice(length).every(comesBack))
      return [...strips.values()].map((strip) => strip.map(([, page]) => page))
  }
  return []
}

/** Rows that go on are printed from the top: what begins further down stands beside rows of its own page. */
function beginAsHigh(one: PageLines, other: PageLines): boolean {
  return topOf(other) <= topOf(one) + PLACE_PT
}

function topOf({ lines }: PageLines): number {
  return Math.min(...lines.map(({ y }) => y))
}

/** The pages of the first strip beside which those of the others stand; undefined where one has no place. */
function placeStrips(strips: PageLines[][]) {
  const [first = [], ...others] = strips
  const places = others.map((strip) => placesBeside(first, strip))
  if (places.length === 0 || places.includes(undefined)) return undefined
  return { strips, places }
}

function haveSameColumns(one: PageLines, other: PageLines): boolean {
  const known = spansOf(one)
  const spans = spansOf(other)
  const isUnder = (places: readonly number[], at: number): boolean =>
    places.some((place) => Math.abs(place - at) <= PLACE_PT)
  const lefts = known.map(({ x }) => x)
  const rights = known.map(({ right }) => right)
  const under = spans.filter(({ x, right }) => isUnder(lefts, x) || isUnder(rights, right))
  const ratio = middleWidth(known) / middleWidth(spans)
  return (
    under.length >= spans.length * SAME_COLUMNS_SHARE &&
    Math.max(ratio, 1 / ratio) < SAME_WIDTH_RATIO
  )
}

function middleWidth(spans: Line['spans']): number {
  const widths = spans.map(({ x, right }) => right - x).toSorted((a, b) => a - b)
  return Math.max(1, widths[Math.floor(widths.length / 2)] ?? 1)
}

function spansOf({ lines }: PageLines): Line['spans'] {
  return lines.flatMap(({ spans }) => spans)
}

/**
 * The page of the first columns beside which each page of others belongs: empty pages are not printed. Undefined where the rows do
 * not tell.
 */
function placesBeside(
  first: readonly PageLines[],
  strip: readonly PageLines[],
): number[] | undefined {
  if (strip.length === first.length) {
    return strip.every((page, row) => standsBeside(first[row], page))
      ? [...strip.keys()]
      : undefined
  }
  const places = strip.map((page) => {
    const fitting = [...first.keys()].filter((row) => hasRowsOf(first[row], page))
    return fitting.length === 1 ? (fitting[0] ?? -1) : -1
  })
  const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1))
  return isOrdered ? places : undefined
}

/** Whether two pages have the same rows, or one has those of some tables of the other. */
function standsBeside(one: PageLines | undefined, other: PageLines): boolean {
  if (!one) return false
  return haveSameRows(one, other) || (!beginAsHigh(one, other) && hasRowsOf(one, other))
}

/** Whether one page has all rows of another. */
function hasRowsOf(one: PageLines | undefined, other: PageLines): boolean {
  const rows = rowsOf(one)
  const others = [...rowsOf(other)]
  return others.length >= ROWS_MIN_COUNT && others.every((y) => rows.has(y))
}

function haveSameRows(one: PageLines | undefined, other: PageLines): boolean {
  const rows = rowsOf(one)
  const others = rowsOf(other)
  const shared = [...others].filter((y) => rows.has(y)).length
  const all = rows.size + others.size - shared
  return shared >= ROWS_MIN_COUNT && shared >= all * SAME_ROWS_SHARE
}

function rowsOf(page: PageLines | undefined): Set<number> {
  return new Set(page?.lines.map(({ y }) => Math.round(y)))
}

/** How far each strip is moved to the right, to stand right of the one before it; where cells have borders, these meet. */
function shiftsOf(
  strips: readonly (readonly PageLines[])[],
  textByPage: ReadonlyMap<number, PageText>,
): number[] {
  let last: { right: number; isRuled: boolean } | undefined
  return strips.map((strip) => {
    const borders = strip.flatMap(({ page }) => textByPage.get(page)?.verticals ?? [])
    const isRuled = borders.length > 0
    const drawn = isRuled ? borders : strip.flatMap(({ lines }) => lines)
    const left = Math.min(...drawn.map(({ x }) => x))
    const between = last?.isRuled && isRuled ? 0 : BETWEEN_PT
    const shift = last === undefined ? 0 : last.right + between - left
    last = { right: Math.max(...drawn.map(({ right }) => right)) + shift, isRuled }
    return shift
  })
}

function moved(line: Line, shift: number, page: number): Line {
  const spans = line.spans.map((span) => shifted(span, shift))
  return { ...shifted(line, shift), page, spans }
}

function shifted<T extends { x: number; right: number }>(thing: T, shift: number): T {
  return { ...thing, x: thing.x + shift, right: thing.right + shift }
}

/** Lines from above downwards, and from left to right in each row. */
function inRows(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => (Math.abs(a.y - b.y) <= PLACE_PT ? a.x - b.x : a.y - b.y))
}
