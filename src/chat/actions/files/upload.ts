import type { IncomingFile } from '../../../operation.ts'
import { badRequest } from '../../failures.ts'
import { keepUpload, newFileKey } from '../../files/keep-upload.ts'
import { requireSpace, tooLarge, uploadMaxBytes } from '../../files/space.ts'
import type { Actor, Chat, UploadedFile } from '../../port.ts'
import { reader } from '../../write.ts'

/** Stores the file that came with a call, which only its owner can see until a message links to it. */
export async function upload(
  chat: Chat,
  actor: Actor,
  file: IncomingFile | undefined,
): Promise<UploadedFile> {
  if (!file) throw badRequest('You must specify a file to upload')
  const { incoming } = chat.files
  await requireSpace(chat, reader(chat), 0)
  const key = newFileKey()
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
