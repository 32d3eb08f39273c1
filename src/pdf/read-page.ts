import { findBullets } from './bullets.ts'
import type { Operators, PdfPage } from './document.ts'
import { fontStyle, type FontStyle } from './font-style.ts'
import { type LinkArea, withLinks } from './link-areas.ts'
import type { PageText, Rule, Span, StructureNode } from './model.ts'
import { type DrawnList, type Matrix, multiply, readDrawing } from './rules.ts'

/** Text items of one page that are read. */
const ITEMS_MAX_COUNT = 20_000
const LINKS_MAX_COUNT = 5_000
const URL_MAX_CHARS = 2_000
/** Drawing operators up to which rules and links are looked for; drawings beyond have no tables. */
const OPERATORS_MAX_COUNT = 500_000

interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

type Item = TextItem | { type: string; id?: string }

/** Reads the text, the rules, the links and, of a tagged document, the structure of a page, then releases it. */
export async function readPage(
  page: PdfPage,
  operators: Operators,
  isTagged: boolean,
): Promise<PageText> {
  try {
    const { width, height, transform } = page.getViewport({ scale: 1 })
    const upright = transform as unknown as Matrix
    const content = await page.getTextContent({ includeMarkedContent: true })
    const items = (content.items as Item[]).slice(0, ITEMS_MAX_COUNT)
    // Only now are the names of the fonts known.
    const drawn = await drawnList(page)
    const { rules, dots } = readDrawing(drawn, operators, upright)
    const areas = await linkAreas(page, upright)
    const styles = fontStyles(page, Object.entries(content.styles))
    const spans = readSpans(items, upright, styles)
    return {
      page: page.pageNumber,
      width,
      height,
      uprightY: (y) => upright[3] * y + upright[5],
      spans: [...withLinks(spans, areas), ...findBullets(dots, spans)],
      rules: rules.filter((rule) => !underlines(rule, spans)),
      structure: isTagged ? await structureOf(page) : undefined,
    }
  } finally {
    page.cleanup()
  }
}

async function structureOf(page: PdfPage): Promise<StructureNode | undefined> {
  const tree: StructureNode | null = await page.getStructTree().catch(() => null)
  return tree ?? undefined
}

async function drawnList(page: PdfPage): Promise<DrawnList> {
  try {
    const list = await page.getOperatorList()
    return list.fnArray.length > OPERATORS_MAX_COUNT ? { fnArray: [], argsArray: [] } : list
  } catch {
    // Damaged drawings do not keep the text from being read.
    return { fnArray: [], argsArray: [] }
  }
}

async function linkAreas(page: PdfPage, upright: Matrix): Promise<LinkArea[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Record<string, unknown>[]
  const areas: LinkArea[] = []
  for (const { subtype, url, rect } of annotations) {
    if (subtype !== 'Link' || typeof url !== 'string' || !Array.isArray(rect)) continue
    if (!/^(?:https?|mailto):/i.test(url) || url.length > URL_MAX_CHARS) continue
    const [x0, y0, x1, y1] = rect as [number, number, number, number]
    const from = place(upright, x0, y0)
    const to = place(upright, x1, y1)
    areas.push({
      url,
      x: Math.min(from.x, to.x),
      right: Math.max(from.x, to.x),
      top: Math.min(from.y, to.y),
      bottom: Math.max(from.y, to.y),
    })
    if (areas.length === LINKS_MAX_COUNT) break
  }
  return areas
}

function place(m: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] }
}

function fontStyles(
  page: PdfPage,
  styles: readonly [string, { fontFamily: string }][],
): Map<string, FontStyle> {
  return new Map(
    styles.map(([id, { fontFamily }]) => {
      const font = page.commonObjs.has(id)
        ? (page.commonObjs.get(id) as { name?: string } | null)
        : null
      return [id, fontStyle(font?.name ?? '', fontFamily)]
    }),
  )
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const PLAIN: FontStyle = { bold: false, italic: false, mono: false }

function readSpans(
  items: readonly Item[],
  upright: Matrix,
  styles: ReadonlyMap<string, FontStyle>,
): Span[] {
  const spans: Span[] = []
  const open: (string | undefined)[] = []
  let spaced = false
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? open.at(-1))
      continue
    }
    if (item.str.trim() === '') {
      spaced ||= item.str !== ''
    } else {
      const span = readSpan(item, upright, styles.get(item.fontName) ?? PLAIN)
      if (!isDrawnTwice(spans.at(-1), span)) {
        spans.push({ ...span, spaced: spaced || /^\s/.test(item.str), contentId: open.at(-1) })
      }
      spaced = /\s$/.test(item.str)
    }
    if (item.hasEOL) spaced = true
  }
  return spans
}

function readSpan(item: TextItem, upright: Matrix, style: FontStyle): Span {
  const m = multiply(upright, item.transform as unknown as Matrix)
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
