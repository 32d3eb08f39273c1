import { stemmer } from 'stemmer'

/** Longest word that Postgres is given: it takes 2046 bytes, and a character here takes three at most. */
const LEXEME_MAX_CHARS = 500

/**
 * A folded word as Postgres keeps it and looks for it, in the quotes of `tsvector` and `tsquery`. Stems are made
 * here, and no word is left out: the dictionaries of that server know other endings, and leave out what they take
 * for too common.
 */
export function lexemeOf(word: string): string {
  // A word is letters, digits and marks: there is nothing in it that quotes would have to guard.
  return `'${stemOf(word).slice(0, LEXEME_MAX_CHARS)}'`
}

/** The word of a place as Postgres keeps it: none that a text could hold. */
export function locationLexeme(word: string): string {
  return `'#${word}'`
}

/**
 * Texts of folded words as one `tsvector`, with the places of its words: no phrase begins in one text and ends in
 * the next.
 */
export function lexemesOf(texts: readonly string[]): string {
  const lexemes: string[] = []
  let position = 0
  for (const text of texts) {
    for (const word of text.split(' ')) {
      position += 1
      if (word !== '') lexemes.push(`${lexemeOf(word)}:${position}`)
    }
    position += 1
  }
  return lexemes.join(' ')
}

/** One word of a text, and where it stands. */
export interface Word {
  start: number
  end: number
  text: string
}

/** A word, as the tokenizer `unicode61` of FTS5 splits: letters, digits and private characters, with their marks. */
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

function indexOrEnd(text: string, needle: string, from: number): number {
  const found = text.indexOf(needle, from)
  return found === -1 ? text.length : found
}

/** The words of a plain text as they are stored, joined by blanks. */
export function foldText(text: string): string {
  if (!ASCII.test(text))
    return wordsOfText(text)
      .map((word) => foldOf(word.text))
      .join(' ')
  return text.toLowerCase().replaceAll(NO_WORD, ' ').trim()
}

/** The words of rendered HTML as they are stored, joined by blanks. */
export function foldHtml(html: string): string {
  return textsOf(html)
    .map(({ text }) => foldText(text))
    .filter((folded) => folded !== '')
    .join(' ')
}

/** Characters between words of ASCII letters in lower case. */
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

/** Where a message is. */
export interface WordLocation {
  channel_id: number | null
  topic_key: string
  conversation_id: number | null
}

/** The word that stands in the index for a channel. */
export function channelWord(channelId: number): string {
  return `c${channelId}`
}

/** The word that stands in the index for a topic. */
export function topicWord(channelId: number, topicKey: string): string {
  return `t${hashOf(`${channelId} ${topicKey}`).toString(36)}`
}

/** FNV-1a in 32 bits: of two topics that share it, the filter of the narrow leaves one out. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  }
  return hash >>> 0
}

/** The word that stands in the index for a direct conversation. */
export function conversationWord(conversationId: number): string {
  return `d${conversationId}`
}

/** The words that stand for the place of a message: found with them, it is found there only. */
export function locationWords({ channel_id, topic_key, conversation_id }: WordLocation): string[] {
  if (channel_id !== null) return [channelWord(channel_id), topicWord(channel_id, topic_key)]
  return conversation_id === null ? [] : [conversationWord(conversation_id)]
}
