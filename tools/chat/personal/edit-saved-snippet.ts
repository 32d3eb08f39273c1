import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `edit_saved_snippet`: another title or text. */
export const editSavedSnippet = defineChatOperation({
  name: 'edit_saved_snippet',
  title: 'Edit saved snippet',
  description: 'Change the title or text of a saved snippet.',
  http: { method: 'PATCH', path: '/saved_snippets/{saved_snippet_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    saved_snippet_id: z.int().describe('Id of the snippet.'),
    title: z.string().optional().describe('New title.'),
    content: z.string().optional().describe('New Markdown.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { editSnippet } = await import('../../../src/chat/personal/change-snippets.ts')
    await editSnippet(chat, actor, input.saved_snippet_id, input)
    return {}
  },
})
