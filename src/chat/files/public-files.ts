import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { emojiNames } from '../messages/emoji-names.ts'
import type { Chat, ServedFile } from '../port.ts'
import { reader } from '../write.ts'
import { noFile } from './access.ts'
import { REALM_ICON } from './realm-icon.ts'

/** Path of the table of Unicode emoji (`server_emoji_data_url`). */
export const EMOJI_TABLE_PATH = '/static/emoji.json'

/** Path of the icon of the organization (`realm_icon_url`). */
export const REALM_ICON_PATH = '/static/realm-icon.png'

/** A file for everybody, by its path on this server. Throws `not_found`. */
export async function openPublic(chat: Chat, path: string): Promise<ServedFile> {
  if (path === REALM_ICON_PATH) return fixed('realm-icon.png', 'image/png', REALM_ICON)
  if (path === EMOJI_TABLE_PATH) {
    const { namesByCode } = await emojiNames()
    const table = { code_to_names: Object.fromEntries(namesByCode) }
    return fixed('emoji.json', 'application/json', Buffer.from(JSON.stringify(table)))
  }
  const file = await reader(chat)
    .selectFrom('chat_public_file')
    .selectAll()
    .where('path', '=', path)
    .executeTakeFirst()
  if (!file) throw noFile()
  return {
    name: file.name,
    mediaType: file.media_type,
    bytes: file.bytes,
    version: file.file_key,
    isPublic: true,
    read: async (range) => chat.files.store.read(file.file_key, range),
  }
}

function fixed(name: string, mediaType: string, content: Buffer): ServedFile {
  return {
    name,
    mediaType,
    bytes: content.byteLength,
    version: createHash('sha256').update(content).digest('hex').slice(0, 32),
    isPublic: true,
    read: async ({ start, end } = { start: 0, end: content.byteLength }) =>
      Readable.from([content.subarray(start, end + 1)]),
  }
}
