import type { Call } from '../../contract/operation.ts'
import type { FeedFacts, FeedItem } from '../../feed/feed.ts'
import { makeItemCursor, readItemCursor } from '../../feed/item-cursor.ts'
import { type DeadFeed, type FeedQuestion, requireFeed } from './find-feed.ts'
import { holdBodies } from './hold-bodies.ts'

/** A feed, or a part of it; what is absent does not apply. */
export interface GivenFeed extends FeedFacts {
  itemCount: number
  items: FeedItem[]
  /** Address of the feed that was read. */
  feedUrl: string
  otherFeeds?: string[]
  unreadFeeds?: DeadFeed[]
  isUsual?: boolean
  /** Items that are not too old, in this part or not. */
  totalItems: number
  nextCursor?: string
  itemsLeft?: number
  /** Items after the last that is read of any feed. */
  itemsUnread?: number
}

/** Which feed, and which of its items. */
interface ItemsQuestion extends FeedQuestion {
  cursor?: string | undefined
}

/** Finds the feed that is asked for, and gives its items from the cursor on. The errors are those of `requireFeed` and of cursors. */
export async function giveFeed(call: Call<ItemsQuestion>): Promise<GivenFeed> {
  return holdBodies(call, giveItems)
}

async function giveItems(call: Call<ItemsQuestion>): Promise<GivenFeed> {
  const found = await requireFeed(call, readItemCursor(call.input))
  const { others, dead, isUsual } = found
  const { facts, items, total, next, leftOut } = found.feed
  const { feedType, title, ...more } = facts
  return {
    feedType,
    title,
    itemCount: items.length,
    items,
    ...more,
    feedUrl: found.url,
    ...(others.length === 0 ? {} : { otherFeeds: others }),
    ...(dead.length === 0 ? {} : { unreadFeeds: dead }),
    ...(isUsual ? { isUsual } : {}),
    totalItems: total + (call.input.since === undefined ? leftOut : 0),
    ...(leftOut === 0 ? {} : { itemsUnread: leftOut }),
    ...(next
      ? { nextCursor: makeItemCursor(call.input, next), itemsLeft: total - next.offset }
      : {}),
  }
}
