import { sql } from 'kysely'
import { DAY_MS } from '../../lib/durations.ts'
import { loadEachCached } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Member, Requester } from '../kernel/requester.ts'
import type { Channel, Reader, User } from '../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { CALL_MAX_SUBSCRIPTIONS, PARTIAL_SUBSCRIBERS_MIN } from '../limits.ts'
import { findByShownEmail, findSeen } from '../users/find-users.ts'
import type { Principals } from './inputs.ts'

/** The active users that are named. Throws for one that does not exist or is deactivated (spec 4.5). */
export async function loadPrincipals(
  chat: Chat,
  db: Reader,
  requester: Requester,
  named: Principals,
): Promise<User[]> {
  const users: User[] = []
  for (const one of named) {
    const user =
      typeof one === 'number'
        ? await findSeen(db, requester, one)
        : await findByShownEmail(chat, db, requester, one)
    if (!user) throw badRequest('No such user')
    if (!user.is_active) throw badRequest('User is deactivated')
    if (!users.some(({ id }) => id === user.id)) users.push(user)
  }
  return users
}

/** Users whose subscriptions a call concerns: the named ones, or the caller when the list is empty or absent. */
export async function loadPrincipalsOrCaller(
  chat: Chat,
  db: Reader,
  caller: Member,
  named: Principals = [],
): Promise<User[]> {
  return named.length > 0 ? loadPrincipals(chat, db, caller, named) : [caller.user]
}

/** Throws when one call would begin or end more than `CALL_MAX_SUBSCRIPTIONS` subscriptions. */
export function requireSubscriptionCount(channels: number, users: number): void {
  if (channels * users > CALL_MAX_SUBSCRIPTIONS) {
    throw badRequest(`Too many subscriptions in one call (maximum ${CALL_MAX_SUBSCRIPTIONS}).`)
  }
}

/** Which subscriber lists a client wants (spec 4.5, `include_subscribers`). */
export type SubscriberDetail = 'true' | 'false' | 'partial'

/** The subscriber list of one channel, under the name that says whether it is complete. */
export type SubscriberList = { subscribers: number[] } | { partial_subscribers: number[] }

/** Users active within this time are in every partial list. */
const ACTIVE_MS = 14 * DAY_MS

/**
 * Ids of the active users subscribed to each channel. With `partial`, channels of
 * `PARTIAL_SUBSCRIBERS_MIN` subscribers and more list bots and recently active users only.
 */
export async function loadSubscribers(
  db: Reader,
  channels: readonly Channel[],
  detail: SubscriberDetail,
  nowMs: number,
): Promise<ReadonlyMap<number, SubscriberList>> {
  if (detail === 'false' || channels.length === 0) return new Map()
  const everybody = await subscribersOf(db, channels)
  const active = detail === 'partial' ? await activeUsers(db, nowMs - ACTIVE_MS) : undefined
  return new Map<number, SubscriberList>(
    channels.map(({ id }): [number, SubscriberList] => {
      const subscribers = everybody.get(id)?.users ?? []
      if (!active || subscribers.length < PARTIAL_SUBSCRIBERS_MIN) return [id, { subscribers }]
      return [id, { partial_subscribers: subscribers.filter((user) => active.has(user)) }]
    }),
  )
}

/** Ids of the active users subscribed to each of some channels, ascending. */
async function subscribersOf(
  db: Reader,
  channels: readonly Channel[],
): Promise<ReadonlyMap<number, { users: number[] }>> {
  const ids = channels.map(({ id }) => id)
  return loadEachCached(db, 'subscribers', ids, async (missing) => {
    const rows = await db
      .selectFrom('chat_subscription')
      .innerJoin('chat_user', 'chat_user.id', 'chat_subscription.user_id')
      .where(sqlInList(databaseKindOf(db), sql.ref('chat_subscription.channel_id'), missing))
      .where('chat_subscription.is_active', '=', 1)
      .where('chat_user.is_active', '=', 1)
      .select(['chat_subscription.channel_id', 'chat_subscription.user_id'])
      .execute()
    const lists = new Map(missing.map((id) => [id, { id, users: [] as number[] }]))
    for (const { channel_id, user_id } of rows) lists.get(channel_id)?.users.push(user_id)
    for (const { users } of lists.values()) users.sort((a, b) => a - b)
    return [...lists.values()]
  })
}

/** Ids of bots, and of users active since a time. */
async function activeUsers(db: Reader, sinceMs: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('chat_user')
    .leftJoin('chat_presence', 'chat_presence.user_id', 'chat_user.id')
    .where((eb) =>
      eb.or([
        eb('chat_user.is_bot', '=', 1),
        eb('chat_presence.idle_at', '>', sinceMs),
        eb('chat_presence.active_at', '>', sinceMs),
      ]),
    )
    .select('chat_user.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
