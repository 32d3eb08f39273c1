import type { Line } from './model.ts'

/** What a list item begins with. */
export interface Marker {
  /** `-` for bullets, else the number with a full stop, as Markdown wants it. */
  marker: string | undefined
  /** Characters of the line that belong to it, white space after it included. */
  length: number
}

const BULLET = /^(?:[•●○◦▪■□‣⁃–—·∙*✓✔➢➤❖◆\-\uF0B7\uF0A7\uF0D8\uF076]|o(?= \p{Lu}))(?:\s+|$)/u
const NUMBER = /^\(?(\d{1,3}|[a-z]|[ivx]{1,5})[.)](?:\s+|$)/

/** The marker that a text begins with, if it is one of a list item. */
export function markerOf(text: string): Marker | undefined {
  const bullet = BULLET.exec(text)
  if (bullet) return { marker: undefined, length: bullet[0].length }
  const number = NUMBER.exec(text)
  const [whole = '', label = ''] = number ?? []
  if (!number) return undefined
  return { marker: `${/^\d/.test(label) ? Number(label) : ordinal(label)}.`, length: whole.length }
}

/** Markdown knows arabic numbers only. */
function ordinal(label: string): number {
  if (/^[ivx]+$/.test(label)) {
    const values: Record<string, number> = { i: 1, v: 5, x: 10 }
    const digits = Array.from(label, (char) => values[char] ?? 0)
    return digits.reduce(
      (sum, value, index) => sum + (value < (digits[index + 1] ?? 0) ? -value : value),
      0,
    )
  }
  return label.charCodeAt(0) - 96
}

/** True for a line that is nothing but a marker. */
export function isMarkerOnly({ text }: Line): boolean {
  return markerOf(text)?.length === text.length
}
