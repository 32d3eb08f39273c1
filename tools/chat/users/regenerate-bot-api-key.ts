import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `regenerate_bot_api_key`: a new key of a bot, in place of all earlier ones. */
export const regenerateBotApiKey = defineChatOperation({
  name: 'regenerate_bot_api_key',
  title: 'Replace the API key of a bot',
  description: 'Replace the API key of a bot: all earlier ones stop working.',
  http: { method: 'POST', path: '/bots/{bot_id}/api_key/regenerate' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  input: z.object({ bot_id: z.int() }),
  output: z.object({ api_key: z.string() }),
  async run({ input, chat, actor }) {
    const { replaceBotKey } = await import('../../../src/chat/users/bots/bot-keys.ts')
    return { api_key: await replaceBotKey(chat, actor, input.bot_id) }
  },
  agent: { names: { bot_id: 'user' } },
})
