import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_bot_api_key`: a key of a bot, for its owner. */
export const getBotApiKey = defineChatOperation({
  name: 'get_bot_api_key',
  title: 'Get an API key of a bot',
  description: 'Get a further API key of a bot of yours; earlier ones go on working.',
  http: { method: 'GET', path: '/bots/{bot_id}/api_key' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({ bot_id: z.int() }),
  output: z.object({ api_key: z.string() }),
  async run({ input, chat, actor }) {
    const { addBotKey } = await import('../../../src/chat/users/bots/bot-keys.ts')
    return { api_key: await addBotKey(chat, actor, input.bot_id) }
  },
  agent: { names: { bot_id: 'user' } },
})
