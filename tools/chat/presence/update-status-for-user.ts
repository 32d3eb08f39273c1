import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { STATUS_TEXT_MAX_CHARS } from '../../../src/chat/limits.ts'
import { emojiInputs } from '../../../src/chat/messages/emoji/emoji.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `update_status_for_user` (chat spec 4.3): sets another user's status. */
export const updateStatusForUser = defineChatOperation({
  name: 'update_status_for_user',
  title: 'Update status of a user',
  description: 'Set the status text and emoji of another user. For administrators.',
  http: { method: 'POST', path: '/users/{user_id}/status', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    user_id: z.int(),
    status_text: nameUpTo(STATUS_TEXT_MAX_CHARS)
      .optional()
      .describe('An empty text clears the status.'),
    ...emojiInputs,
  }),
  output: z.object({}),
  async run({ input: { user_id, ...change }, chat, actor }) {
    const { setStatusOf } = await import('../../../src/chat/presence/set-status.ts')
    await setStatusOf(chat, actor, user_id, change)
    return {}
  },
})
