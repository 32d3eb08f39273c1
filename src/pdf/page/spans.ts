import type { ItemWord } from '../glyphs/open-item.ts'
import { type Matrix, multiply } from '../glyphs/rules.ts'
import type { Item, TextItem } from '../glyphs/text-items.ts'
import type { Span, Word } from '../model.ts'
import { cutSpanAt } from './link-areas.ts'
import { continuesStack, isStacked, stackedSpan } from './turned-pages.ts'

/** Marked content of what a tagged document calls no part of itself; no structure names it. */
export const ARTIFACT_ID = 'artifact'

/** Blanks that a page draws which draws those between words, and their share of the spaces between words. */
const DRAWN_MIN_COUNT = 5
const DRAWN_MIN_SHARE = 0.5
/** Spaces of a line that show whether it is stretched, and how far they differ then, in points. */
const STRETCHED_MIN_SPACES = 2
const STRETCHED_PT = 0.05

const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\u30A0-\u30FF\uFF00-\uFFEF]/u

/** The spans of a page, without blanks; `isDownwards` says that its lines run downwards, and that `upright` turns it. */
export function readSpans(items: readonly Item[], upright: Matrix, isDownwards = false): Span[] {
  const spans: Span[] = []
  const open: (string | undefined)[] = []
  let spaced = false
  const isDrawing = drawsBlanks(items)
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'end') open.pop()
      else open.push(item.tag === 'Artifact' ? ARTIFACT_ID : (item.id ?? open.at(-1)))
      continue
    }
    if (item.str.trim() === '') {
      spaced ||= item.str !== ''
    } else if (isDownwards && isStacked(item, multiply(upright, item.transform))) {
      pushStacked(spans, item, upright, open.at(-1))
      spaced = false
      continue
    } else {
      const span = readSpan(item, upright)
      span.spaced = spaced || /^\s/.test(item.str)
      span.contentId = open.at(-1)
      if (isDrawing && span.words) spans.push(...cutAtJumps(span, item.words))
      else spans.push(span)
      spaced = /\s$/.test(item.str)
    }
    if (item.hasEOL) spaced = true
  }
  return spans
}

function pushStacked(
  spans: Span[],
  item: TextItem,
  upright: Matrix,
  contentId: string | undefined,
): void {
  const span: Span = {
    ...stackedSpan(item, multiply(upright, item.transform)),
    ...item.font.style,
    mono: false,
    url: undefined,
    spaced: false,
    upright: true,
    contentId,
  }
  const before = spans.at(-1)
  if (continuesStack(before, span)) {
    before.text += span.text
    before.right = span.right
  } else spans.push(span)
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
  const text = closed(item.str.trim())
  const words = isUpright && text.length + leading + trailing === item.str.length ? item.words : []
  return {
    text,
    ...(words.length > 0 ? { words: wordsOf(words, leading, leading * blank) } : {}),
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

function wordsOf(words: readonly ItemWord[], leading: number, before: number): Word[] {
  return words.map(({ at, end, start }) => ({
    at: at - leading,
    end: end - before,
    start: start - before,
  }))
}

/**
 * Whether a page draws the blanks between words: then, texts between which it leaves space without any are two, as cells of a table
 * that come near to each other. Programs that stretch lines by moving each word draw none in these, and leave equal spaces.
 */
function drawsBlanks(items: readonly Item[]): boolean {
  let drawn = 0
  let left = 0
  let stretched = 0
  for (const item of items) {
    if (!('str' in item)) continue
    const undrawn = item.words.filter(({ isBlankDrawn }) => !isBlankDrawn)
    left += undrawn.length
    drawn += item.words.length - undrawn.length
    if (undrawn.length < STRETCHED_MIN_SPACES) continue
    const spaces = undrawn.map(({ start, end }) => start - end)
    stretched += Math.max(...spaces) - Math.min(...spaces) < STRETCHED_PT ? 1 : -1
  }
  return left > 0 && stretched <= 0 && drawn >= DRAWN_MIN_COUNT && drawn >= left * DRAWN_MIN_SHARE
}

/** A span as several, where no blank is drawn between two words of a page that draws them. */
function cutAtJumps(span: Span, words: readonly ItemWord[]): Span[] {
  let pieces = [span]
  for (const [index, { isBlankDrawn }] of words.entries()) {
    const word = span.words?.[index]
    const last = pieces.at(-1)
    if (isBlankDrawn || !word || !last) continue
    const [start = last, ...rest] = cutSpanAt(last, span.x + word.start)
    pieces = [...pieces.slice(0, -1), start, ...rest.map((one) => ({ ...one, isApart: true }))]
  }
  return pieces
}

/** Letters of a word that stand apart, as some titles are set; an alphabet is no word. */
const SPACED_LETTERS = /^(?:\p{Lu} ){4,}\p{Lu}$/u

function closed(text: string): string {
  if (!SPACED_LETTERS.test(text)) return text
  const letters = text.replaceAll(' ', '')
  const isAlphabet = Array.from(letters).every(
    (letter, at) => at === 0 || (letters.codePointAt(at - 1) ?? 0) < (letter.codePointAt(0) ?? 0),
  )
  return isAlphabet ? text : letters
}
