import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_attachment` (chat spec 2.6): deletes an upload. */
export const removeAttachment = defineChatOperation({
  name: 'remove_attachment',
  title: 'Remove attachment',
  description: 'Delete an upload of the caller for good, also where messages link to it.',
  http: { method: 'DELETE', path: '/attachments/{attachment_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ attachment_id: z.int().describe('Id of the upload.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeAttachment: remove } = await import('../../../src/chat/files/attachments.ts')
    await remove(chat, actor, input.attachment_id)
    return {}
  },
})
