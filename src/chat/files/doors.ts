import { rememberingReader } from '../remembered.ts'
import type { Chat, FileDoors, ServedFile } from '../port.ts'
import { loadViewer } from '../viewer.ts'
import { uploadByPath } from './access.ts'
import type { Attachment } from './attachment-record.ts'
import { openPublic } from './public-files.ts'
import { resumableUploads } from './resumable.ts'
import { uploadByToken } from './temporary.ts'

/** What clients get and send past the operations. */
export function fileDoors(chat: Chat): FileDoors {
  return {
    async upload(actor, pathId) {
      const db = await rememberingReader(chat)
      const viewer = await loadViewer(db, actor, chat.now().getTime())
      return served(chat, await uploadByPath(db, viewer, pathId))
    },
    temporary: async (token, name) => served(chat, await uploadByToken(chat, token, name)),
    open: async (path) => openPublic(chat, path),
    resumable: resumableUploads(chat),
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
