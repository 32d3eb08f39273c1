import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { snippetSchema } from '../../../src/chat/personal/snippet-record.ts'

/** Operation `get_saved_snippets`: texts that the caller writes again and again. */
export const getSavedSnippets = defineChatOperation({
  name: 'get_saved_snippets',
  title: 'Get saved snippets',
  description: 'List the saved snippets of the caller.',
  http: { method: 'GET', path: '/saved_snippets' },
  answersMuch: true,
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ saved_snippets: z.array(snippetSchema) }),
  async run({ chat, actor }) {
    const { listSnippets } = await import('../../../src/chat/personal/change-snippets.ts')
    return { saved_snippets: await listSnippets(chat, actor) }
  },
})
