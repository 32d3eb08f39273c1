import type { Line } from '../model.ts'
import { toBands } from './bands.ts'

/** Width of a character, in parts of the type size, and the longest line. */
const CHAR = 0.5
const LINE_MAX_CHARS = 400

/** Rows as lines of text in which cells stand under each other as on the page: what is right whatever its columns are. */
export function alignedText(rows: readonly Line[][][]): string[] {
  const lines = rows.flat(2)
  const left = Math.min(...lines.map(({ x }) => x))
  return toBands(lines).map(({ spans, size }) => {
    let text = ''
    for (const span of spans) {
      const at = Math.min(LINE_MAX_CHARS, Math.round((span.x - left) / (size * CHAR)))
      text = `${text}${text === '' ? '' : ' '}`.padEnd(at) + span.text
    }
    return text
  })
}
