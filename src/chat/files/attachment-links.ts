import { loadMember } from '../kernel/requester.ts'
import type { Message, Reader, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import {
  type Attachment,
  type AttachmentRecord,
  loadAttachmentRecords,
} from './attachment-record.ts'
import { MESSAGE_MAX_UPLOADS } from './limits.ts'
import { emitToOwner } from './store-upload.ts'
import { canSeeUpload } from './upload-access.ts'

/** A message text that links to uploads, with its author. */
export interface Linking {
  sender: User
  client: string
  message: Pick<Message, 'id'>
  /** Paths of uploads in the text. */
  uploads: readonly string[]
}

/** Attaches the uploads linked in a new message, so that its readers can see them, as far as its sender can. */
export async function linkAttachments(chat: Chat, unit: ChatWork, linking: Linking): Promise<void> {
  const uploads = await uploadsIn(unit.tx, linking.uploads)
  await link(unit, linking, await visibleTo(chat, unit.tx, linking, uploads))
}

/**
 * Attaches and detaches uploads after the text of a message has changed. Returns the sender's uploads to which no message links
 * any more (`detached_uploads`, spec 3).
 */
export async function relinkAttachments(
  chat: Chat,
  unit: ChatWork,
  linking: Linking,
): Promise<AttachmentRecord[]> {
  const { tx } = unit
  const before = await uploadsOf(tx, linking.message.id)
  const uploads = await uploadsIn(tx, linking.uploads)
  const has = (list: readonly Attachment[], id: number) => list.some((one) => one.id === id)
  const added = uploads.filter(({ id }) => !has(before, id))
  const removed = before.filter(({ id }) => !has(uploads, id))
  await link(unit, linking, await visibleTo(chat, tx, linking, added))
  for (const attachment of removed) {
    await tx
      .deleteFrom('chat_attachment_message')
      .where('attachment_id', '=', attachment.id)
      .where('message_id', '=', linking.message.id)
      .execute()
    await emitToOwner(unit, 'update', attachment)
  }
  const own = removed.filter(({ owner_id }) => owner_id === linking.sender.id)
  const records = await loadAttachmentRecords(tx, own)
  return records.filter(({ message_ids }) => message_ids.length === 0)
}

async function link(
  unit: ChatWork,
  { message }: Linking,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  const rows = attachments.map(({ id }) => ({ attachment_id: id, message_id: message.id }))
  await unit.tx.insertInto('chat_attachment_message').values(rows).execute()
  for (const attachment of attachments) await emitToOwner(unit, 'update', attachment)
}

/** Linking to a file that the author cannot see must not make it visible to others. */
async function visibleTo(
  chat: Chat,
  db: Reader,
  { sender, client }: Linking,
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const own = attachments.filter(({ owner_id }) => owner_id === sender.id)
  if (own.length === attachments.length) return own
  const member = await loadMember(db, { user: sender, client }, chat.now().getTime())
  const visible: Attachment[] = []
  for (const one of attachments) if (await canSeeUpload(db, member, one)) visible.push(one)
  return visible
}

async function uploadsIn(tx: Tx, paths: readonly string[]): Promise<Attachment[]> {
  if (paths.length === 0) return []
  return tx
    .selectFrom('chat_attachment')
    .selectAll()
    .where('path_id', 'in', paths.slice(0, MESSAGE_MAX_UPLOADS))
    .orderBy('id')
    .execute()
}

async function uploadsOf(tx: Tx, messageId: number): Promise<Attachment[]> {
  return tx
    .selectFrom('chat_attachment')
    .innerJoin('chat_attachment_message', 'attachment_id', 'id')
    .selectAll('chat_attachment')
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
}
