import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { draftInput, uncutDraft } from '../../../src/chat/personal/draft-record.ts'

/** Operation `edit_draft`: another text or place. */
export const editDraft = defineChatOperation({
  name: 'edit_draft',
  title: 'Edit draft',
  description: 'Replace a draft of the caller.',
  http: { method: 'PATCH', path: '/drafts/{draft_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    draft_id: z.int(),
    draft: draftInput.describe('The new draft, with type, to, topic and content.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { editDraft: act } = await import('../../../src/chat/personal/change-drafts.ts')
    await act(chat, actor, input.draft_id, input.draft)
    return {}
  },
  agent: {
    input: ({ draft_id }) => ({
      draft_id,
      draft: uncutDraft.describe('The new draft, with type, to, topic and content.'),
    }),
  },
})
