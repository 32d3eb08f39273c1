import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { SNIPPET_TITLE_MAX_CHARS, MESSAGE_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `edit_saved_snippet`: another title or text. */
export const editSavedSnippet = defineChatOperation({
  name: 'edit_saved_snippet',
  title: 'Edit saved snippet',
  description: 'Change the title or text of a saved snippet.',
  http: { method: 'PATCH', path: '/saved_snippets/{saved_snippet_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    saved_snippet_id: z.int(),
    title: nameUpTo(SNIPPET_TITLE_MAX_CHARS).optional(),
    content: nameUpTo(MESSAGE_MAX_CHARS).optional().describe('New text in Markdown.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { editSnippet } = await import('../../../src/chat/personal/change-snippets.ts')
    await editSnippet(chat, actor, input.saved_snippet_id, input)
    return {}
  },
})
