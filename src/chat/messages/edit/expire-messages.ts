import { DAY_MS } from '../../../lib/durations.ts'
import type { Message, Tx } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { loadConversationMembers } from '../fetch/load-messages.ts'
import { deletionOf, dropMessages } from './delete-message.ts'
import { type MessageRecipients, loadRecipientsIn } from './recipients.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 200

/** A channel, or all direct conversations. */
type RetentionScope = { channelId: number } | 'direct'

/**
 * Deletes messages older than the retention of their channel (`message_retention_days`: null for the organization's value, -1 for
 * ever); direct messages by the organization's. Notifies everybody who could see them. Returns the number deleted.
 */
export async function expireMessages(chat: Chat, signal: AbortSignal): Promise<number> {
  const db = reader(chat)
  const { message_retention_days: inherited } = await loadRealm(db)
  const channels = await db.selectFrom('chat_channel').select(['id', 'retention_days']).execute()
  const rules: { scope: RetentionScope; days: number }[] = [
    ...channels.map(({ id, retention_days }) => ({
      scope: { channelId: id },
      days: retention_days ?? inherited,
    })),
    { scope: 'direct', days: inherited },
  ]
  let count = 0
  for (const { scope, days } of rules) {
    if (days < 0) continue
    const before = chat.now().getTime() - days * DAY_MS
    for (let gone = 1; gone > 0; count += gone) {
      if (signal.aborted) return count
      gone = await writeChat(chat, async (unit) => expireSome(unit, scope, before))
    }
  }
  return count
}

/** Deletes expired messages among the oldest ones of a scope: ids and times grow together. */
async function expireSome(unit: ChatWork, scope: RetentionScope, before: number): Promise<number> {
  const oldest = await unit.tx
    .selectFrom('chat_message')
    .selectAll()
    .where((eb) =>
      scope === 'direct'
        ? eb('conversation_id', 'is not', null)
        : eb('channel_id', '=', scope.channelId),
    )
    .orderBy('id')
    .limit(UNIT_MAX_MESSAGES)
    .execute()
  const expired = oldest.filter(({ sent_at }) => sent_at < before)
  if (expired.length === 0) return 0
  const groups = Map.groupBy(expired, (message) => message.conversation_id ?? message.topic_key)
  for (const messages of groups.values()) {
    for (const { to, messageIds } of await recipientsOfMessages(unit.tx, messages)) {
      const heard = messages.filter(({ id }) => messageIds.includes(id))
      unit.emit({ payload: deletionOf(heard), to, span: heard.length })
    }
  }
  await dropMessages(unit.tx, expired)
  return expired.length
}

async function recipientsOfMessages(
  tx: Tx,
  messages: readonly Message[],
): Promise<MessageRecipients[]> {
  const [{ channel_id, conversation_id } = { channel_id: null, conversation_id: null }] = messages
  const messageIds = messages.map(({ id }) => id)
  if (channel_id !== null) return loadRecipientsIn(tx, channel_id, messageIds)
  const members = await loadConversationMembers(tx, messages)
  return [{ to: { users: members.get(conversation_id ?? 0) ?? [] }, messageIds }]
}
