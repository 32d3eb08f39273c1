import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `render_message` (named by the public API only): shows what a message would look like. */
export const renderMessage = defineChatOperation({
  name: 'render_message',
  title: 'Render message',
  description: 'Get the HTML of a message text without sending it.',
  http: { method: 'POST', path: '/messages/render' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({ content: z.string().describe('Text in Markdown.') }),
  output: z.object({ rendered: z.string() }),
  async run({ input, chat, actor }) {
    const { render } = await import('../../../src/chat/rendering/preview.ts')
    return { rendered: await render(chat, actor, input.content) }
  },
})
