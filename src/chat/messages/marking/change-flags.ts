import { sql } from 'kysely'
import { isSubscribed } from '../../channels/access.ts'
import type { EmittedEventOf } from '../../events/event.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { MessageHead, Tx } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../../kernel/sql-in-list.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { loadReadableMessages, type SeenMessage } from '../access.ts'
import { loadConversationMembers } from '../fetch/load-messages.ts'
import { MESSAGE_FLAGS, OWN_FLAGS, type MessageFlag } from '../flags.ts'
import { type ReadState, readStates } from '../read-state.ts'
import { dropEmptyReceipts, markRead, markUnread } from './mark-read.ts'

/** A change of one personal flag of messages. */
export interface FlagChange {
  messageIds: readonly number[]
  op: string
  flag: string
}

/** The result. */
export interface FlagsChanged {
  /** Messages that have changed. */
  messages: number[]
  /** Channels whose messages cannot be unread, since the caller is not subscribed. */
  ignored_because_not_subscribed_channels: number[]
}

/** Adds or removes `read`, `starred` or `collapsed` of messages that the caller may read. */
export async function changeFlags(
  chat: Chat,
  actor: Actor,
  { messageIds, op, flag }: FlagChange,
): Promise<FlagsChanged> {
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`)
  requireFlag(flag)
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  return writeChat(chat, async (unit) => {
    const found = await loadReadableMessages(unit.tx, member, messageIds)
    if (found.length !== new Set(messageIds).size) throw badRequest('Invalid message(s)')
    const isUnread = flag === 'read' && op === 'remove'
    const ignored = isUnread
      ? found.filter(({ seen }) => seen !== undefined && !isSubscribed(seen))
      : []
    const targets = found.filter((one) => !ignored.includes(one))
    const states = await readStates(
      unit.tx,
      actor.user,
      targets.map(({ message }) => message.id),
    )
    const changed = targets.filter(({ message }) => {
      const state = states.get(message.id)
      return state !== undefined && hasFlag(state, flag) !== (op === 'add')
    })
    const ids = changed.map(({ message }) => message.id)
    if (ids.length > 0) {
      await apply(unit.tx, actor, ids, states, op, flag)
      await emitFlagChange(unit, actor, changed, states, op, flag)
    }
    return {
      messages: ids,
      ignored_because_not_subscribed_channels: [
        ...new Set(ignored.map(({ message }) => message.channel_id ?? 0)),
      ],
    }
  })
}

function requireFlag(flag: string): void {
  if (flag === 'read' || (OWN_FLAGS as readonly string[]).includes(flag)) return
  if (flag in MESSAGE_FLAGS || flag.includes('mentioned')) {
    throw badRequest(`Flag not editable: '${flag}'`)
  }
  throw badRequest(`Invalid flag: '${flag}'`)
}

function hasFlag(state: ReadState, flag: string): boolean {
  return flag === 'read' ? state.isRead : (state.bits & MESSAGE_FLAGS[flag as MessageFlag]) !== 0
}

async function apply(
  tx: Tx,
  { user }: Actor,
  ids: readonly number[],
  states: ReadonlyMap<number, ReadState>,
  op: 'add' | 'remove',
  flag: string,
): Promise<void> {
  // A message never received gets a receipt: read, unless it is marked unread.
  for (const message_id of ids.filter((id) => !states.get(id)?.isReceived)) {
    const row = { user_id: user.id, message_id, flags: MESSAGE_FLAGS.historical, is_read: 1 }
    await tx.insertInto('chat_receipt').values(row).execute()
  }
  if (flag === 'read') {
    await (op === 'add' ? markRead(tx, user, ids) : markUnread(tx, user.id, ids))
    return
  }
  const bit = MESSAGE_FLAGS[flag as MessageFlag]
  for (const message_id of ids) {
    const bits = states.get(message_id)?.bits ?? 0
    const flags = op === 'add' ? bits | bit : bits & ~bit
    await tx
      .insertInto('chat_receipt')
      .values({ user_id: user.id, message_id, flags, is_read: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doUpdateSet({ flags }))
      .execute()
  }
  if (op === 'remove')
    await dropEmptyReceipts(tx, user.id, sqlInList(databaseKindOf(tx), sql`message_id`, ids))
}

async function emitFlagChange(
  { tx, emit }: ChatWork,
  { user }: Actor,
  changed: readonly SeenMessage<MessageHead>[],
  states: ReadonlyMap<number, ReadState>,
  op: 'add' | 'remove',
  flag: string,
): Promise<void> {
  const messages = changed.map(({ message }) => message.id)
  const shared = { type: 'update_message_flags', flag, messages, all: false } as const
  const to = { users: [user.id] }
  if (op === 'add') {
    emit({ payload: { ...shared, op, operation: op }, to })
    return
  }
  const details =
    flag === 'read' ? { message_details: await unreadDetails(tx, user.id, changed, states) } : {}
  emit({ payload: { ...shared, op, operation: op, ...details }, to })
}

type UnreadDetails = NonNullable<
  Extract<EmittedEventOf<'update_message_flags'>, { op: 'remove' }>['message_details']
>

/** What clients need to count messages as unread again. */
async function unreadDetails(
  tx: Tx,
  userId: number,
  changed: readonly SeenMessage<MessageHead>[],
  states: ReadonlyMap<number, ReadState>,
): Promise<UnreadDetails> {
  const members = await loadConversationMembers(
    tx,
    changed.map(({ message }) => message),
  )
  return Object.fromEntries(
    changed.map(({ message, seen }) => {
      const state = states.get(message.id)
      const isMentioned = ((state?.bits ?? 0) & MESSAGE_FLAGS.mentioned) !== 0
      const common = isMentioned ? ({ mentioned: true } as const) : {}
      const users = members.get(message.conversation_id ?? 0) ?? []
      const details = seen
        ? {
            type: 'stream' as const,
            stream_id: seen.channel.id,
            topic: message.topic,
            unmuted_stream_msg: seen.subscription?.is_muted !== 1,
          }
        : { type: 'private' as const, user_ids: users.filter((id) => id !== userId) }
      return [String(message.id), { ...details, ...common }]
    }),
  )
}
