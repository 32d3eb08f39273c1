// oxlint-disable no-control-regex, no-misleading-character-class -- such characters are the subject here.

/**
 * Whole escape sequences of terminals (ECMA-48, 7-bit and C1 forms). A string sequence that does not end
 * on its line loses only its introducer: else one character would swallow the rest of the text. No
 * sequence may hold the introducer of another, so that scans never overlap.
 */
const TERMINAL_SEQUENCES =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u0080-\u009F\n]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g

/** Controls and everything that Unicode lets a renderer ignore, tags and bidirectional overrides included. */
const INVISIBLE =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\t\n\u200C\u200D\uFE0F]]/gv

/**
 * Joiners that join nothing. They mean something between emoji and between letters of cursive and Indic
 * scripts; between the letters of the scripts below they only carry hidden bits.
 */
const STRAY_JOINERS =
  /(?<![[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gv

/** Emoji presentation selectors that follow no emoji and start no keycap. */
const STRAY_EMOJI_SELECTORS = /(?<!\p{Extended_Pictographic})\uFE0F(?!\u20E3)/gv

/**
 * Everything that any of the rules above could touch, and more: surrogates, so that all emoji are looked at.
 * Most text has none of it, and is left alone at a tenth of the time. Of sixteen ranges and no more: V8 compiles those,
 * and searches a list for each character of other text than Latin when there are more.
 */
const SUSPECT =
  /[\0-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uD800-\uDFFF\uFDD0-\uFE0F\uFEFF\uFFA0-\uFFFF]/

/** A text as its reader would see it, and how many invisible sequences were taken out. */
export interface Stripped {
  text: string
  removed: number
}

/**
 * Takes out what a human reader cannot see but a model or a terminal obeys: terminal sequences, controls,
 * Unicode tags, variation selectors, bidirectional overrides, zero-width characters. Keeps newline and
 * tab, joiners inside words and emoji; line ends become `\n`, lone surrogates U+FFFD. Linear time.
 */
export function stripInvisible(text: string): Stripped {
  if (!SUSPECT.test(text)) return { text, removed: 0 }
  let removed = 0
  const drop = (): string => {
    removed += 1
    return ''
  }
  const stripped = text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(TERMINAL_SEQUENCES, drop)
    .replaceAll(INVISIBLE, drop)
    .replaceAll(STRAY_JOINERS, drop)
    .replaceAll(STRAY_EMOJI_SELECTORS, drop)
    .toWellFormed()
  return { text: stripped, removed }
}

/** `stripInvisible` for a text of several lines, without the count. */
export function cleanText(text: string): string {
  return stripInvisible(text).text
}

/** `stripInvisible` on one line: white space collapsed and trimmed, cut to `maxChars` with an ellipsis. */
export function cleanLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const line = cleanText(text).replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxChars) return line
  return `${line.slice(0, maxChars - 1).trimEnd()}…`.replace(/[\uD800-\uDBFF]…$/, '…')
}

/** Whether a text is one line as its reader sees it, with nothing in it that is left out. */
export function isPlainLine(text: string): boolean {
  return !/[\t\n]/.test(text) && cleanText(text) === text
}

/** Length of a text in Unicode code points, which limits count. */
export function countChars(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first code points of a text. */
export function firstChars(text: string, max: number): string {
  let taken = ''
  let count = 0
  for (const char of text) {
    if (count === max) break
    taken += char
    count += 1
  }
  return taken
}
