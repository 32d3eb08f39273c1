import type { Line, Run, Span, TextStyle } from '../model.ts'
import type { Vocabulary } from './hyphens.ts'
import { isSpaced } from './lines.ts'
import { withScripts } from './scripts.ts'

type Styled = TextStyle & { note?: string }

/** The runs of lines that are one flow of text, hyphens at their ends resolved. */
export function toRuns(lines: readonly Line[], vocabulary: Vocabulary): Run[] {
  const runs: Run[] = []
  for (const line of lines) appendSpans(runs, line.spans, vocabulary)
  return runs
}

/** Adds the spans of one more line to a flow of text. */
export function appendSpans(runs: Run[], drawn: readonly Span[], vocabulary: Vocabulary): void {
  const spans = withScripts(drawn)
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1]
    const last = runs.at(-1)
    if (!last) runs.push(runOf(span, span.text))
    else if (before) add(runs, last, span, isSpaced(before, span) ? ' ' : '')
    else addLine(runs, last, span, vocabulary)
  }
}

function addLine(runs: Run[], last: Run, span: Span, vocabulary: Vocabulary): void {
  const seam = /\s/.test(last.text.slice(-1)) ? 'keep' : seamOf(last, span, vocabulary)
  if (seam === 'cut') last.text = last.text.slice(0, -1)
  add(runs, last, span, seam === 'space' ? ' ' : '')
}

const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30A0-\u30FF\uFF00-\uFFEF]/u

function seamOf(last: Run, span: Span, vocabulary: Vocabulary): 'cut' | 'keep' | 'space' {
  // Chinese and Japanese are written without spaces, at the end of a line too.
  if (IDEOGRAPH.test(last.text.slice(-1)) && IDEOGRAPH.test(span.text.charAt(0))) return 'keep'
  if (last.mono && span.mono && last.text.endsWith('-')) return 'keep'
  return vocabulary.seam(last.text, span.text)
}

function add(runs: Run[], last: Run, span: Span, space: string): void {
  if (sameStyle(last, span)) last.text += space + runOf(span, span.text).text
  else {
    last.text += space
    runs.push(runOf(span, span.text))
  }
}

/** Dots that lead to a page number, which are no text. */
const LEADING = /[.…] ?[.…]/
const LEADERS = /(?:\. ?){6,}|(?:… ?){3,}/g

function runOf({ bold, italic, mono, url, note }: Span, drawn: string): Run {
  const text = mono || !LEADING.test(drawn) ? drawn : drawn.replaceAll(LEADERS, '… ')
  return { text, bold, italic, mono, url, ...(note === undefined ? {} : { note }) }
}

/** Whether two texts look the same, and so are one; marks of footnotes stay alone. */
export function sameStyle(a: Styled, b: Styled): boolean {
  if (a.note !== undefined || b.note !== undefined) return false
  return a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.url === b.url
}

/** Cuts characters off the beginning of spans: the marker of a list item. */
export function withoutStart(spans: readonly Span[], length: number): Span[] {
  const rest: Span[] = []
  let left = length
  for (const span of spans) {
    const cut = Math.min(left, span.text.length)
    left -= cut
    const text = cut > 0 ? span.text.slice(cut).trimStart() : span.text
    // What was one blank of the line's text lies between two spans.
    if (cut > 0 && cut === span.text.length && left > 0) left -= 1
    if (text !== '') rest.push({ ...span, text })
  }
  return rest
}
