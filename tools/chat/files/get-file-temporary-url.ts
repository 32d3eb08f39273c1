import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_file_temporary_url`: an address of an upload for programs that cannot sign in. */
export const getFileTemporaryUrl = defineChatOperation({
  name: 'get_file_temporary_url',
  title: 'Get temporary address of a file',
  description: 'Get an address of an upload that works for a minute, without an account.',
  http: { method: 'GET', path: '/user_uploads/{realm_id_str}/{filename+}' },
  effects: { readOnly: true, destructive: false, idempotent: false },
  input: z.object({
    realm_id_str: z.string().describe('First part of the path of the upload.'),
    filename: z.string().describe('Rest of the path of the upload.'),
  }),
  output: z.object({ url: z.string() }),
  async run({ input, chat, actor }) {
    const { lendUpload } = await import('../../../src/chat/files/temporary-urls.ts')
    return { url: await lendUpload(chat, actor, `${input.realm_id_str}/${input.filename}`) }
  },
})
