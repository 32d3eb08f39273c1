import { type RawBuilder, sql } from 'kysely'
import { findChannelById } from '../channels/access.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { FETCH_MAX_MESSAGES } from '../limits.ts'
import { findAnchorId, type AnchorInput, readAnchor } from '../narrow/anchor.ts'
import { hitsOnly } from '../narrow/find-messages.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import type { Term } from '../narrow/term.ts'
import { type Window, loadWindow } from '../narrow/window.ts'
import { listTopicsOfChannel } from '../topics/list-topics.ts'
import { readTopic, topicKey } from '../topics/topic.ts'
import { changeFlags, type FlagChange } from './change-flags.ts'
import { readAndTell } from './mark-read.ts'
import { loadUnreadMessages } from './read-state.ts'

/** A change of one personal flag of the messages around an anchor. */
export interface NarrowFlagChange extends Omit<FlagChange, 'messageIds'> {
  terms: readonly Term[]
  anchor: AnchorInput
  window: Window
}

/** The result, and where to continue. */
export interface NarrowFlagsChanged {
  processed_count: number
  updated_count: number
  first_processed_id: number | null
  last_processed_id: number | null
  found_oldest: boolean
  found_newest: boolean
  ignored_because_not_subscribed_channels: number[]
}

/** Adds or removes a flag on messages of a narrow, at most as many as one fetch may return. */
export async function changeFlagsInNarrow(
  chat: Chat,
  actor: Actor,
  { terms, anchor, window, op, flag }: NarrowFlagChange,
): Promise<NarrowFlagsChanged> {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  const narrow = await resolveNarrow({ chat, db, requester }, terms)
  const at = await findAnchorId(chat, db, narrow, readAnchor(anchor))
  const { rows, found_oldest, found_newest } = await loadWindow(
    chat,
    db,
    narrow,
    at,
    clamped(window),
    hitsOnly,
  )
  const ids = rows.map(({ id }) => id)
  const changed = await changeFlags(chat, actor, { messageIds: ids, op, flag })
  return {
    processed_count: ids.length,
    updated_count: changed.messages.length,
    first_processed_id: ids[0] ?? null,
    last_processed_id: ids.at(-1) ?? null,
    found_oldest,
    found_newest,
    ignored_because_not_subscribed_channels: changed.ignored_because_not_subscribed_channels,
  }
}

/** A window that is too wide is cut at both ends: the caller continues from there. */
function clamped(window: Window): Window {
  const max = FETCH_MAX_MESSAGES
  const numBefore = Math.min(window.numBefore, max - Math.min(window.numAfter, max / 2))
  return { ...window, numBefore, numAfter: Math.min(window.numAfter, max - numBefore) }
}

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 1_000

/** Marks all of the caller's unread messages as read. */
export async function markAllRead(chat: Chat, actor: Actor): Promise<void> {
  await markWhere(chat, actor, sql`true`)
}

/** Marks everything in a channel as read. Throws for a channel that the caller may not know of. */
export async function markChannelRead(chat: Chat, actor: Actor, channelId: number): Promise<void> {
  const db = reader(chat)
  await findChannelById(db, await loadMember(db, actor, chat.now().getTime()), channelId)
  await markWhere(chat, actor, sql`m.channel_id = ${channelId}`)
}

/** Marks everything in a topic as read. Throws for one without messages. */
export async function markTopicRead(
  chat: Chat,
  actor: Actor,
  channelId: number,
  wanted: string,
): Promise<void> {
  const topic = readTopic(wanted)
  const key = topicKey(topic)
  // Topics whose messages the caller may not read are treated like topics without messages.
  const known = await listTopicsOfChannel(chat, actor, channelId, true)
  if (!known.some(({ name }) => topicKey(name) === key)) {
    throw badRequest(`No such topic '${topic}'`)
  }
  await markWhere(chat, actor, sql`m.channel_id = ${channelId} and m.topic_key = ${key}`)
}

/** Marks everything as read that a user has sent to the caller. */
export async function markReadFrom(chat: Chat, actor: Actor, senderId: number): Promise<void> {
  await markWhere(chat, actor, sql`m.sender_id = ${senderId}`)
}

async function markWhere(chat: Chat, { user }: Actor, where: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const count = await writeChat(chat, async ({ tx, emit }) => {
      const unread = await loadUnreadMessages(tx, user, UNIT_MAX_MESSAGES, where)
      const messages = unread.map(({ id }) => id)
      await readAndTell({ tx, emit }, user, messages)
      return messages.length
    })
    if (count < UNIT_MAX_MESSAGES) return
  }
}
