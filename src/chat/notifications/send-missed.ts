import { DAY_MS } from '../../lib/durations.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Message, Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadReadableMessages, type SeenMessage } from '../messages/access.ts'
import { loadConversationMembers } from '../messages/fetch/load-messages.ts'
import { readStates } from '../messages/read-state.ts'
import { loadMessagesOf } from '../narrow/find-messages.ts'
import { findById, findUsersById } from '../users/find-users.ts'
import { MISSED_MAX_AGE_SECONDS } from './limits.ts'
import { type MissedConversation, missedMailText } from './missed-mail-text.ts'
import { noteMissed } from './note-missed.ts'

/** Time to the next run without a mail server, where there is nothing to do. */
const NEVER_MS = DAY_MS

/** How long new messages may wait to be looked at. */
const LOOK_MAX_MS = 30_000

/** Pause after a mail that could not be sent. */
const RETRY_MS = 600_000

/** Messages that one user is told of at once; what is beyond waits for the next turn. */
const TURN_MAX_MESSAGES = 500

/** Mails unread messages that are due, until the signal aborts. Returns when to look again. For one process at a time. */
export async function mailMissed(chat: Chat, signal: AbortSignal): Promise<{ nextInMs: number }> {
  if (!chat.mail) return { nextInMs: NEVER_MS }
  while (!signal.aborted && (await noteMissed(chat)));
  while (!signal.aborted) {
    const next = await reader(chat)
      .selectFrom('chat_missed_mail')
      .select(['user_id', 'due_at'])
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    const waitMs = next ? next.due_at - chat.now().getTime() : LOOK_MAX_MS
    if (!next || waitMs > 0) return { nextInMs: Math.min(waitMs, LOOK_MAX_MS) }
    await mailUser(chat, next.user_id)
  }
  return { nextInMs: LOOK_MAX_MS }
}

/** Sends everything that a user has missed, due or not: what comes later would only be another mail. */
async function mailUser(chat: Chat, userId: number): Promise<void> {
  const db = reader(chat)
  const rows = await db
    .selectFrom('chat_missed_mail')
    .select(['message_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('message_id')
    .limit(TURN_MAX_MESSAGES)
    .execute()
  const ids = rows.map(({ message_id }) => message_id)
  const user = await findById(db, userId)
  const conversations = user?.is_active ? await missedBy(chat, db, user, ids) : []
  for (const conversation of conversations) {
    if (user && !(await sent(chat, db, user, conversation))) return postpone(chat, userId)
    // One by one, so that a failure repeats none of those before.
    await forget(
      chat,
      userId,
      conversation.messages.map(({ id }) => id),
    )
  }
  await forget(chat, userId, ids)
}

async function sent(
  chat: Chat,
  db: Reader,
  user: User,
  conversation: MissedConversation,
): Promise<boolean> {
  const { realm } = await loadMember(db, { user, client: '' }, chat.now().getTime())
  try {
    const mail = missedMailText(chat, realm, user, conversation)
    await chat.mail?.({ to: user.email, ...mail })
    return true
  } catch (error) {
    chat.log.warn({ err: error, user: user.id }, 'missed messages could not be mailed')
    return false
  }
}

/** What of these messages the user may still read and has not read, by where it is now. */
async function missedBy(
  chat: Chat,
  db: Reader,
  user: User,
  ids: readonly number[],
): Promise<MissedConversation[]> {
  const member = await loadMember(db, { user, client: '' }, chat.now().getTime())
  const states = await readStates(db, user, ids)
  const readable = (await loadReadableMessages(db, member, ids)).filter(({ message }) => {
    const state = states.get(message.id)
    return state?.isReceived === true && !state.isRead
  })
  const seen = new Map(readable.map((one) => [one.message.id, one.seen]))
  const messages = await loadMessagesOf(db, [...seen.keys()], 'content')
  const members = await loadConversationMembers(db, messages)
  const users = await findUsersById(db, [
    ...messages.map(({ sender_id }) => sender_id),
    ...[...members.values()].flat(),
  ])
  const places = Map.groupBy(
    messages.toSorted((one, other) => one.id - other.id),
    ({ channel_id, topic_key, conversation_id }) =>
      channel_id === null ? `dm ${conversation_id}` : `${channel_id} ${topic_key}`,
  )
  return [...places.values()].map((own) => conversationOf(user, own, { seen, members, users }))
}

function conversationOf(
  user: User,
  messages: readonly Message[],
  {
    seen,
    members,
    users,
  }: {
    seen: ReadonlyMap<number, SeenMessage['seen']>
    members: ReadonlyMap<number, readonly number[]>
    users: ReadonlyMap<number, User>
  },
): MissedConversation {
  const [first] = messages
  const ids = members.get(first?.conversation_id ?? 0) ?? []
  return {
    channel: seen.get(first?.id ?? 0)?.channel,
    others: ids
      .filter((id) => id !== user.id)
      .map((id) => users.get(id))
      .filter((one) => one !== undefined),
    messages: messages.flatMap((message) => {
      const sender = users.get(message.sender_id)
      return sender ? [{ ...message, sender }] : []
    }),
  }
}

async function forget(chat: Chat, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await writeChat(chat, async ({ tx }) =>
    tx
      .deleteFrom('chat_missed_mail')
      .where('user_id', '=', userId)
      .where('message_id', 'in', [...ids])
      .execute(),
  )
}

/** Tries again later; what is too old by then is dropped. */
async function postpone(chat: Chat, userId: number): Promise<void> {
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => {
    const own = tx.deleteFrom('chat_missed_mail').where('user_id', '=', userId)
    await own.where('created_at', '<', nowMs - MISSED_MAX_AGE_SECONDS * 1_000).execute()
    await tx
      .updateTable('chat_missed_mail')
      .set({ due_at: nowMs + RETRY_MS })
      .where('user_id', '=', userId)
      .execute()
  })
}
