import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_draft`: one draft less. */
export const deleteDraft = defineChatOperation({
  name: 'delete_draft',
  title: 'Delete draft',
  description: 'Delete a draft of the caller.',
  http: { method: 'DELETE', path: '/drafts/{draft_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    draft_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteDraft: act } = await import('../../../src/chat/personal/change-drafts.ts')
    await act(chat, actor, input.draft_id)
    return {}
  },
})
