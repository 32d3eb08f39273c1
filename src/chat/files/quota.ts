import { sql } from 'kysely'
import { badRequest } from '../kernel/failures.ts'
import type { Reader, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { loadQuotas } from '../organization/quotas.ts'
import { UNFINISHED_MAX_MIB } from './limits.ts'

/** A mebibyte, the unit of advertised upload sizes. */
export const MIB = 1024 * 1024

/** Who is charged for files of the organization itself; no account has this id. */
export const ORGANIZATION_ID = 0

/** Who is charged for uploads of an account: bots would multiply what the person who made them may take. */
export function payerOf({ id, bot_owner_id }: Pick<User, 'id' | 'bot_owner_id'>): number {
  return bot_owner_id ?? id
}

/** Bytes of the largest upload: no quota has room for a larger one. */
export function uploadMaxBytes({ files }: Pick<Chat, 'files'>): number {
  const { maxMib, quotaMib, accountQuotaMib } = files
  return Math.min(maxMib, quotaMib || Infinity, accountQuotaMib || Infinity) * MIB
}

/** Bytes of all uploads together (`upload_space_used`), as they are counted. */
export async function countUsedBytes(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes from chat_upload_space
    where payer_id <> ${ORGANIZATION_ID}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Bytes that count against the quota of the organization: all that files take, and all that is reserved for them. */
export async function countTakenBytes(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce((select sum(bytes) from chat_upload_space), 0)
      + coalesce((select sum(bytes) from chat_loose_file), 0) as bigint) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Space for one file. */
export interface SpaceRequest {
  /** Key of the file. */
  key: string
  /** Who is charged: a person (`payerOf`), or the organization. */
  payerId: number
  /** What it takes at least. */
  needBytes: number
  /** Bytes reserved for it where so many are left; else all that are left. */
  wishBytes?: number
}

/**
 * Reserves space for a file, in place of what is reserved for it so far, and returns how many bytes it got. Space is
 * counted in the transaction that takes it, so that no two uploads share what is left. Throws `invalid_input` over a quota.
 */
export async function reserveSpace(
  chat: Chat,
  tx: Tx,
  { key, payerId, needBytes, wishBytes = needBytes }: SpaceRequest,
): Promise<number> {
  const maxBytes = uploadMaxBytes(chat)
  if (needBytes > maxBytes) throw fileTooLarge(chat)
  let bytes = Math.min(wishBytes, maxBytes)
  for (const { leftBytes, refusal } of await findLimits(chat, tx, key, payerId)) {
    if (needBytes > leftBytes) throw badRequest(refusal)
    bytes = Math.min(bytes, leftBytes)
  }
  const since = chat.now().getTime()
  const row = { file_key: key, since, payer_id: payerId, bytes, state: 'arriving' as const }
  await tx
    .insertInto('chat_loose_file')
    .values(row)
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ since, bytes }))
    .execute()
  return bytes
}

interface Limit {
  leftBytes: number
  refusal: string
}

/** Bytes left for a file of a payer, beside all other files. */
async function findLimits(chat: Chat, tx: Tx, key: string, payerId: number): Promise<Limit[]> {
  const { uploads, uploadsPerAccount } = await loadQuotas(chat, tx)
  const isOwn = sql`payer_id = ${payerId}`
  const { rows } = await sql<Record<'stored' | 'loose' | 'own' | 'own_loose' | 'arriving', number>>`
    select ${sumOf('chat_upload_space')} as stored,
      ${sumOf('chat_upload_space', isOwn)} as own,
      ${sumOf('chat_loose_file', sql`file_key <> ${key}`)} as loose,
      ${sumOf('chat_loose_file', sql`file_key <> ${key} and ${isOwn}`)} as own_loose,
      ${sumOf('chat_loose_file', sql`file_key <> ${key} and ${isOwn} and state = 'arriving'`)} as arriving
    `.execute(tx)
  const { stored = 0, loose = 0, own = 0, own_loose = 0, arriving = 0 } = rows[0] ?? {}
  const limits: Limit[] = []
  const limit = (maxBytes: number, taken: number, refusal: string) =>
    void limits.push({ leftBytes: Math.max(0, maxBytes - taken), refusal })
  if (uploads) {
    const refusal = "Upload would exceed your organization's upload quota."
    limit(uploads * MIB, stored + loose, refusal)
  }
  if (payerId === ORGANIZATION_ID) return limits
  if (uploadsPerAccount) {
    limit(uploadsPerAccount * MIB, own + own_loose, 'Upload would exceed your upload quota.')
  }
  const unfinishedMaxBytes = Math.max(UNFINISHED_MAX_MIB * MIB, uploadMaxBytes(chat))
  limit(unfinishedMaxBytes, arriving, 'Too many unfinished uploads.')
  return limits
}

function sumOf(table: string, condition = sql`1 = 1`) {
  return sql`(select cast(coalesce(sum(bytes), 0) as bigint) from ${sql.table(table)} where ${condition})`
}

/** Counts the bytes of a file that is stored now, or with a minus sign, of one that is not any longer. */
export async function addSpace(tx: Tx, payerId: number, bytes: number): Promise<void> {
  await tx
    .insertInto('chat_upload_space')
    .values({ payer_id: payerId, bytes })
    .onConflict((conflict) =>
      conflict.column('payer_id').doUpdateSet({ bytes: sql`chat_upload_space.bytes + ${bytes}` }),
    )
    .execute()
}

/** The error for a file larger than the limit. */
export function fileTooLarge(chat: Pick<Chat, 'files'>): Error {
  const mib = uploadMaxBytes(chat) / MIB
  return badRequest(
    `File is larger than this server's configured maximum upload size (${mib} MiB).`,
    { max_file_upload_size_mib: mib },
  )
}
