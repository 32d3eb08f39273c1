import { findIsoTime } from '../../lib/iso-time.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { Narrow } from './clause.ts'
import { findWithin, hitsOnly } from './find-messages.ts'
import { receivedOnly } from './scope.ts'

/** Anchor of a fetch (spec 4.2), as the client sends it. */
export interface AnchorInput {
  anchor?: string | number | undefined
  anchor_date?: string | undefined
  use_first_unread_anchor?: boolean | undefined
}

/** Anchor of a fetch. */
export type Anchor = { id: number } | { sentFrom: number } | 'first_unread'

/** Stands for the end of history; clients rely on this exact number. */
export const NEWEST_ANCHOR = 10_000_000_000_000_000

/** Parses the anchor of a fetch. Throws `BAD_REQUEST` for anything but an id or a known word. */
export function readAnchor({
  anchor: sent,
  anchor_date,
  use_first_unread_anchor,
}: AnchorInput): Anchor {
  // Parsed as a number, a long id would lose precision.
  const anchor = typeof sent === 'number' ? String(Math.min(sent, NEWEST_ANCHOR)) : sent
  if (use_first_unread_anchor) {
    // Older clients set the anchor to 0, which then has no meaning.
    if (anchor !== undefined && anchor !== '0') {
      throw badRequest("Parameters 'anchor' and 'use_first_unread_anchor' exclude each other.")
    }
    return 'first_unread'
  }
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.")
  if (anchor === 'newest') return { id: NEWEST_ANCHOR }
  if (anchor === 'oldest') return { id: 0 }
  if (anchor === 'first_unread') return anchor
  if (anchor === 'date') {
    if (anchor_date === undefined) throw badRequest("Missing 'anchor_date' argument.")
    const sentFrom = findIsoTime(anchor_date)
    if (sentFrom === undefined) throw badRequest('Invalid anchor_date')
    return { sentFrom }
  }
  if (!/^-?\d{1,30}$/.test(anchor)) throw badRequest('Invalid anchor')
  return { id: Math.min(Math.max(Number(anchor), 0), NEWEST_ANCHOR) }
}

/** The id at which a fetch begins; the end of history where there is nothing unread, or nothing as late. */
export async function findAnchorId(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  anchor: Anchor,
): Promise<number> {
  if (anchor !== 'first_unread' && 'id' in anchor) return anchor.id
  const range = { from: 1, to: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1 } as const
  if (anchor !== 'first_unread') {
    const from = await firstIdSince(db, anchor.sentFrom)
    const [first] = await findWithin(chat, db, narrow, { ...range, from }, hitsOnly)
    return first?.id ?? NEWEST_ANCHOR
  }
  const { user } = narrow.scope
  if (!user) return NEWEST_ANCHOR
  const test = { is: 'muted', byChannel: narrow.channel === undefined } as const
  const unread: Narrow = {
    ...narrow,
    // Only what was received can be unread.
    scope: receivedOnly(narrow.scope, user),
    clauses: [
      ...narrow.clauses,
      { test: { is: 'unread' }, negated: false },
      { test, negated: true },
    ],
  }
  const [first] = await findWithin(chat, db, unread, range, hitsOnly)
  return first?.id ?? NEWEST_ANCHOR
}

/** The lowest id from which on messages were sent at or after an instant: ids grow with time. */
export async function firstIdSince(db: Reader, sentFrom: number): Promise<number> {
  let low = 1
  let high = 1
  const sentAt = async (id: number) =>
    db
      .selectFrom('chat_message')
      .select(['id', 'sent_at'])
      .where('id', '>=', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  for (;;) {
    const row = await sentAt(high)
    if (!row || row.sent_at >= sentFrom) break
    low = row.id + 1
    high = low * 2
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await sentAt(middle)
    if (!row || row.sent_at >= sentFrom) high = middle
    else low = row.id + 1
  }
  return low
}
