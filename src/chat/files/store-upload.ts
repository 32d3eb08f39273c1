import { randomBytes } from 'node:crypto'
import type { UploadedFile } from '../../contract/chat.ts'
import type { IncomingFile } from '../../contract/operation.ts'
import { SNIFF_BYTES, sniffMedia } from '../../files/sniff.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { type Attachment, loadAttachmentRecords, uploadUrl } from './attachment-record.ts'
import { toPathName, toShownName } from './names.ts'
import { requireSpace, tooLarge, uploadMaxBytes, countUsedBytes } from './quota.ts'

/** The organization in addresses of uploads; there is one. */
export const REALM_ID = '1'

/** Too long to guess: only its path keeps an upload from readers of a message that names it. */
const SECRET_BYTES = 24

/** A completely received file. */
export interface Arrived {
  /** Its id during the transfer, which becomes its key. */
  key: string
  name: string
  bytes: number
}

/** A new key of a file. */
export function makeFileKey(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Stores a received file and notifies its owner's clients. A process that dies in between leaves an unreferenced file, which the
 * sweep removes or a repeated call reuses. `also` joins the unit of work.
 */
export async function keepUpload(
  chat: Chat,
  { user }: Actor,
  { key, name, bytes }: Arrived,
  also: (tx: Tx, attachment: Attachment) => Promise<void> = async () => {},
): Promise<UploadedFile> {
  await requireSpace(chat, reader(chat), bytes, key)
  await keepLoose(chat, key)
  const media_type = bytes === 0 ? null : (sniffMedia(await firstBytes(chat, key)) ?? null)
  const shown = toShownName(name)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row = {
    owner_id: user.id,
    name: shown,
    path_id: `${REALM_ID}/${secret}/${toPathName(shown)}`,
    file_key: key,
    bytes,
    media_type,
    created_at: chat.now().getTime(),
    unclaimed_since: null,
  }
  const stored = await writeChat(chat, async (unit) => {
    await requireSpace(chat, unit.tx, bytes, key)
    const added = unit.tx.insertInto('chat_attachment').values(row).returningAll()
    const attachment = await added.executeTakeFirstOrThrow()
    await unit.tx.deleteFrom('chat_loose_file').where('file_key', '=', key).execute()
    await also(unit.tx, attachment)
    await emitToOwner(unit, 'add', attachment)
    return attachment
  })
  return { url: uploadUrl(stored), filename: stored.name }
}

/** Moves a received file to permanent storage, recorded as unreferenced until something refers to it. */
export async function keepLoose(chat: Chat, key: string): Promise<void> {
  const row = { file_key: key, since: chat.now().getTime() }
  await writeChat(chat, async ({ tx }) => {
    const noted = tx.insertInto('chat_loose_file').values(row)
    await noted.onConflict((conflict) => conflict.column('file_key').doNothing()).execute()
  })
  const { incoming, store } = chat.files
  // Already moved by an earlier call.
  if ((await incoming.size(key)) !== undefined) await store.keep(key, incoming.path(key))
}

/** Notifies the owner's clients of a new or changed upload. */
export async function emitToOwner(
  { tx, emit }: ChatWork,
  op: 'add' | 'update',
  attachment: Attachment,
): Promise<void> {
  const [record] = await loadAttachmentRecords(tx, [attachment])
  if (!record) return
  emit({
    payload: {
      type: 'attachment',
      op,
      attachment: record,
      upload_space_used: await countUsedBytes(tx),
    },
    to: { users: [attachment.owner_id] },
  })
}

async function firstBytes({ files }: Chat, key: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await files.store.read(key, { start: 0, end: SNIFF_BYTES - 1 })) {
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks)
}

/** Stores the file sent with a call; only its owner can see it until a message links to it. */
export async function upload(
  chat: Chat,
  actor: Actor,
  file: IncomingFile | undefined,
): Promise<UploadedFile> {
  if (!file) throw badRequest('You must specify a file to upload')
  const { incoming } = chat.files
  await requireSpace(chat, reader(chat), 0)
  const key = makeFileKey()
  try {
    const bytes = await incoming.append(key, 0, bounded(chat, file))
    return await keepUpload(chat, actor, { key, name: file.name, bytes })
  } finally {
    await incoming.remove(key)
  }
}

async function* bounded(chat: Chat, { bytes }: IncomingFile): AsyncGenerator<Uint8Array> {
  let left = uploadMaxBytes(chat)
  for await (const chunk of bytes) {
    left -= chunk.byteLength
    if (left < 0) throw tooLarge(chat)
    yield chunk
  }
}
