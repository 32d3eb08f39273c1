import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import {
  PLAYGROUND_NAME_MAX_CHARS,
  LANGUAGE_NAME_MAX_CHARS,
} from '../../../src/chat/organization/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `add_code_playground` (chat spec 4.7): a place to run code. */
export const addCodePlayground = defineChatOperation({
  name: 'add_code_playground',
  title: 'Add code playground',
  description: 'Add a place to run code of one language. For administrators.',
  http: { method: 'POST', path: '/realm/playgrounds', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    name: nameUpTo(PLAYGROUND_NAME_MAX_CHARS).describe('Name shown to users.'),
    highlighter_language: nameUpTo(LANGUAGE_NAME_MAX_CHARS).describe('Language, e.g. Rust.'),
    url_template: z.string().describe('RFC 6570 template with the variable code.'),
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { addPlayground } = await import('../../../src/chat/organization/playgrounds.ts')
    return { id: await addPlayground(chat, actor, input) }
  },
})
