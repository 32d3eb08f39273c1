import { sql } from 'kysely'
import { isGuest, type Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import { sqlLimit } from '../kernel/sql-in-list.ts'
import { loadReadableMessages } from '../messages/access.ts'
import { readStates } from '../messages/read-state.ts'
import { TOPIC_POLICIES } from '../topics/topic-policy.ts'
import { findUsersById } from '../users/find-users.ts'
import type { Digest, MissedTopic } from './digest-text.ts'

/** Topics in a digest, and those that are looked into for them. */
const TOPICS_MAX_COUNT = 5
const CANDIDATES_MAX_COUNT = 15

/** Messages of a topic that are looked at. */
const MESSAGES_MAX_COUNT = 20

/** New channels that are named. */
const CHANNELS_MAX_COUNT = 10

interface Candidate {
  channel_id: number
  topic_key: string
}

/** What somebody has missed since a time; `above` is the id of a message from before it. */
export async function collectDigest(
  db: Reader,
  member: Member,
  { sinceMs, above }: { sinceMs: number; above: number },
): Promise<Digest> {
  const topics: MissedTopic[] = []
  for (const candidate of await busyTopics(db, member, { sinceMs, above })) {
    if (topics.length === TOPICS_MAX_COUNT) break
    const missed = await missedIn(db, member, candidate, above)
    if (missed) topics.push(missed)
  }
  return { topics, channels: isGuest(member) ? [] : await newChannels(db, sinceMs) }
}

/** Topics of the user's channels in which others wrote, the busiest first. What the user muted is none. */
async function busyTopics(
  db: Reader,
  { user }: Member,
  { sinceMs, above }: { sinceMs: number; above: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.channel_id, m.topic_key from chat_message m
    join chat_subscription s on s.channel_id = m.channel_id and s.user_id = ${user.id}
      and s.is_active = 1 and s.is_muted = 0
    left join chat_user_topic t on t.user_id = ${user.id} and t.channel_id = m.channel_id
      and t.topic_key = m.topic_key
    where m.id > ${above} and m.sent_at >= ${sinceMs} and m.sender_id <> ${user.id}
      and coalesce(t.policy, 0) <> ${TOPIC_POLICIES.muted}
    group by m.channel_id, m.topic_key order by count(*) desc, max(m.id) desc
    ${sqlLimit(CANDIDATES_MAX_COUNT)}`.execute(db)
  return rows
}

/** What of a topic's newest messages the user may read and has not read. */
async function missedIn(
  db: Reader,
  member: Member,
  { channel_id, topic_key }: Candidate,
  above: number,
): Promise<MissedTopic | undefined> {
  const rows = await db
    .selectFrom('chat_message')
    .select(['id', 'topic', 'sender_id'])
    .where('channel_id', '=', channel_id)
    .where('topic_key', '=', topic_key)
    .where('id', '>', above)
    .orderBy('id', 'desc')
    .limit(MESSAGES_MAX_COUNT + 1)
    .execute()
  const states = await readStates(
    db,
    member.user,
    rows.map(({ id }) => id),
  )
  const unread = rows.filter(({ id }) => {
    const state = states.get(id)
    return state?.isReceived === true && !state.isRead
  })
  const readable = await loadReadableMessages(
    db,
    member,
    unread.map(({ id }) => id),
  )
  const channel = readable[0]?.seen?.channel
  const listedIds = new Set(readable.slice(-MESSAGES_MAX_COUNT).map(({ message }) => message.id))
  const missed = unread.filter(({ id }) => listedIds.has(id))
  const first = missed.at(-1)
  if (!channel || !first) return undefined
  const users = await findUsersById(
    db,
    missed.map(({ sender_id }) => sender_id),
  )
  return {
    channel,
    topic: first.topic,
    firstId: first.id,
    count: missed.length,
    isMore: readable.length > missed.length,
    senders: [...users.values()].map(({ full_name }) => full_name),
  }
}

async function newChannels(db: Reader, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_channel')
    .select('name')
    .where('created_at', '>', sinceMs)
    .where('is_private', '=', 0)
    .where('is_archived', '=', 0)
    .orderBy('id')
    .limit(CHANNELS_MAX_COUNT)
    .execute()
  return rows.map(({ name }) => name)
}
