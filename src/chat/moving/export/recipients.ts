import type { Reader } from '../../kernel/rows.ts'
import { membersOfKey } from '../../messages/threads.ts'
import { type ExportRow, RECIPIENT_TYPES } from '../rows.ts'

/** Where messages go, by ids of the export's own. */
export interface Recipients {
  rows: ExportRow[]
  /** Groups of three and more, by the ids of their conversations. */
  groups: ReadonlyMap<number, readonly number[]>
  person(userId: number): number
  channel(channelId: number): number
  group(conversationId: number): number
  /** Where a direct message of this sender goes: the other person of two, oneself alone, or the group. */
  direct(conversationId: number, senderId: number): number
}

/** Numbers everybody and every place to which messages may go. */
export async function loadRecipients(db: Reader): Promise<Recipients> {
  const users = await db.selectFrom('chat_user').select('id').orderBy('id').execute()
  const channels = await db.selectFrom('chat_channel').select('id').orderBy('id').execute()
  const conversations = await db.selectFrom('chat_conversation').selectAll().orderBy('id').execute()
  const members = new Map(conversations.map((one) => [one.id, membersOfKey(one.member_key)]))
  const groups = new Map([...members].filter(([, ids]) => ids.length > 2))
  const rows: ExportRow[] = []
  const add = (type: number, ids: Iterable<number>): Map<number, number> => {
    const numbers = new Map<number, number>()
    for (const type_id of ids) {
      const id = rows.length + 1
      rows.push({ id, type, type_id })
      numbers.set(type_id, id)
    }
    return numbers
  }
  const ofPeople = add(
    RECIPIENT_TYPES.person,
    users.map(({ id }) => id),
  )
  const ofChannels = add(
    RECIPIENT_TYPES.channel,
    channels.map(({ id }) => id),
  )
  const ofGroups = add(RECIPIENT_TYPES.group, groups.keys())
  const recipients: Recipients = {
    rows,
    groups,
    person: (id) => ofPeople.get(id) ?? 0,
    channel: (id) => ofChannels.get(id) ?? 0,
    group: (id) => ofGroups.get(id) ?? 0,
    direct(conversationId, senderId) {
      const group = ofGroups.get(conversationId)
      if (group !== undefined) return group
      const others = members.get(conversationId)?.filter((id) => id !== senderId)
      return recipients.person(others?.[0] ?? senderId)
    },
  }
  return recipients
}
