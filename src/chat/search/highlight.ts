import type { SearchQuery } from './query.ts'
import { stemOf, type Word, wordsOfHtml } from './words.ts'

const OPEN = '<span class="highlight">'
const CLOSE = '</span>'

/** Marks in HTML what a search has found: only in text, never in a tag or across one. */
export function highlight(html: string, queries: readonly SearchQuery[]): string {
  const phrases = queries.flat().map((phrase) => phrase.map(stemOf))
  if (phrases.length === 0) return html
  const words = wordsOfHtml(html)
  const stems = words.map(({ text }) => stemOf(text))
  const isHit = new Uint8Array(words.length)
  // A phrase is marked as one; the marks of its words join where nothing but text is between them.
  const joinsNext = new Uint8Array(words.length)
  for (const phrase of phrases) {
    for (let at = 0; at + phrase.length <= stems.length; at += 1) {
      if (!phrase.every((stem, index) => stems[at + index] === stem)) continue
      isHit.fill(1, at, at + phrase.length)
      joinsNext.fill(1, at, at + phrase.length - 1)
    }
  }
  let marked = ''
  let copied = 0
  for (let at = 0; at < words.length; at += 1) {
    if (!isHit[at]) continue
    const { start } = words[at] as Word
    while (joinsNext[at] && isPlain(html, words[at] as Word, words[at + 1] as Word)) at += 1
    const { end } = words[at] as Word
    marked += `${html.slice(copied, start)}${OPEN}${html.slice(start, end)}${CLOSE}`
    copied = end
  }
  return marked + html.slice(copied)
}

function isPlain(html: string, word: Word, next: Word): boolean {
  return !html.slice(word.end, next.start).includes('<')
}

/** A plain text as HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}
