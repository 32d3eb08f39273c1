import type { Selectable } from 'kysely'
import type { Schema } from '../../store/schema.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'

/** Rows of one run; the rest follows in the next. */
const BATCH_MAX_COUNT = 100

/** What is delivered at a time of its own. */
type Awaited = 'chat_scheduled' | 'chat_reminder'

/** The rows whose time has come and that have not failed, those that have waited longest first. */
export async function loadDue<Table extends Awaited>(
  chat: Chat,
  table: Table,
): Promise<Selectable<Schema[Table]>[]> {
  const rows = await reader(chat)
    .selectFrom<Awaited>(table)
    .selectAll()
    .where('deliver_at', '<=', Math.floor(chat.now().getTime() / 1_000))
    .where('failure', 'is', null)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(BATCH_MAX_COUNT)
    .execute()
  return rows as unknown as Selectable<Schema[Table]>[]
}
