import type { Selectable } from 'kysely'
import type { ResumableUploads, UploadedFile } from '../../contract/chat.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import type { ChatResumableTable } from '../../store/tables/chat-record-tables.ts'
import { badRequest, noFile } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { uploadUrl } from './attachment-record.ts'
import { RESUMABLE_LIFE_HOURS, RESUMABLE_MAX_COUNT } from './limits.ts'
import { dropFile, keepLoose, markGoing } from './loose-files.ts'
import { toDisplayName } from './names.ts'
import { appendPieces, countPieceBytes, forgetPieces, joinPieces } from './pieces.ts'
import { payerOf, reserveSpace, uploadMaxBytes } from './quota.ts'
import { keepUpload } from './store-upload.ts'

type Row = Selectable<ChatResumableTable>

/** Time to finish a resumable upload. */
export const RESUMABLE_LIFE_MS = RESUMABLE_LIFE_HOURS * HOUR_MS

/**
 * Resumable uploads: the metadata is in the database and the received bytes are in the file, or in pieces where machines share a
 * bucket, so that both survive a crash at any moment.
 */
export function openResumableUploads(chat: Chat): ResumableUploads {
  const { incoming } = chat.files
  const inPieces = chat.files.store.join !== undefined
  return {
    lifeMs: RESUMABLE_LIFE_MS,
    get maxBytes() {
      return uploadMaxBytes(chat)
    },
    async create({ user }: Actor, { id, name, bytes }) {
      await incoming.requireRoom(bytes)
      await writeChat(chat, async ({ tx }) => {
        await reserveSpace(chat, tx, { key: id, payerId: payerOf(user), needBytes: bytes })
        const { open } = await tx
          .selectFrom('chat_resumable')
          .select((eb) => eb.fn.countAll<number>().as('open'))
          .where('owner_id', '=', user.id)
          .where('attachment_id', 'is', null)
          .executeTakeFirstOrThrow()
        if (open >= RESUMABLE_MAX_COUNT) throw badRequest('Too many unfinished uploads.')
        const created_at = chat.now().getTime()
        const row = { id, owner_id: user.id, name: toDisplayName(name), bytes, created_at }
        await tx
          .insertInto('chat_resumable')
          .values({ ...row, attachment_id: null })
          .execute()
      })
    },
    async find(actor: Actor, id) {
      const row = await rowOf(chat, actor, id)
      const { name, bytes, created_at } = row
      const ageMs = chat.now().getTime() - created_at
      return { name, bytes, offset: await offsetOf(chat, row), ageMs }
    },
    async append(actor: Actor, id, offset, bytes) {
      const row = await rowOf(chat, actor, id)
      // A completed file has moved and cannot be appended to.
      if (offset === row.bytes) return offset
      return inPieces ? appendPieces(chat, id, offset, bytes) : incoming.append(id, offset, bytes)
    },
    async finish(actor: Actor, id) {
      const { name, bytes, attachment_id } = await rowOf(chat, actor, id)
      if (attachment_id !== null) return finished(chat, attachment_id)
      // An empty file has no bytes to send.
      if (bytes === 0) await incoming.append(id, 0, nothing())
      if (inPieces) await joinPieces(chat, id)
      await keepLoose(chat, id)
      let pieces: readonly string[] = []
      const upload = await keepUpload(
        chat,
        actor,
        { key: id, name, bytes },
        async (tx, attachment) => {
          const done = tx.updateTable('chat_resumable').set({ attachment_id: attachment.id })
          await done.where('id', '=', id).execute()
          pieces = await forgetPieces(tx, id)
        },
      )
      await dropPieces(chat, pieces)
      return upload
    },
    async remove(actor: Actor, id) {
      await rowOf(chat, actor, id)
      let pieces: readonly string[] = []
      await writeChat(chat, async ({ tx }) => {
        await tx.deleteFrom('chat_resumable').where('id', '=', id).execute()
        await markGoing(tx, [id])
        pieces = await forgetPieces(tx, id)
      })
      await dropFile(chat, id)
      await dropPieces(chat, pieces)
    },
  }
}

async function rowOf(chat: Chat, { user }: Actor, id: string): Promise<Row> {
  const row = await reader(chat)
    .selectFrom('chat_resumable')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', user.id)
    .where('created_at', '>', chat.now().getTime() - RESUMABLE_LIFE_MS)
    .executeTakeFirst()
  if (!row) throw noFile()
  return row
}

/** A completed file may already have been moved by a process that crashed before recording it. */
async function offsetOf(chat: Chat, { id, bytes, attachment_id }: Row): Promise<number> {
  if (attachment_id !== null) return bytes
  const arrived = chat.files.store.join
    ? await countPieceBytes(reader(chat), id)
    : await chat.files.incoming.size(id)
  if (arrived) return arrived
  const moved = await reader(chat)
    .selectFrom('chat_loose_file')
    .select('file_key')
    .where('file_key', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return moved ? bytes : 0
}

/** Removes files of pieces that are forgotten; where that fails, the sweep does it. */
async function dropPieces(chat: Chat, keys: readonly string[]): Promise<void> {
  const dropped = await Promise.allSettled(keys.map(async (key) => dropFile(chat, key)))
  const failed = dropped.find(({ status }) => status === 'rejected')
  if (failed) chat.log.warn({ err: failed }, 'pieces of an upload could not be removed')
}

async function finished(chat: Chat, id: number): Promise<UploadedFile> {
  const attachment = await reader(chat)
    .selectFrom('chat_attachment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!attachment) throw noFile()
  return { url: uploadUrl(attachment), filename: attachment.name }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
