import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { loadReadableMessages } from './access.ts'

/** The conversation that a message is in: a topic of a channel, or direct messages of some users. */
export type MessagePlace = { stream_id: number; topic: string } | { user_ids: number[] }

/** Where messages are now, by their ids; those that the reader may not read are left out. */
export async function placesOf(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, MessagePlace>> {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  const seen = await loadReadableMessages(db, requester, [...new Set(ids)])
  const conversations = seen.flatMap(({ message }) => message.conversation_id ?? [])
  const members = await membersOf(db, conversations)
  return new Map(
    seen.map(({ message: { id, channel_id, topic, conversation_id } }) => [
      id,
      channel_id === null
        ? { user_ids: members.get(conversation_id ?? 0) ?? [] }
        : { stream_id: channel_id, topic },
    ]),
  )
}

async function membersOf(db: Reader, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_conversation_member')
    .selectAll()
    .where('conversation_id', 'in', [...new Set(ids)])
    .orderBy('user_id')
    .execute()
  const members = new Map<number, number[]>()
  for (const { conversation_id, user_id } of rows) {
    members.set(conversation_id, [...(members.get(conversation_id) ?? []), user_id])
  }
  return members
}
