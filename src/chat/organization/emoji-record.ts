import type { Selectable } from 'kysely'
import type { ChatEmojiTable } from '../../store/tables/chat-record-tables.ts'
import type { Reader } from '../kernel/rows.ts'
import type { CustomEmoji } from '../rendering/context.ts'

/** A custom emoji as clients see it. */
export interface EmojiRecord {
  id: string
  name: string
  source_url: string
  still_url: string | null
  deactivated: boolean
  author_id: number | null
}

/** All custom emoji by id, deactivated ones included, since reactions may still use them. */
export async function loadEmojiRecords(db: Reader): Promise<Record<string, EmojiRecord>> {
  const rows = await db.selectFrom('chat_emoji').selectAll().orderBy('id').execute()
  return Object.fromEntries(rows.map((row) => [String(row.id), emojiRecord(row)]))
}

/** A custom emoji as clients see it. */
export function emojiRecord(row: Selectable<ChatEmojiTable>): EmojiRecord {
  return {
    id: String(row.id),
    name: row.name,
    source_url: row.path,
    still_url: row.still_path,
    deactivated: row.is_deactivated === 1,
    author_id: row.author_id,
  }
}

/** The custom emoji that messages can hold. */
export async function loadCustomEmoji(db: Reader): Promise<CustomEmoji[]> {
  const rows = await db
    .selectFrom('chat_emoji')
    .select(['name', 'path'])
    .where('is_deactivated', '=', 0)
    .execute()
  return rows.map(({ name, path }) => ({ name, src: path }))
}
