import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { WELCOME_MAX_CHARS } from '../../../src/chat/invitations/limits.ts'

/** Operation `test_welcome_message`: how the custom text of the welcome message looks. */
export const testWelcomeMessage = defineChatOperation({
  name: 'test_welcome_message',
  title: 'Try the welcome text',
  description: 'Send yourself the custom text that new members would get. For administrators.',
  http: { method: 'POST', path: '/realm/test_welcome_bot_custom_message' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    welcome_message_custom_text: z
      .string()
      .max(WELCOME_MAX_CHARS)
      .describe('The text to try, in Markdown.'),
  }),
  output: z.object({ message_id: z.int() }),
  async run({ input, chat, actor }) {
    const { tryWelcome } = await import('../../../src/chat/invitations/welcome.ts')
    return { message_id: await tryWelcome(chat, actor, input.welcome_message_custom_text) }
  },
})
