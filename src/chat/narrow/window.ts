import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { Narrow } from './clause.ts'
import { findWithin, type Hit, type HitReading } from './find-messages.ts'
import type { IdRange } from './index-scan.ts'

/** How many messages on which side of an anchor. */
export interface Window {
  numBefore: number
  numAfter: number
  /** The message of the anchor itself too, beside those numbers. */
  includeAnchor: boolean
}

/** The messages of a window, and whether there are more. */
export interface Found<R extends Hit = Hit> {
  rows: R[]
  anchor: number
  found_oldest: boolean
  found_newest: boolean
  found_anchor: boolean
}

/** The messages of a narrow around an anchor. Throws when an excluded anchor would lie inside the window. */
export async function loadWindow<R extends Hit>(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  anchor: number,
  { numBefore, numAfter, includeAnchor }: Window,
  reading: HitReading<R>,
): Promise<Found<R>> {
  if (!includeAnchor && numBefore > 0 && numAfter > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range')
  }
  const isAtEnd = anchor >= Number.MAX_SAFE_INTEGER
  const at = Math.min(anchor, Number.MAX_SAFE_INTEGER)
  // At once: each is a way to the database and back.
  const find = async (range: IdRange) => findWithin(chat, db, narrow, range, reading)
  const [before, after] = await Promise.all([
    find({ from: 1, to: at - 1, order: 'desc', limit: numBefore }),
    isAtEnd
      ? []
      : find({
          from: includeAnchor ? at : at + 1,
          to: Number.MAX_SAFE_INTEGER,
          order: 'asc',
          limit: includeAnchor ? numAfter + 1 : numAfter,
        }),
  ])
  const hasAnchor = after[0]?.id === anchor
  // When the anchor is no message of the narrow, one too many was fetched.
  const kept = hasAnchor ? after : after.slice(0, numAfter)
  return {
    rows: [...before, ...kept],
    anchor,
    found_oldest: anchor === 0 || before.length < numBefore,
    found_newest: isAtEnd || kept.length - (hasAnchor ? 1 : 0) < numAfter,
    found_anchor: hasAnchor,
  }
}
