import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { STATUS_TEXT_MAX_CHARS } from '../../../src/chat/limits.ts'
import { emojiInputs } from '../../../src/chat/messages/emoji/emoji.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `update_status`: sets the caller's status. */
export const updateStatus = defineChatOperation({
  name: 'update_status',
  title: 'Update own status',
  description: 'Set the status text and emoji of the caller.',
  http: { method: 'POST', path: '/users/me/status' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'standard',
  input: z.object({
    status_text: nameUpTo(STATUS_TEXT_MAX_CHARS)
      .optional()
      .describe('An empty text clears the status.'),
    away: z.boolean().optional().describe('Deprecated: true hides presence.'),
    ...emojiInputs,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { setStatus } = await import('../../../src/chat/presence/set-status.ts')
    await setStatus(chat, actor.user.id, input)
    return {}
  },
  agent: { fixed: { away: undefined } },
})
