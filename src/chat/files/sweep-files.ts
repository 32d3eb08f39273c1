import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import type { Attachment } from './attachment-record.ts'
import { RESUMABLE_LIFE_HOURS, UNCLAIMED_LIFE_DAYS } from './limits.ts'
import { dropFile, markGoing } from './loose-files.ts'
import { RESUMABLE_LIFE_MS } from './resumable.ts'
import { unlinkUpload } from './unlink-upload.ts'

/** An unreferenced file younger than this may still be in use. */
const LOOSE_LIFE_MS = HOUR_MS

const UNCLAIMED_LIFE_MS = UNCLAIMED_LIFE_DAYS * DAY_MS

/** Uploads that one sweep removes; the next one continues. */
const SWEEP_MAX_UPLOADS = 500

/**
 * Removes uploads that no message has linked to for a long time, abandoned resumable uploads, and unreferenced files. May run in
 * several processes at once.
 */
export async function sweepFiles(chat: Chat): Promise<void> {
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => noteUnclaimed(tx, nowMs))
  const old = await reader(chat)
    .selectFrom('chat_attachment')
    .selectAll()
    .where('unclaimed_since', '<=', nowMs - UNCLAIMED_LIFE_MS)
    .limit(SWEEP_MAX_UPLOADS)
    .execute()
  // One by one, so that other writes do not wait for the whole sweep.
  for (const attachment of old) {
    await writeChat(chat, async (unit) => dropUnclaimed(unit, attachment, nowMs))
  }
  await dropGivenUp(chat, nowMs)
  await dropLoose(chat, nowMs)
}

/** An upload counts as unlinked from the first sweep that finds it in no message. */
async function noteUnclaimed(tx: Tx, nowMs: number): Promise<void> {
  const isClaimed = sql`exists (
    select 1 from chat_attachment_message m where m.attachment_id = chat_attachment.id)`
  await sql`update chat_attachment set unclaimed_since = null
    where unclaimed_since is not null and ${isClaimed}`.execute(tx)
  await sql`update chat_attachment set unclaimed_since = ${nowMs}
    where unclaimed_since is null and not ${isClaimed}`.execute(tx)
}

/** Removes an upload, unless it was linked meanwhile or is in a text that may still be sent: then its time starts again. */
async function dropUnclaimed(unit: ChatWork, attachment: Attachment, nowMs: number): Promise<void> {
  const { id, path_id } = attachment
  const isIn = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} where content like ${`%/${path_id.split('/')[1]}/%`})`
  const { rows } = await sql<{ is_needed: number | boolean }>`
    select (exists (select 1 from chat_attachment_message where attachment_id = ${id})
      or not exists (select 1 from chat_attachment where id = ${id})
      or ${isIn('chat_draft')} or ${isIn('chat_scheduled')} or ${isIn('chat_snippet')}) as is_needed
    `.execute(unit.tx)
  if (!rows[0]?.is_needed) return unlinkUpload(unit, attachment, nowMs - LOOSE_LIFE_MS)
  const stays = unit.tx.updateTable('chat_attachment').set({ unclaimed_since: null })
  await stays.where('id', '=', id).execute()
}

async function dropGivenUp(chat: Chat, nowMs: number): Promise<void> {
  const { incoming } = chat.files
  await writeChat(chat, async ({ tx }) => {
    await tx
      .deleteFrom('chat_resumable')
      .where('created_at', '<=', nowMs - RESUMABLE_LIFE_MS)
      .execute()
    await tx
      .deleteFrom('chat_upload_piece')
      .where('upload_id', 'not in', (eb) => eb.selectFrom('chat_resumable').select('id'))
      .execute()
  })
  for (const id of await incoming.idleSince(new Date(nowMs - RESUMABLE_LIFE_HOURS * HOUR_MS))) {
    await incoming.remove(id)
  }
}

async function dropLoose(chat: Chat, nowMs: number): Promise<void> {
  const loose = await writeChat(chat, async ({ tx }) => {
    const old = tx
      .selectFrom('chat_loose_file')
      .select('file_key')
      .where('since', '<=', nowMs - LOOSE_LIFE_MS)
      // A resumable upload can be continued, and completed where it was interrupted at its last step.
      .where('file_key', 'not in', (eb) => eb.selectFrom('chat_resumable').select('id'))
      .where('file_key', 'not in', (eb) => eb.selectFrom('chat_upload_piece').select('file_key'))
      .limit(SWEEP_MAX_UPLOADS)
    const rows = await old.execute()
    const keys = rows.map(({ file_key }) => file_key)
    await markGoing(tx, keys)
    return keys
  })
  for (const key of loose) await dropFile(chat, key)
}
