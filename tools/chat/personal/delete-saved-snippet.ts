import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_saved_snippet`: one text less. */
export const deleteSavedSnippet = defineChatOperation({
  name: 'delete_saved_snippet',
  title: 'Delete saved snippet',
  description: 'Delete a saved snippet of the caller.',
  http: { method: 'DELETE', path: '/saved_snippets/{saved_snippet_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    saved_snippet_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteSnippet } = await import('../../../src/chat/personal/change-snippets.ts')
    await deleteSnippet(chat, actor, input.saved_snippet_id)
    return {}
  },
})
