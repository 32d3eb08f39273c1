import { sql } from 'kysely'
import { readWithCache } from '../../kernel/directory-cache.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember, type Member } from '../../kernel/requester.ts'
import type { Reader } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { loadMutedUsersOf } from '../../personal/muted-users.ts'
import { isTopicMuted, TOPIC_POLICIES } from '../../topics/topic-policy.ts'
import { loadAccessibleUsers } from '../../users/access.ts'
import { loadConversationMembers } from '../fetch/load-messages.ts'
import { shownTopic } from '../message-record.ts'
import { loadSenders, type Sender } from './conversation-senders.ts'
import { type ConversationQuery, findPlaces, loadPlaceScope, type PlaceRow } from './find-places.ts'
import { countUnread, type UnreadCounts } from './unread-counts.ts'

/** People shown of a conversation, the last to write first. */
const SHOWN_SENDERS = 4

/** Places looked at together: few of them may fit. */
const LOOKED_MIN_COUNT = 20

/** A topic, or a direct conversation, as lists of them show it. */
export interface Conversation {
  type: 'channel' | 'direct'
  stream_id?: number
  topic?: string
  /** Everybody in it but the caller; the caller, where there is nobody else. */
  user_ids?: number[]
  max_message_id: number
  timestamp: number
  sender_ids: number[]
  unread_count: number
  mention_count: number
  bot_unread_count: number
  participated: boolean
  has_bots: boolean
  visibility: 'muted' | 'followed' | 'normal'
}

/** Conversations, the one with the newest message first. */
export interface ConversationPart {
  conversations: Conversation[]
  /** Where the next part begins; absent in the last one. */
  cursor?: string
}

/** Lists topics and direct conversations that the caller may read, the one with the newest message first, in parts. */
export async function listConversations(
  chat: Chat,
  actor: Actor,
  query: ConversationQuery & { cursor?: string | undefined; limit: number },
): Promise<ConversationPart> {
  return readWithCache(chat, actor, async (db) => {
    const member = await loadMember(db, actor, chat.now().getTime())
    return listFrom({ chat, db, member }, query)
  })
}

interface Listing {
  chat: Chat
  db: Reader
  member: Member
}

async function listFrom(
  { chat, db, member }: Listing,
  { cursor, limit, ...query }: Parameters<typeof listConversations>[2],
): Promise<ConversationPart> {
  const scope = await loadPlaceScope(chat, db, member, query)
  const mutedUsers = new Set((await loadMutedUsersOf(db, member.user.id)).map(({ id }) => id))
  const found: Conversation[] = []
  let below = readCursor(cursor)
  for (;;) {
    const needed = Math.max(LOOKED_MIN_COUNT, limit + 1 - found.length)
    const places = await findPlaces(db, member, scope, { below, limit: needed })
    const described = await describe({ chat, db, member }, places, mutedUsers)
    found.push(...described.filter((one) => fits(one, query)))
    const last = places.at(-1)
    if (places.length < needed || !last || found.length > limit) break
    below = last.newest_id
  }
  if (found.length <= limit) return { conversations: found }
  const conversations = found.slice(0, limit)
  return { conversations, cursor: String(conversations.at(-1)?.max_message_id) }
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(cursor)) throw badRequest('Invalid cursor')
  return Number(cursor)
}

/** What only the whole conversation says; the rest is tested where it is found. */
function fits(one: Conversation, { filters = [] }: ConversationQuery): boolean {
  return (
    (!filters.includes('unread') || one.unread_count > 0) &&
    (!filters.includes('bots') || one.has_bots) &&
    (!filters.includes('unmuted') || one.visibility !== 'muted')
  )
}

async function describe(
  { chat, db, member }: Listing,
  places: readonly PlaceRow[],
  mutedUsers: ReadonlySet<number>,
): Promise<Conversation[]> {
  const { user } = member
  const [unread, senders, newest, members, users] = await Promise.all([
    countUnread(chat, db, user, places.filter(isHeard)),
    loadSenders(db, user, places),
    loadNewest(db, places),
    loadConversationMembers(db, places),
    loadAccessibleUsers(db, member),
  ])
  const bots = new Set(users.filter(({ is_bot }) => is_bot).map(({ id }) => id))
  return places.flatMap((place): Conversation[] => {
    const last = newest.get(place.newest_id)
    if (!last) return []
    const written = senders.get(place.id) ?? []
    const people = place.conversation_id === null ? [] : (members.get(place.conversation_id) ?? [])
    const others = people.filter((id) => id !== user.id)
    const isMutedPerson = others.length === 1 && mutedUsers.has(others[0] ?? 0)
    return [
      {
        ...(place.channel_id === null
          ? { type: 'direct', user_ids: others.length > 0 ? others : [...people] }
          : {
              type: 'channel',
              stream_id: place.channel_id,
              topic: shownTopic(last, { allowEmptyTopicName: true }),
            }),
        max_message_id: last.id,
        timestamp: Math.floor(last.sent_at / 1_000),
        sender_ids: written.slice(0, SHOWN_SENDERS).map(({ user_id }) => user_id),
        ...countsOf(unread.get(place.id)),
        participated: written.some(({ user_id }) => user_id === user.id),
        has_bots: hasBots(written, people, bots),
        visibility: isMutedPerson ? 'muted' : visibilityOf(place),
      },
    ]
  })
}

/** Whether messages that are sent there are unread for the caller: nothing is outside of channels that one is subscribed to. */
function isHeard({ channel_id, is_subscribed }: PlaceRow): boolean {
  return channel_id === null || is_subscribed === 1
}

function hasBots(
  written: readonly Sender[],
  people: readonly number[],
  bots: ReadonlySet<number>,
): boolean {
  return written.some(({ user_id }) => bots.has(user_id)) || people.some((id) => bots.has(id))
}

function countsOf(
  { count, mentions, ofBots }: UnreadCounts = { count: 0, mentions: 0, ofBots: 0 },
) {
  return { unread_count: count, mention_count: mentions, bot_unread_count: ofBots }
}

function visibilityOf({ policy, is_channel_muted }: PlaceRow): Conversation['visibility'] {
  if (policy === TOPIC_POLICIES.followed) return 'followed'
  return isTopicMuted(policy, is_channel_muted === 1) ? 'muted' : 'normal'
}

/** The newest messages of places, by id. */
async function loadNewest(db: Reader, places: readonly PlaceRow[]) {
  const ids = places.map(({ newest_id }) => newest_id)
  const rows = await db
    .selectFrom('chat_message')
    .select(['id', 'channel_id', 'topic', 'sent_at'])
    .where(sqlInList(databaseKindOf(db), sql`id`, ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
