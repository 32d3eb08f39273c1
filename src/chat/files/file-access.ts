import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileAccess, ServedFile } from '../../contract/chat.ts'
import { getCachedReader } from '../kernel/directory-cache.ts'
import { noFile } from '../kernel/failures.ts'
import { loadRequester } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { loadEmojiNames } from '../messages/emoji/emoji-names.ts'
import { patternOf } from '../users/avatar-address.ts'
import { requireAvatar } from '../users/profile/find-avatar.ts'
import type { Attachment } from './attachment-record.ts'
import { REALM_ICON } from './realm-icon.ts'
import { openResumableUploads } from './resumable.ts'
import { uploadByToken } from './temporary-urls.ts'
import { uploadByPath } from './upload-access.ts'

/** File access for clients, outside of the operations. */
export function createFileAccess(chat: Chat): FileAccess {
  const find = async (actor: Actor | undefined, pathId: string): Promise<Attachment> => {
    const db = await getCachedReader(chat)
    const requester = await loadRequester(db, actor, chat.now().getTime())
    return uploadByPath(db, requester, pathId)
  }
  return {
    upload: async (actor: Actor | undefined, pathId) => served(chat, await find(actor, pathId)),
    async thumbnail(actor: Actor | undefined, path, tools) {
      const end = path.lastIndexOf('/')
      const attachment = await find(actor, path.slice(0, end))
      const { openThumbnail } = await import('./thumbnails.ts')
      const smaller = await openThumbnail(chat, attachment, path.slice(end + 1), tools)
      return served(chat, { ...attachment, ...smaller })
    },
    temporary: async (token, name) => served(chat, await uploadByToken(chat, token, name)),
    avatar: async (actor: Actor | undefined, account, size) =>
      requireAvatar(chat, actor, account, size),
    open: async (path) => openPublic(chat, path),
    resumable: openResumableUploads(chat),
  }
}

function served(chat: Chat, { name, media_type, bytes, file_key }: Attachment): ServedFile {
  return {
    name,
    mediaType: media_type ?? undefined,
    bytes,
    version: file_key,
    isPublic: false,
    read: async (range) => chat.files.store.read(file_key, range),
  }
}

/** Path of the table of Unicode emoji (`server_emoji_data_url`). */
export const EMOJI_TABLE_PATH = '/static/emoji.json'

/** Path of the icon of the organization (`realm_icon_url`). */
export const REALM_ICON_PATH = '/static/realm-icon.png'

/** Returns a public file by its path on this server. Throws `not_found`. */
export async function openPublic(chat: Chat, path: string): Promise<ServedFile> {
  if (path === REALM_ICON_PATH) return fixed('realm-icon.png', 'image/png', REALM_ICON)
  if (path === EMOJI_TABLE_PATH) {
    const { namesByCode } = await loadEmojiNames()
    const table = { code_to_names: Object.fromEntries(namesByCode) }
    return fixed('emoji.json', 'application/json', Buffer.from(JSON.stringify(table)))
  }
  const pattern = patternOf(path)
  if (pattern) {
    const { drawIdenticon } = await import('../../images/identicon.ts')
    const drawn = drawIdenticon(pattern.seed, pattern.edgePx)
    return fixed('avatar.png', 'image/png', Buffer.from(drawn))
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
