import type { Line } from '../model.ts'
import type { Removed } from '../removed.ts'
import { bodySize } from './headings.ts'
import {
  type Candidate,
  type EdgeLine,
  edgeLines,
  type PageLines,
  usualRhythm,
} from './page-edges.ts'
import { isPageNumber, isSameButPageNumber, lettersOf, wordsOf } from './page-numbers.ts'

/** Pages on either side with which a line is compared. */
const WINDOW_PAGES = 12
/** Share of these pages on which a line must come back: left and right pages differ, and chapters end. */
const REPEATED_SHARE = 0.15
/** Share of the pages on which a line must come back unchanged where its type is larger than the text, as that of titles. */
const LARGE_REPEATED_SHARE = 0.6
const LARGE = 1.2
/** Pages that say enough with one repetition. */
const FEW_PAGES = 3
/** Share of these pages that have a line at one place, where its text is the name of a section. */
const PLACE_SHARE = 0.5
/** Letters of a running head before the name of a section, as in "Chapter 3". */
const SECTION_PREFIX_MAX_CHARS = 12
const SECTION_MIN_CHARS = 3
const FURNITURE_MAX_CHARS = 250
/** How far lines at the same place may stand apart, in points. */
const PLACE_PT = 2.5
const SIZE_PT = 0.6
/** The band of a lone page number of a document of one page. */
const NUMBER_BAND_SHARE = 0.18

/** Pages without their running heads, and what these were. */
export interface PartedPages {
  pages: PageLines[]
  removed: Removed[]
}

/** Letters of a title that are enough to know it again, and those that may stand beside it in smaller type. */
const TITLE_MIN_CHARS = 8
const BESIDE_MAX_CHARS = 12
/** Lines of the first page that may be the title. */
const TITLES_MAX_COUNT = 3
/** Size of a running head, over that of the text, and of the title, over that of the running head. */
const SMALL = 0.92
const LARGER = 1.2
/** What a page number is called. */
const NUMBER_WORD = /^(?:page|seite|p\.|pag\.|página|pagina|str\.|стр\.)$/iu

/**
 * Parts running heads, feet and page numbers from the text: lines apart at the end of a page that come back at the same place of
 * other pages word for word, page numbers aside, or that name the section there. `around` are further pages of the document, with
 * which the lines are compared.
 */
export function partRunningHeads(
  pages: readonly PageLines[],
  around: readonly PageLines[],
): PartedPages {
  const all = [...pages, ...around].toSorted((a, b) => a.page - b.page)
  const rhythm = usualRhythm(all)
  const candidates = all.map((page) => candidatesOf(page, rhythm))
  const body = bodySize(all.flatMap(({ lines }) => lines))
  const names = new SectionNames(all, candidates, body)
  const titles = new Titles(all)
  const pageNumbers = new Set(pages.map(({ page }) => page))
  const furniture = new Map<Line, EdgeLine['edge']>()
  for (const [index, own] of candidates.entries()) {
    const page = all[index]
    if (!page || !pageNumbers.has(page.page)) continue
    const near = [
      ...candidates.slice(Math.max(0, index - WINDOW_PAGES), index),
      ...candidates.slice(index + 1, index + 1 + WINDOW_PAGES),
    ]
    for (const candidate of own) {
      const isRunning =
        near.length === 0
          ? isLoneNumber(candidate)
          : comesBack(candidate, near, body) || names.has(candidate, near)
      if (isRunning || titles.repeats(candidate, body))
        furniture.set(candidate.line, candidate.edge)
    }
  }
  return {
    pages: pages.map((page) => ({
      ...page,
      lines: page.lines.filter((line) => !furniture.has(line)),
    })),
    removed: pages.flatMap(({ page, lines }) =>
      lines.flatMap((line): Removed[] => {
        const edge = furniture.get(line)
        return edge ? [{ kind: kindOf(line, edge), page, text: line.text }] : []
      }),
    ),
  }
}

function candidatesOf(page: PageLines, rhythm: number | undefined): Candidate[] {
  return edgeLines(page, rhythm)
    .filter(({ line }) => line.text.length <= FURNITURE_MAX_CHARS)
    .map((edge) => ({ ...edge, page, words: wordsOf(edge.line.text) }))
}

function kindOf({ text }: Line, edge: EdgeLine['edge']): Removed['kind'] {
  if (edge === 'side') return 'side_text'
  if (isPageNumber(text)) return 'page_number'
  return edge === 'top' ? 'running_head' : 'running_foot'
}

function comesBack(
  candidate: Candidate,
  near: readonly (readonly Candidate[])[],
  body: number,
): boolean {
  const isLarge = candidate.line.size > body * LARGE
  const isSame = (other: Candidate): boolean =>
    isTwin(candidate, other) && (!isLarge || other.line.text === candidate.line.text)
  const count = near.filter((others) => others.some(isSame)).length
  if (near.length <= FEW_PAGES && !isLarge) return count > 0
  const share = isLarge ? LARGE_REPEATED_SHARE : REPEATED_SHARE
  return count >= Math.max(2, Math.ceil(near.length * share))
}

function isTwin(candidate: Candidate, other: Candidate): boolean {
  return (
    isSamePlace(candidate, other) &&
    isSameButPageNumber(candidate.words, other.words, other.page.page - candidate.page.page)
  )
}

/** Whether two lines stand at one place of their pages: on left and right pages of a book it may be mirrored. */
function isSamePlace(one: Candidate, other: Candidate): boolean {
  if (!isSameHeight(one, other)) return false
  const a = one.line
  const b = other.line
  const isNear = (x: number, y: number): boolean => Math.abs(x - y) <= PLACE_PT
  return (
    isNear(a.x, b.x) ||
    isNear(a.right, b.right) ||
    isNear(a.x + a.right, b.x + b.right) ||
    isNear(a.x, other.page.width - b.right) ||
    isNear(one.page.width - a.right, b.x)
  )
}

function isSameHeight(one: Candidate, other: Candidate): boolean {
  return (
    one.edge === other.edge &&
    Math.abs(one.offset - other.offset) <= PLACE_PT &&
    Math.abs(one.line.size - other.line.size) <= SIZE_PT
  )
}

/** The names of the sections of a document, by which running heads may differ. */
class SectionNames {
  /** The largest type in which each stands as a heading. */
  readonly #sizes = new Map<string, number>()

  constructor(
    pages: readonly PageLines[],
    candidates: readonly (readonly Candidate[])[],
    body: number,
  ) {
    const edges = new Set(candidates.flat().map(({ line }) => line))
    for (const line of pages.flatMap(({ lines }) => lines)) {
      if (line.size <= body + SIZE_PT && (!line.bold || edges.has(line))) continue
      // What stands inside of a page is a heading whatever its size.
      const size = edges.has(line) ? line.size : Number.POSITIVE_INFINITY
      const name = lettersOf(line.text)
      this.#sizes.set(name, Math.max(size, this.#sizes.get(name) ?? 0))
    }
  }

  /** Whether a line names a section, where most pages have a line. */
  has(candidate: Candidate, near: readonly (readonly Candidate[])[]): boolean {
    const places = near.filter((others) => others.some((other) => isSameHeight(candidate, other)))
    if (candidate.edge === 'side' || near.length < FEW_PAGES) return false
    if (places.length < near.length * PLACE_SHARE) return false
    const letters = lettersOf(candidate.line.text)
    const smallest = candidate.line.size + SIZE_PT
    for (let cut = 0; cut <= SECTION_PREFIX_MAX_CHARS; cut += 1) {
      if (letters.length - cut < SECTION_MIN_CHARS) return false
      if ((this.#sizes.get(letters.slice(cut)) ?? 0) > smallest) return true
    }
    return false
  }
}

/** A number with nothing beside it and at most one line beyond it, on the only page there is. */
function isLoneNumber({ line, page }: Candidate): boolean {
  if (!isPageNumber(line.text) || !line.upright) return false
  const isUpper = line.y < page.height / 2
  const edge = isUpper ? line.y : page.height - line.y
  if (edge > page.height * NUMBER_BAND_SHARE) return false
  const others = page.lines.filter((other) => other !== line)
  const beyond = others.filter(({ y }) => (isUpper ? y < line.y : y > line.y))
  return beyond.length <= 1 && !others.some(({ y }) => Math.abs(y - line.y) < line.size * 1.4)
}

/** Titles of a document, which a running head may repeat on a single page: there is no other one to compare it with. */
class Titles {
  /** The first page of each line in large or bold type, by its letters. */
  readonly #pages = new Map<string, number>()
  readonly #titles: { letters: string; size: number }[]

  constructor(pages: readonly PageLines[]) {
    for (const { page, lines } of pages) {
      for (const { text } of lines.filter(({ bold }) => bold)) {
        const letters = lettersOf(text)
        if (!this.#pages.has(letters)) this.#pages.set(letters, page)
      }
    }
    this.#titles = (pages[0]?.lines ?? [])
      .map(({ text, size }) => ({ letters: lettersOf(text), size }))
      .filter(({ letters }) => letters.length >= TITLE_MIN_CHARS)
      .toSorted((a, b) => b.size - a.size)
      .slice(0, TITLES_MAX_COUNT)
  }

  /**
   * Whether a line at the edge of a page is a title once more: in small type with little beside it, or with the number of its page
   * where the title itself stands on an earlier one.
   */
  repeats({ line, page, words, edge }: Candidate, body: number): boolean {
    if (edge === 'side') return false
    const letters = lettersOf(line.text)
    const isSmall = line.size <= body * SMALL
    const isTitle = this.#titles.some(
      (title) =>
        title.size > line.size * LARGER &&
        letters.includes(title.letters) &&
        letters.length - title.letters.length <= BESIDE_MAX_CHARS,
    )
    return (isSmall && isTitle) || this.#isNumbered(words, page.page)
  }

  #isNumbered(words: readonly string[], page: number): boolean {
    const others = words.filter((word) => word !== String(page) && !NUMBER_WORD.test(word))
    if (!words.includes(String(page))) return false
    const letters = lettersOf(others.join(''))
    return letters.length >= TITLE_MIN_CHARS && (this.#pages.get(letters) ?? page) < page
  }
}
