import type { Selectable } from 'kysely'
import type { ChatEditTable } from '../../store/chat-tables.ts'
import type { Message, Reader } from '../port.ts'
import type { Realm } from '../realm/settings.ts'

/** One edit or move, as clients see it (spec 2.4); what did not change is absent. */
export interface EditRecord {
  user_id: number | null
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

/**
 * Edit histories by message, newest edit first; none for messages that were never edited or moved, nor
 * for what the organization hides.
 */
export async function editHistories(
  db: Reader,
  realm: Realm,
  messages: readonly Message[],
): Promise<ReadonlyMap<number, EditRecord[]>> {
  const policy = realm.message_edit_history_visibility_policy
  const changed = messages
    .filter(({ edited_at, moved_at }) => edited_at !== null || moved_at !== null)
    .map(({ id }) => id)
  if (policy === 'none' || changed.length === 0) return new Map()
  const rows = await editsOf(db, changed)
  const histories = new Map<number, EditRecord[]>()
  for (const row of rows) {
    const isMove = row.topic !== null || row.channel_id !== null
    if (policy === 'moves' && !isMove) continue
    const record = editRecord(row, policy === 'all')
    histories.set(row.message_id, [...(histories.get(row.message_id) ?? []), record])
  }
  return histories
}

/** Rows of the edits of messages, newest first. */
export async function editsOf(
  db: Reader,
  messageIds: readonly number[],
): Promise<Selectable<ChatEditTable>[]> {
  return db
    .selectFrom('chat_edit')
    .selectAll()
    .where('message_id', 'in', [...messageIds])
    .orderBy('id', 'desc')
    .execute()
}

function editRecord(row: Selectable<ChatEditTable>, withContent: boolean): EditRecord {
  return {
    user_id: row.user_id,
    timestamp: Math.floor(row.edited_at / 1_000),
    ...(row.prev_content !== null && withContent
      ? { prev_content: row.prev_content, prev_rendered_content: row.prev_rendered ?? '' }
      : {}),
    ...(row.topic === null ? {} : { prev_topic: row.prev_topic ?? '', topic: row.topic }),
    ...(row.channel_id === null
      ? {}
      : { prev_stream: row.prev_channel_id ?? 0, stream: row.channel_id }),
  }
}
