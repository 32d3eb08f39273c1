import { randomBytes } from 'node:crypto'
import { SNIFF_BYTES, sniffMedia } from '../../files/sniff.ts'
import type { Actor, Chat, Tx, UploadedFile } from '../port.ts'
import { type ChatWork, reader, writeChat } from '../write.ts'
import { type Attachment, attachmentRecords, uploadUrl } from './attachment-record.ts'
import { pathName, shownName } from './names.ts'
import { requireSpace, usedBytes } from './space.ts'

/** The organization in addresses of uploads; there is one. */
export const REALM_ID = '1'

/** Too many to guess: an address is all that keeps a file from those who may read a message that names it. */
const SECRET_BYTES = 24

/** A file that has arrived whole. */
export interface Arrived {
  /** Its id on the way in, which becomes its key. */
  key: string
  name: string
  bytes: number
}

/** A new key of a file. */
export function newFileKey(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Stores a file that has arrived and tells its owner's clients. A process that dies in between leaves a loose
 * file, which the sweep removes, or which a repeated call takes up. `also` joins the unit of work.
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
  const shown = shownName(name)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row = {
    owner_id: user.id,
    name: shown,
    path_id: `${REALM_ID}/${secret}/${pathName(shown)}`,
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
    await tellOwner(unit, 'add', attachment)
    return attachment
  })
  return { url: uploadUrl(stored), filename: stored.name }
}

/** Moves a file from where it arrived to where files are kept, noted as loose until something refers to it. */
export async function keepLoose(chat: Chat, key: string): Promise<void> {
  const row = { file_key: key, since: chat.now().getTime() }
  await writeChat(chat, async ({ tx }) => {
    const noted = tx.insertInto('chat_loose_file').values(row)
    await noted.onConflict((conflict) => conflict.column('file_key').doNothing()).execute()
  })
  const { incoming, store } = chat.files
  // Not there any more: a call before this one has moved it.
  if ((await incoming.size(key)) !== undefined) await store.keep(key, incoming.path(key))
}

/** Tells the owner's clients of a new or changed upload. */
export async function tellOwner(
  { tx, emit }: ChatWork,
  op: 'add' | 'update',
  attachment: Attachment,
): Promise<void> {
  const [record] = await attachmentRecords(tx, [attachment])
  emit({
    payload: {
      type: 'attachment',
      op,
      attachment: record,
      upload_space_used: await usedBytes(tx),
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
