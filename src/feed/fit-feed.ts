import { foldText } from '../lib/fold-text.ts'
import { firstChars } from '../lib/text.ts'
import { findWord, wordsIn } from '../lib/words-in.ts'
import { readFeedText, type ListedFeed, type ListedItem } from './feed-text.ts'

/** Characters of a summary below which it says nothing. */
const SUMMARY_MIN_CHARS = 40

/** A feed as `readFeedText` writes it, with summaries as short as it takes to fit: the items, their dates and links stay. */
export function fitFeed(feed: ListedFeed, maxChars: number): string {
  const text = readFeedText(feed)
  if (text.length <= maxChars) return text
  const longest = Math.max(...feed.items.map(({ summary }) => summary.length))
  for (let chars = Math.floor(longest / 2); ; chars = Math.floor(chars / 2)) {
    const isLast = chars < SUMMARY_MIN_CHARS
    const items = feed.items.map((item) => ({
      ...item,
      summary: shorten(item, isLast ? 0 : chars),
    }))
    const shorter = readFeedText({ ...feed, items })
    if (isLast || shorter.length <= maxChars) return shorter
  }
}

function shorten({ summary }: ListedItem, chars: number): string {
  if (summary.length <= chars) return summary
  return chars === 0 ? '' : `${firstChars(summary, chars)} …`
}

/** The items whose title, summary or author has all words, or where there are none, some of them. */
export function findItems<Item extends ListedItem>(items: readonly Item[], query: string): Item[] {
  const words = wordsIn(query)
  const texts = items.map(({ title, summary, author = '' }) =>
    foldText(`${title} ${summary} ${author}`),
  )
  const having = (test: (folded: string) => boolean): Item[] =>
    items.filter((_, index) => test(texts[index] ?? ''))
  const all = having((folded) => words.every((word) => findWord(folded, word) !== -1))
  return all.length > 0
    ? all
    : having((folded) => words.some((word) => findWord(folded, word) !== -1))
}
