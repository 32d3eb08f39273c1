import { z } from 'zod'
import { fileOfModel } from '../../../src/chat/agent/upload.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `upload_file` (chat spec 4.6): stores a file, for messages to link to. */
export const uploadFile = defineChatOperation({
  name: 'upload_file',
  title: 'Upload file',
  tier: 'standard',
  description: 'Store the file of a multipart body. Readers of messages that link to it see it.',
  http: { method: 'POST', path: '/user_uploads', isSpecified: true, takesFile: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({}),
  output: z.object({ url: z.string(), uri: z.string(), filename: z.string() }),
  async run({ chat, actor, file }) {
    const { upload } = await import('../../../src/chat/files/store-upload.ts')
    const { url, filename } = await upload(chat, actor, file)
    return { url, uri: url, filename }
  },
  agent: fileOfModel,
})
