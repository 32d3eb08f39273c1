import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `create_bot`: an account for a program of the caller, or an incoming webhook (chat spec 2.10). */
export const createBot = defineChatOperation({
  name: 'create_bot',
  title: 'Create bot',
  description: 'Create a bot of yours, or an incoming webhook. Its API key is shown this once.',
  http: { method: 'POST', path: '/bots' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    full_name: z.string(),
    short_name: z.string().describe('What the address of the bot begins with.'),
    bot_type: z
      .int()
      .default(1)
      .describe('Kind of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook.'),
    service_name: z.string().optional().describe('Integration of an incoming webhook, e.g. json.'),
    config_data: z
      .record(z.string(), z.string())
      .default({})
      .describe('Options of a webhook; webhook_secret has its events signed.'),
    payload_url: z
      .string()
      .optional()
      .describe('Address to which an outgoing webhook posts messages to the bot.'),
    interface_type: z
      .int()
      .optional()
      .describe("Format of an outgoing webhook: 1 JSON, 2 like Slack's outgoing webhooks."),
  }),
  output: z.object({ user_id: z.int(), email: z.string(), api_key: z.string() }),
  async run({ input, chat, actor }) {
    const { createBot: create } = await import('../../../src/chat/users/bots/bots.ts')
    const { user, key } = await create(chat, actor, input)
    return { user_id: user.id, email: user.email, api_key: key }
  },
})
