import { isInChannelGroup } from '../../channels/access.ts'
import type { EmittedEventOf } from '../../events/event.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember, type Member } from '../../kernel/requester.ts'
import type { MessageHead, Reader, Tx } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { dropWords } from '../../narrow/word-index.ts'
import { findById } from '../../users/find-users.ts'
import { requireMessageById, type SeenMessage } from '../access.ts'
import { renewLatest } from '../latest.ts'
import { releaseMessageSpace } from '../message-space.ts'
import { loadAudiencesOf } from './change-content.ts'
import { isOlder } from './edit-permission.ts'

/** Deletes a message for everybody, where its channel and its age allow it. */
export async function deleteMessage(chat: Chat, actor: Actor, messageId: number): Promise<void> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const found = await requireMessageById(db, member, messageId)
  await requireDeletion(db, member, found, nowMs)
  await writeChat(chat, async ({ tx, emit }) => {
    const message = await tx
      .selectFrom('chat_message')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) throw badRequest('Message already deleted')
    const audiences = await loadAudiencesOf(tx, message)
    await dropMessages(tx, [message])
    for (const to of audiences) emit({ payload: deletionOf([message]), to })
  })
}

async function requireDeletion(
  db: Reader,
  member: Member,
  { message, seen }: SeenMessage,
  nowMs: number,
): Promise<void> {
  const { groups, realm, user } = member
  const mayAny =
    groups.has(realm.can_delete_any_message_group) ||
    (seen && isInChannelGroup(member, seen.channel, 'can_delete_any_message_group'))
  if (mayAny) return
  const sender = await findById(db, message.sender_id)
  const isOwn = message.sender_id === user.id || sender?.bot_owner_id === user.id
  const mayOwn =
    groups.has(realm.can_delete_own_message_group) ||
    (seen && isInChannelGroup(member, seen.channel, 'can_delete_own_message_group'))
  if (!isOwn || !mayOwn) throw badRequest("You don't have permission to delete this message")
  const limit = realm.message_content_delete_limit_seconds
  if (limit !== null && isOlder(message, limit, nowMs)) {
    throw badRequest('The time limit for deleting this message has passed')
  }
}

/** The event for deleted messages, all of one topic or conversation. */
export function deletionOf(messages: readonly MessageHead[]): EmittedEventOf<'delete_message'> {
  const [{ channel_id, topic } = { channel_id: null, topic: '' }] = messages
  const shared = { type: 'delete_message', message_ids: messages.map(({ id }) => id) } as const
  return channel_id === null
    ? { ...shared, message_type: 'private' }
    : { ...shared, message_type: 'stream', stream_id: channel_id, topic }
}

/** Removes messages and all rows that refer to them. */
export async function dropMessages(tx: Tx, messages: readonly MessageHead[]): Promise<void> {
  const ids = messages.map(({ id }) => id)
  await dropWords(tx, ids)
  await releaseMessageSpace(tx, ids)
  const hanging = [
    'chat_receipt',
    'chat_reaction',
    'chat_edit',
    'chat_attachment_message',
    'chat_submessage',
  ] as const
  for (const table of hanging) {
    await tx.deleteFrom(table).where('message_id', 'in', ids).execute()
  }
  await tx.deleteFrom('chat_message').where('id', 'in', ids).execute()
  await renewLatest(tx, messages)
}
