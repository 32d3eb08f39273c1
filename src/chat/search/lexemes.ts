import { stemOf } from './words.ts'

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
export function placeLexeme(word: string): string {
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
