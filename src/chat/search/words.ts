import { stemmer } from 'stemmer'

/** One word of a text, and where it stands. */
export interface Word {
  start: number
  end: number
  text: string
}

/** As the tokenizer `unicode61` of FTS5 splits: letters, digits and private characters, with their marks. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{Mn}]*/gu

/** The words of a plain text. */
export function wordsOfText(text: string, offset = 0): Word[] {
  const words: Word[] = []
  // Half the time of an iterator; a search marks thousands of words.
  for (let found = WORD.exec(text); found; found = WORD.exec(text)) {
    words.push({ start: offset + found.index, end: offset + WORD.lastIndex, text: found[0] })
  }
  return words
}

/**
 * The words that a reader of rendered HTML sees, at their places in the HTML: none from within a tag, and
 * no character reference taken for a word. Linear time for any input.
 */
export function wordsOfHtml(html: string): Word[] {
  return textsOf(html).flatMap(({ text, start }) => wordsOfText(text, start))
}

/** Character references, which the renderer writes for `&`, `<`, `>`, quotes and the like. */
const REFERENCE = /&#?[0-9a-z]{1,32};/gi

/** What stands between the tags, and where. */
function textsOf(html: string): { text: string; start: number }[] {
  const texts: { text: string; start: number }[] = []
  for (let start = 0; start < html.length;) {
    const tag = indexOrEnd(html, '<', start)
    const text = html.slice(start, tag)
    if (text !== '') texts.push({ text: withoutReferences(text), start })
    start = endOfTag(html, tag)
  }
  return texts
}

/** A text of HTML without character references. The same length keeps every word at its place. */
function withoutReferences(text: string): string {
  return text.includes('&') ? text.replaceAll(REFERENCE, (same) => ' '.repeat(same.length)) : text
}

/** Where a tag ends, whose quoted values may hold `>`; the end of the text for one that does not end. */
function endOfTag(html: string, tag: number): number {
  let at = tag + 1
  while (at < html.length) {
    const char = html.charAt(at)
    if (char === '>') return at + 1
    if (char === '"' || char === "'") at = indexOrEnd(html, char, at + 1)
    at += 1
  }
  return html.length
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from)
  return found === -1 ? text.length : found
}

/** The words of a plain text as they are stored, joined by blanks. */
export function foldedText(text: string): string {
  if (!ASCII.test(text))
    return wordsOfText(text)
      .map((word) => foldOf(word.text))
      .join(' ')
  return text.toLowerCase().replaceAll(NO_WORD, ' ').trim()
}

/** The words of rendered HTML as they are stored, joined by blanks. */
export function foldedHtml(html: string): string {
  return textsOf(html)
    .map(({ text }) => foldedText(text))
    .filter((folded) => folded !== '')
    .join(' ')
}

/** What is between words of ASCII letters in lower case. */
const NO_WORD = /[^0-9a-z]+/g

/** A word as it is stored and looked for: without capitals and accents. */
export function foldOf(word: string): string {
  const lower = word.toLowerCase()
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
}

const ASCII = /^\p{ASCII}*$/u

/** What two words share that are found by each other: English endings do not count either. */
export function stemOf(word: string): string {
  return stemmer(foldOf(word))
}
