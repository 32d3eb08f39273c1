import type { SearchQuery } from './search-query.ts'
import { foldOf, stemOf, type Word, wordsOfHtml } from './search-words.ts'

const OPEN = '<span class="highlight">'
const CLOSE = '</span>'

/** Marks search matches in HTML: only in text, never in a tag or across one. */
export function highlighter(queries: readonly SearchQuery[]): (html: string) => string {
  const phrases = queries.flat().map((phrase) => phrase.map(stemOf))
  if (phrases.length === 0) return (html) => html
  // Stems begin as their words do: which rules out most words.
  const initials = new Set(phrases.flat().map((stem) => stem.charAt(0)))
  return (html) => {
    const words = wordsOfHtml(html)
    const stems = words.map(({ text }) => {
      const folded = foldOf(text)
      return initials.has(folded.charAt(0)) ? stemOf(folded) : undefined
    })
    return marked(html, words, hitsIn(stems, phrases))
  }
}

/** Which words are part of a phrase; of a phrase, which are followed by its next word. */
interface Hits {
  isHit: Uint8Array
  joinsNext: Uint8Array
}

function hitsIn(
  stems: readonly (string | undefined)[],
  phrases: readonly (readonly string[])[],
): Hits {
  const isHit = new Uint8Array(stems.length)
  // A phrase is marked as one; the marks of its words join where nothing but text is between them.
  const joinsNext = new Uint8Array(stems.length)
  for (const phrase of phrases) {
    for (let at = 0; at + phrase.length <= stems.length; at += 1) {
      if (!phrase.every((stem, index) => stems[at + index] === stem)) continue
      isHit.fill(1, at, at + phrase.length)
      joinsNext.fill(1, at, at + phrase.length - 1)
    }
  }
  return { isHit, joinsNext }
}

function marked(html: string, words: readonly Word[], { isHit, joinsNext }: Hits): string {
  let text = ''
  let copied = 0
  for (let at = 0; at < words.length; at += 1) {
    if (!isHit[at]) continue
    const { start } = words[at] as Word
    while (joinsNext[at] && isPlain(html, words[at] as Word, words[at + 1] as Word)) at += 1
    const { end } = words[at] as Word
    text += `${html.slice(copied, start)}${OPEN}${html.slice(start, end)}${CLOSE}`
    copied = end
  }
  return text + html.slice(copied)
}

function isPlain(html: string, word: Word, next: Word): boolean {
  return !html.slice(word.end, next.start).includes('<')
}
