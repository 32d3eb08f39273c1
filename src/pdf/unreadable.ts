import type { PageText } from './model.ts'
import type { UNREADABLE_REASONS } from './removed.ts'

/** A page with text whose characters nobody knows. */
export interface UnreadablePage {
  page: number
  reason: (typeof UNREADABLE_REASONS)[number]
  /** Share of its characters, from 0 to 1. */
  share: number
}

/** Share of the characters of a page that is worth a word. */
const SHARE_MIN = 0.02

/** Counts the characters of fonts that do not say what they stand for, which are left out. */
export function countUnreadable(pages: readonly PageText[]): {
  pagesUnreadable: UnreadablePage[]
  unreadableShare: number
} {
  let all = 0
  let unreadable = 0
  const pagesUnreadable: UnreadablePage[] = []
  for (const { page, sifted } of pages) {
    const share = sifted.unreadableChars / Math.max(1, sifted.chars)
    all += sifted.chars
    unreadable += sifted.unreadableChars
    if (share >= SHARE_MIN)
      pagesUnreadable.push({ page, reason: 'no_unicode', share: rounded(share) })
  }
  return { pagesUnreadable, unreadableShare: rounded(unreadable / Math.max(1, all)) }
}

function rounded(share: number): number {
  return Math.round(share * 100) / 100
}
