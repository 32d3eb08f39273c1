import { OperationError } from '../contract/errors.ts'
import { hashDigits } from '../markdown/parts/cursor.ts'
import type { FeedItem, UnreadItem } from './feed.ts'

/** Where an answer ended: after which item, and where that item stood then. */
export interface Position {
  /** Items that came before the next one. */
  offset: number
  /** Check digits of the last item that was given out. */
  last: string
}

/** Which items are wanted. */
export interface Selection {
  limit?: number | undefined
  /** Milliseconds; older items are left out. */
  since?: number | undefined
  after?: Position | undefined
}

/** Some items of a feed. */
export interface SelectedItems {
  items: FeedItem[]
  /** Items that are not too old, given out or not. */
  total: number
  /** Where the next items begin; absent after the last. */
  next?: Position
}

/**
 * The wanted items in the feed's order, rendered. After a position the items are those that follow the last
 * one given out, wherever it is now: items that were added above it neither repeat nor hide any. Throws
 * `invalid_input` when it is no longer in the feed.
 */
export function selectItems(
  all: readonly UnreadItem[],
  { limit = Number.POSITIVE_INFINITY, since, after }: Selection,
  wantsContent: boolean,
): SelectedItems {
  // Without a date an item is not known to be too old.
  const recent =
    since === undefined
      ? all
      : all.filter(({ published }) => published === '' || Date.parse(published) >= since)
  const from = after ? startAfter(recent, after) : 0
  const end = Math.min(recent.length, from + limit)
  const items = recent.slice(from, end).map((item) => item.read(wantsContent))
  const last = recent[end - 1]
  if (end === recent.length || !last) return { items, total: recent.length }
  return { items, total: recent.length, next: { offset: end, last: digitsOfItem(last) } }
}

/** Searches from the item's old place outwards, which distinguishes equal items. */
function startAfter(items: readonly UnreadItem[], { offset, last }: Position): number {
  for (let distance = 0; distance <= Math.max(offset, items.length); distance += 1) {
    for (const start of [offset + distance, offset - distance]) {
      const item = items[start - 1]
      if (item && digitsOfItem(item) === last) return start
    }
  }
  throw new OperationError('invalid_input', 'The item at which the cursor ends is gone.', {
    hint: 'The feed has moved on. Begin anew without the cursor.',
  })
}

function digitsOfItem(item: UnreadItem): string {
  return hashDigits(item.identity())
}
