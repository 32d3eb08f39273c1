import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { REPORT_NOTE_MAX_CHARS } from '../../../src/chat/limits.ts'
import { REPORT_REASON_KEYS } from '../../../src/chat/messages/edit/report-reasons.ts'

/** Operation `report_message`: a message that moderators should look at. */
export const reportMessage = defineChatOperation({
  name: 'report_message',
  title: 'Report message',
  description: 'Report a message to the moderators, where the organization has a channel for that.',
  http: { method: 'POST', path: '/messages/{message_id}/report' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    message_id: z.int(),
    report_type: z.enum(REPORT_REASON_KEYS),
    description: z
      .string()
      .trim()
      .max(REPORT_NOTE_MAX_CHARS)
      .default('')
      .describe('What else there is to say; required for `other`.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { reportMessage: report } =
      await import('../../../src/chat/messages/edit/report-message.ts')
    const { message_id: messageId, report_type: reason, description: note } = input
    await report(chat, actor, { messageId, reason, note })
    return {}
  },
})
