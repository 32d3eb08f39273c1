import { unindexedMessages } from '../messages/search-words.ts'
import type { Reader } from '../port.ts'
import type { SearchQuery } from '../search/query.ts'
import { foldedHtml, foldedText, stemOf } from '../search/words.ts'

/** Ids of the messages that a query finds, among those that the index of words does not hold yet. */
export async function findUnindexed(db: Reader, query: SearchQuery): Promise<number[]> {
  if (query.length === 0) return []
  const phrases = query.map((phrase) => phrase.map(stemOf))
  return (await unindexedMessages(db))
    .filter(({ topic, rendered }) => {
      const texts = [foldedText(topic), foldedHtml(rendered)].map((text) => text.split(' '))
      return phrases.every((phrase) => texts.some((words) => holds(words, phrase)))
    })
    .map(({ id }) => id)
}

/** Whether words of these stems stand in a text, one after the other. */
function holds(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((stem, index) => isOfStem(words[at + index], stem)))
}

function isOfStem(word: string | undefined, stem: string): boolean {
  // The first letter always stays, and finding a stem takes a while.
  return word !== undefined && word.charAt(0) === stem.charAt(0) && stemOf(word) === stem
}
