import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { SNIPPET_TITLE_MAX_CHARS, MESSAGE_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `create_saved_snippet`: one more text. */
export const createSavedSnippet = defineChatOperation({
  name: 'create_saved_snippet',
  title: 'Create saved snippet',
  description: 'Save a text of the caller under a title. Returns its id.',
  http: { method: 'POST', path: '/saved_snippets' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    title: nameUpTo(SNIPPET_TITLE_MAX_CHARS),
    content: nameUpTo(MESSAGE_MAX_CHARS).describe('Text in Markdown.'),
  }),
  output: z.object({ saved_snippet_id: z.int() }),
  async run({ input, chat, actor }) {
    const { addSnippet } = await import('../../../src/chat/personal/change-snippets.ts')
    return { saved_snippet_id: await addSnippet(chat, actor, input) }
  },
})
