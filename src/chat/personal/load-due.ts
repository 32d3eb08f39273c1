import type { Selectable } from 'kysely'
import type { Schema } from '../../store/tables/schema.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'

/** Rows of one run; the rest follows in the next. */
const BATCH_MAX_COUNT = 100

/** Messages and reminders, each delivered at a time of its own. */
type Awaited = 'chat_scheduled' | 'chat_reminder'

/** Whether anything is due: one read for both kinds, since every server asks every few seconds. */
export async function isAnythingDue(chat: Chat): Promise<boolean> {
  const due = (table: Awaited) =>
    reader(chat)
      .selectFrom<Awaited>(table)
      .select('id')
      .where('deliver_at', '<=', dueUntil(chat))
      .where('failure', 'is', null)
  const row = await due('chat_scheduled').unionAll(due('chat_reminder')).limit(1).executeTakeFirst()
  return row !== undefined
}

function dueUntil(chat: Chat): number {
  return Math.floor(chat.now().getTime() / 1_000)
}

/** The rows whose time has come and that have not failed, those that have waited longest first. */
export async function loadDue<Table extends Awaited>(
  chat: Chat,
  table: Table,
): Promise<Selectable<Schema[Table]>[]> {
  const rows = await reader(chat)
    .selectFrom<Awaited>(table)
    .selectAll()
    .where('deliver_at', '<=', dueUntil(chat))
    .where('failure', 'is', null)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(BATCH_MAX_COUNT)
    .execute()
  return rows as unknown as Selectable<Schema[Table]>[]
}
