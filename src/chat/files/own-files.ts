import { Readable } from 'node:stream'
import type { Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { claimLoose, moveToStore, receive } from './loose-files.ts'
import { addSpace, ORGANIZATION_ID, reserveSpace } from './quota.ts'
import { makeFileKey } from './store-upload.ts'

/** A stored file of the organization that no record refers to yet. */
export interface KeptFile {
  file_key: string
  /** Where it is on this server. */
  path: string
  name: string
  media_type: string
  bytes: number
}

/** Stores a file of the organization, which is charged for it. */
export async function keepOwnFile(
  chat: Chat,
  content: Uint8Array,
  place: Pick<KeptFile, 'path' | 'name' | 'media_type'>,
): Promise<KeptFile> {
  const file_key = makeFileKey()
  const { byteLength: bytes } = content
  const request = { key: file_key, payerId: ORGANIZATION_ID, needBytes: bytes }
  await chat.files.incoming.requireRoom(bytes)
  await writeChat(chat, async ({ tx }) => reserveSpace(chat, tx, request))
  await receive(chat, file_key, Readable.from([content]))
  await moveToStore(chat, file_key)
  return { ...place, file_key, bytes }
}

/** Shows stored files to everybody, at their paths. */
export async function publish(tx: Tx, files: readonly KeptFile[]): Promise<void> {
  for (const file of files) {
    await tx.insertInto('chat_public_file').values(file).execute()
    await claimLoose(tx, file.file_key, file.bytes)
  }
}

/** Takes back files that everybody could see, those whose paths begin alike; they are removed after the unit of work. */
export async function unpublish(chat: Chat, tx: Tx, start: string): Promise<void> {
  const gone = await tx
    .deleteFrom('chat_public_file')
    .where('path', '>=', start)
    .where('path', '<', `${start}\u{7f}`)
    .returning(['file_key', 'bytes'])
    .execute()
  await letGo(chat.now().getTime(), tx, gone)
}

/** Lets go of stored files of the organization that nothing refers to any longer. */
export async function letGo(
  since: number,
  tx: Tx,
  files: readonly Pick<KeptFile, 'file_key' | 'bytes'>[],
): Promise<void> {
  for (const { file_key, bytes } of files) {
    const going = { file_key, since, payer_id: ORGANIZATION_ID, bytes, state: 'going' as const }
    await tx.insertInto('chat_loose_file').values(going).execute()
    await addSpace(tx, ORGANIZATION_ID, -bytes)
  }
}
