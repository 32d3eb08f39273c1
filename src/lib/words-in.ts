import { foldText } from './fold-text.ts'

/** Words that are looked for; further ones count for nothing. */
const WORDS_MAX_COUNT = 16

/** Letters of scripts that are written without blanks between words. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u
const ENDS_WITHIN_WORD = /[\p{L}\p{N}]$/u

/** The words of what somebody looks for, folded, each once. */
export function wordsIn(query: string): readonly string[] {
  const words = foldText(query).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, WORDS_MAX_COUNT)
}

/** Where a folded text has a word, or the beginning of one; in scripts without blanks, anywhere. -1 where it has none. */
export function findWord(folded: string, word: string): number {
  const isAnywhere = UNSPACED.test(word)
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    if (isAnywhere || !ENDS_WITHIN_WORD.test(folded.slice(Math.max(0, at - 2), at))) return at
  }
  return -1
}
