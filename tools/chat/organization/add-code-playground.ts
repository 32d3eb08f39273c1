import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_code_playground` (chat spec 4.7): a place to run code. */
export const addCodePlayground = defineChatOperation({
  name: 'add_code_playground',
  title: 'Add code playground',
  description: 'Add a place where code of one language can be run. For administrators.',
  http: { method: 'POST', path: '/realm/playgrounds' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'standard',
  input: z.object({
    name: z.string().describe('Name that users see.'),
    highlighter_language: z.string().describe('Language of the code, e.g. `Rust`.'),
    url_template: z.string().describe('RFC 6570 template with the one variable `code`.'),
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { addPlayground } = await import('../../../src/chat/organization/playgrounds.ts')
    return { id: await addPlayground(chat, actor, input) }
  },
})
