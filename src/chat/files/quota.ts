import { sql } from 'kysely'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'

/** A mebibyte, the unit of advertised upload sizes. */
const MIB = 1024 * 1024

/** Bytes of the largest upload. */
export function uploadMaxBytes({ files }: Pick<Chat, 'files'>): number {
  return files.maxMib * MIB
}

/** Bytes of all uploads together (`upload_space_used`). */
export async function countUsedBytes(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes from chat_attachment`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Throws unless this many more bytes can be stored, beside those reserved for other resumable uploads. */
export async function requireSpace(
  chat: Chat,
  db: Reader,
  bytes: number,
  resumableId = '',
): Promise<void> {
  const { quotaMib } = chat.files
  if (bytes > uploadMaxBytes(chat)) throw tooLarge(chat)
  if (quotaMib === undefined) return
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes from chat_resumable
    where attachment_id is null and id <> ${resumableId}`.execute(db)
  const taken = (await countUsedBytes(db)) + (rows[0]?.bytes ?? 0)
  if (taken + bytes > quotaMib * MIB) throw overQuota()
}

/** The error for a file larger than the limit. */
export function tooLarge({ files }: Pick<Chat, 'files'>): Error {
  return badRequest(
    `File is larger than this server's configured maximum upload size (${files.maxMib} MiB).`,
    { max_file_upload_size_mib: files.maxMib },
  )
}

function overQuota(): Error {
  return badRequest("Upload would exceed your organization's upload quota.")
}
