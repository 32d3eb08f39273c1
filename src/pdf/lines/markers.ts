import type { Line } from '../model.ts'

/** What a list item begins with. */
export interface Marker {
  /** `-` for bullets, else the number with a full stop, as Markdown wants it. */
  marker: string | undefined
  /** Characters of the line that belong to it, white space after it included. */
  length: number
  /** Set where the marker stays in the text, since Markdown has no such marker. */
  isText?: true
}

const BULLET =
  /^(?:[•●○◦▪■□⁃–—·∙*✓✔➢➤▶►▸‣▹▻◾◼❖◆\-\uF0B7\uF0A7\uF0D8\uF076]|o(?= \p{Lu}))(?:\s+|$)|^[•●◦▪■‣➢❖◆◾\uF0B7\uF0A7](?=[\p{L}\p{N}“"‘(])/u
const NUMBER = /^\(?(\d{1,3}|[a-z]|[ivx]{1,5})[.)](?:\s+|$)/

/** The marker that a text begins with, if it is one of a list item. */
export function markerOf(text: string): Marker | undefined {
  const bullet = BULLET.exec(text)
  if (bullet) return { marker: undefined, length: bullet[0].length }
  const number = NUMBER.exec(text)
  if (!number) return undefined
  const [whole, label = ''] = number
  // Markdown knows arabic numbers only; a letter that the text may name later must not become one.
  if (!/^\d/.test(label)) return { marker: undefined, length: whole.length, isText: true }
  return { marker: `${label}.`, length: whole.length }
}

/** True for a line that is nothing but a marker. */
export function isMarkerOnly({ text }: Line): boolean {
  return markerOf(text)?.length === text.length
}
