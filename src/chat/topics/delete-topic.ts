import { canReadChannel, requireChannelById, isInChannelGroup } from '../channels/access.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadReadableMessages } from '../messages/access.ts'
import { deletionOf, dropMessages } from '../messages/edit/delete-message.ts'
import { loadRecipientsIn } from '../messages/edit/recipients.ts'
import { readTopic, topicKey } from './topic.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 500

/** Deletes all messages of a topic that the caller may read, newest first. Requires permission to delete any message. */
export async function deleteTopic(
  chat: Chat,
  actor: Actor,
  channelId: number,
  topicName: string,
): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen = await requireChannelById(db, member, channelId)
  const mayDelete =
    member.groups.has(member.realm.can_delete_any_message_group) ||
    isInChannelGroup(member, seen.channel, 'can_delete_any_message_group')
  if (!mayDelete || !canReadChannel(member, seen)) throw badRequest('Insufficient permission')
  const topic = readTopic(topicName)
  let isFirst = true
  for (let below = Number.MAX_SAFE_INTEGER; below > 0; isFirst = false) {
    below = await writeChat(chat, async ({ tx, emit }) => {
      const rows = await tx
        .selectFrom('chat_message')
        .select('id')
        .where('channel_id', '=', channelId)
        .where('topic_key', '=', topicKey(topic))
        .where('id', '<', below)
        .orderBy('id', 'desc')
        .limit(UNIT_MAX_MESSAGES)
        .execute()
      const ids = rows.map(({ id }) => id)
      const messages = (await loadReadableMessages(tx, member, ids)).map(({ message }) => message)
      if (messages.length > 0) {
        const recipientSets = await loadRecipientsIn(
          tx,
          channelId,
          messages.map(({ id }) => id),
        )
        await dropMessages(tx, messages)
        for (const { to, messageIds } of recipientSets) {
          const heard = messages.filter(({ id }) => messageIds.includes(id))
          emit({ payload: deletionOf(heard), to, span: heard.length })
        }
      } else if (isFirst) {
        throw badRequest(`No such topic '${topic}'`)
      }
      return rows.length < UNIT_MAX_MESSAGES ? 0 : (ids.at(-1) ?? 0)
    })
  }
}
