import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_bots`: the bots of the caller. */
export const getBots = defineChatOperation({
  name: 'get_bots',
  title: 'List bots',
  description: 'List the bots that you own.',
  http: { method: 'GET', path: '/bots' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    bots: z.array(
      z.object({
        user_id: z.int(),
        username: z.string().describe('Address of the bot in the API.'),
        full_name: z.string(),
        avatar_url: z.string(),
        bot_type: z.int(),
        is_active: z.boolean(),
        default_sending_stream: z.null(),
        default_events_register_stream: z.null(),
        default_all_public_streams: z.boolean(),
      }),
    ),
  }),
  async run({ chat, actor }) {
    const { listBots } = await import('../../../src/chat/users/bots/bot-keys.ts')
    return { bots: await listBots(chat, actor) }
  },
})
