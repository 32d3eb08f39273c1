import { readAnnotations, type Writing } from './annotations.ts'
import { isRightToLeft } from './bidi.ts'
import { findBullets } from './bullets.ts'
import type { Operators, PdfDocument, PdfPage } from './document.ts'
import type { Fonts } from './fonts.ts'
import { readGlyphs } from './glyphs.ts'
import { type LinkArea, withLinks } from './link-areas.ts'
import type { Dot, PageText, Rule, Span, StructureNode, Upright } from './model.ts'
import { withWritings } from './place-writings.ts'
import { isMostlyRightToLeft, mirrorAcross, spansOfGlyphs } from './right-to-left.ts'
import { type DrawnList, type Matrix, multiply, readDrawing } from './rules.ts'
import { type Item, readItems, type TextItem } from './text-items.ts'

/** Text items of one page that are read. */
const ITEMS_MAX_COUNT = 20_000
/** Drawing operators up to which rules and links are looked for; drawings beyond have no tables. */
const OPERATORS_MAX_COUNT = 500_000

/** What is known of the document of a page. */
export interface PageReading {
  pdf: PdfDocument
  operators: Operators
  fonts: Fonts
  isTagged: boolean
}

/** Marked content of what a tagged document calls no part of itself; no structure names it. */
export const ARTIFACT_ID = 'artifact'

/** Reads the text, the rules, the links and, of a tagged document, the structure of a page, then releases it. */
export async function readPage(page: PdfPage, reading: PageReading): Promise<PageText> {
  try {
    const { pdf, operators, fonts, isTagged } = reading
    const { width, height, transform } = page.getViewport({ scale: 1 })
    const upright = transform as unknown as Matrix
    const list = await page.getOperatorList()
    const drawn = list.fnArray.length > OPERATORS_MAX_COUNT ? NOTHING_DRAWN : list
    const { rules, verticals, dots } = readDrawing(drawn, operators, upright)
    const { areas, writings } = await readAnnotations(pdf, page, upright)
    fonts.use(page)
    const idStart = idStartOf(page)
    const allItems = readItems(list, { operators, fonts, view: page.view, idStart })
    const items = allItems.slice(0, ITEMS_MAX_COUNT)
    const read = readSpans(items, upright)
    const found = {
      page: page.pageNumber,
      width,
      height,
      uprightY: (y: number) => upright[3] * y + upright[5],
      structure: isTagged ? await structureOf(page) : undefined,
      cutText: textOfItems(allItems.slice(ITEMS_MAX_COUNT)),
    }
    const texts = read.map(({ text }) => text)
    if (!texts.some(isRightToLeft))
      return assemble(found, { spans: read, areas, writings, rules, verticals, dots })
    const base = isMostlyRightToLeft(texts) ? 'rtl' : 'ltr'
    const glyphs = readGlyphs(list, { operators, fonts, upright })
    const spans =
      glyphs.length === 0
        ? read
        : [
            ...spansOfGlyphs(glyphs, base, { idStart, artifactId: ARTIFACT_ID }),
            ...read.filter((span) => !span.upright),
          ]
    if (base === 'ltr') return assemble(found, { spans, areas, writings, rules, verticals, dots })
    return assemble(found, {
      spans: mirrorAcross(spans, width),
      areas: mirrorAcross(areas, width),
      writings: mirrorAcross(writings, width),
      rules: mirrorAcross(rules, width),
      verticals: mirrorAcross(verticals, width),
      dots: mirrorAcross(dots, width),
    })
  } finally {
    page.cleanup()
  }
}

const NOTHING_DRAWN: DrawnList = { fnArray: [], argsArray: [] }

/** What the ids of marked content in the structure of a page begin with. */
function idStartOf({ ref }: PdfPage): string {
  return ref ? `p${ref.num}R${ref.gen === 0 ? '' : ref.gen}_mc` : 'p_mc'
}

function assemble(
  found: Omit<PageText, 'spans' | 'rules' | 'verticals'>,
  {
    spans,
    areas,
    writings,
    rules,
    verticals,
    dots,
  }: {
    spans: Span[]
    areas: LinkArea[]
    writings: Writing[]
    rules: readonly Rule[]
    verticals: Upright[]
    dots: readonly Dot[]
  },
): PageText {
  return {
    ...found,
    spans: [...withWritings(withLinks(spans, areas), writings), ...findBullets(dots, spans)],
    rules: rules.filter((rule) => !underlines(rule, spans)),
    verticals,
  }
}

/** A page on which nothing was found. */
export function emptyPage(page: number): PageText {
  return {
    page,
    width: 1,
    height: 1,
    uprightY: (y) => y,
    spans: [],
    rules: [],
    verticals: [],
    structure: undefined,
    cutText: '',
  }
}

function textOfItems(items: readonly Item[]): string {
  const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
  return texts.join('').trim()
}

async function structureOf(page: PdfPage): Promise<StructureNode | undefined> {
  const tree: StructureNode | null = await page.getStructTree().catch(() => null)
  return tree ?? undefined
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function readSpans(items: readonly Item[], upright: Matrix): Span[] {
  const spans: Span[] = []
  const open: (string | undefined)[] = []
  let spaced = false
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'end') open.pop()
      else open.push(item.tag === 'Artifact' ? ARTIFACT_ID : (item.id ?? open.at(-1)))
      continue
    }
    if (item.str.trim() === '') {
      spaced ||= item.str !== ''
    } else {
      const span = readSpan(item, upright)
      if (!isDrawnTwice(spans.at(-1), span)) {
        spans.push({ ...span, spaced: spaced || /^\s/.test(item.str), contentId: open.at(-1) })
      }
      spaced = /\s$/.test(item.str)
    }
    if (item.hasEOL) spaced = true
  }
  return spans
}

function readSpan(item: TextItem, upright: Matrix): Span {
  const m = multiply(upright, item.transform)
  const { style } = item.font
  const size = Math.hypot(m[2], m[3]) || item.height || 1
  const isUpright = m[0] > 0 && Math.abs(m[1]) < 0.1 * size
  // Blanks inside an item count: the start of the text gives the depth of code and lists.
  const blank = isUpright ? item.width / item.str.length : 0
  const leading = item.str.length - item.str.trimStart().length
  const trailing = item.str.length - item.str.trimEnd().length
  return {
    text: item.str.trim(),
    x: m[4] + leading * blank,
    y: m[5],
    right: m[4] + (isUpright ? item.width : 0) - trailing * blank,
    size,
    ...style,
    // Characters of Chinese and Japanese fonts are of one width, which does not make them code.
    mono: style.mono && !IDEOGRAPH.test(item.str),
    url: undefined,
    spaced: false,
    upright: isUpright,
    contentId: undefined,
  }
}

/** Some producers make text bold by drawing it again with a small offset. */
function isDrawnTwice(before: Span | undefined, span: Span): boolean {
  if (before?.text !== span.text || before.size !== span.size) return false
  const shift = span.size * 0.1
  return Math.abs(before.x - span.x) < shift && Math.abs(before.y - span.y) < shift
}

/** Whether a rule stands under text and is no longer than it. */
function underlines(rule: Rule, spans: readonly Span[]): boolean {
  return spans.some(
    ({ x, right, y, size }) =>
      rule.y > y - size * 0.5 &&
      rule.y < y + size * 0.35 &&
      rule.x > x - 2 &&
      rule.right < right + 2,
  )
}
