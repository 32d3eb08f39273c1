import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { attachmentSchema } from '../../../src/chat/files/attachment-record.ts'

/** Operation `get_attachments` (chat spec 2.6): the caller's uploads. */
export const getAttachments = defineChatOperation({
  name: 'get_attachments',
  title: 'Get attachments',
  description: 'List the uploads of the caller, newest first, with the messages that link to them.',
  http: { method: 'GET', path: '/attachments' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ attachments: z.array(attachmentSchema), upload_space_used: z.int() }),
  async run({ chat, actor }) {
    const { listAttachments } = await import('../../../src/chat/files/attachments.ts')
    return listAttachments(chat, actor)
  },
})
