import { type RawBuilder, sql } from 'kysely'
import { countChars } from '../../lib/text.ts'
import type { StoreKind } from '../../store/port.ts'
import { badNarrow } from '../kernel/failures.ts'
import { SEARCH_MAX_CHARS, SEARCH_MAX_WORDS } from '../limits.ts'
import { lexemeOf, locationLexeme } from './search-words.ts'
import { foldOf, wordsOfText } from './search-words.ts'

/** Phrases that must all be found, most of them of one word. */
export type SearchQuery = readonly (readonly string[])[]

/** Reads a search: words, and phrases in quotes. Throws where it is too long. */
export function readSearch(text: string): SearchQuery {
  if (countChars(text) > SEARCH_MAX_CHARS) {
    throw badNarrow(`search is longer than ${SEARCH_MAX_CHARS} characters`)
  }
  const query = text
    .split('"')
    // What stands between an odd and an even quote; a last quote without its pair opens nothing.
    .flatMap((part, index, parts) =>
      index % 2 === 1 && index < parts.length - 1 ? [part] : part.split(/\s+/),
    )
    .map(phraseOf)
    .filter((phrase) => phrase.length > 0)
  if (query.flat().length > SEARCH_MAX_WORDS) {
    throw badNarrow(`search has more than ${SEARCH_MAX_WORDS} words`)
  }
  return query
}

/**
 * The condition that words `f` of a message, of `chat_message_words`, match; with the word of a place, where
 * that spares looking at messages elsewhere.
 */
export function matchesQuery(
  kind: StoreKind,
  query: SearchQuery,
  place?: string,
): RawBuilder<boolean> {
  // A query without a word would be a syntax error, and finds nothing.
  if (query.length === 0) return sql<boolean>`false`
  if (kind === 'sqlite') {
    const there = place === undefined ? '' : ` AND place : "${place}"`
    const match = `{topic content} : (${query.map(quoted).join(' AND ')})${there}`
    return sql<boolean>`f.chat_message_words match ${match}`
  }
  const phrases = query.map((phrase) => `(${phrase.map(lexemeOf).join(' <-> ')})`)
  const there = place === undefined ? [] : [locationLexeme(place)]
  return sql<boolean>`f.words @@ cast(${[...phrases, ...there].join(' & ')} as tsquery)`
}

function quoted(phrase: readonly string[]): string {
  return `"${phrase.join(' ')}"`
}

/** A plain text as the words that are looked for. */
export function phraseOf(text: string): string[] {
  return wordsOfText(text).map((word) => foldOf(word.text))
}
