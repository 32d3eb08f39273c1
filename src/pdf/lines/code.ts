import type { Line } from '../model.ts'

/** Blank lines kept between two lines of code. */
const BLANKS_MAX_COUNT = 3
const INDENT_MAX_CHARS = 40

/** The text of lines of code, with the indents and blank lines that their places tell. */
export function writeCodeLines(lines: readonly Line[]): string[] {
  const left = Math.min(...lines.map(({ x }) => x))
  const leading = smallestLeading(lines)
  const text: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const down = before && before.page === line.page ? line.y - before.y : 0
    const blanks = Math.min(BLANKS_MAX_COUNT, Math.max(0, Math.round(down / leading) - 1))
    for (let blank = 0; blank < blanks; blank += 1) text.push('')
    const columns = Math.round((line.x - left) / charWidth(line))
    const last = text.at(-1)
    // A soft hyphen is never typed: the producer broke a word.
    if (last?.endsWith('‐')) text[text.length - 1] = last.slice(0, -1) + spacedText(line)
    else text.push(' '.repeat(Math.min(INDENT_MAX_CHARS, Math.max(0, columns))) + spacedText(line))
  }
  return text
}

function smallestLeading(lines: readonly Line[]): number {
  let leading = Number.POSITIVE_INFINITY
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || before.page !== line.page) continue
    const down = line.y - before.y
    if (down > line.size * 0.8) leading = Math.min(leading, down)
  }
  return leading === Number.POSITIVE_INFINITY ? (lines[0]?.size ?? 10) * 1.2 : leading
}

function charWidth({ spans, size }: Line): number {
  const longest = spans.toSorted((a, b) => b.text.length - a.text.length)[0]
  const width = longest ? (longest.right - longest.x) / longest.text.length : 0
  return width > 0 ? width : size * 0.6
}

/** The text of the line with as many spaces between its spans as there is room for. */
function spacedText(line: Line): string {
  const width = charWidth(line)
  let text = ''
  for (const [index, span] of line.spans.entries()) {
    const before = line.spans[index - 1]
    const gap = before ? Math.round((span.x - before.right) / width) : 0
    const spaces = before && span.spaced ? Math.max(1, gap) : Math.max(0, gap)
    text += ' '.repeat(Math.min(INDENT_MAX_CHARS, spaces)) + span.text
  }
  return text
}
