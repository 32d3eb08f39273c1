import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_bot`: name and options of a bot (chat spec 2.10). */
export const updateBot = defineChatOperation({
  name: 'update_bot',
  title: 'Update bot',
  description:
    'Change name, options or, by a multipart body, the picture of a bot of yours; of any, for administrators.',
  http: { method: 'PATCH', path: '/bots/{bot_id}', takesFile: true },
  agent: { names: { bot_id: 'user' } },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    bot_id: z.int(),
    full_name: z.string().optional(),
    config_data: z
      .record(z.string(), z.string())
      .optional()
      .describe('Options of a webhook, such as webhook_secret; an empty text takes one back.'),
    service_payload_url: z.string().optional().describe('New address of an outgoing webhook.'),
    service_interface: z.int().optional().describe('New format of an outgoing webhook: 1 or 2.'),
  }),
  output: z.object({ avatar_url: z.string().optional() }),
  async run({ input, chat, actor, file, services: { sandbox }, signal }) {
    const { updateBot: update } = await import('../../../src/chat/users/bots/bots.ts')
    await update(chat, actor, input.bot_id, input)
    if (!file) return {}
    const { uploadBotAvatar } = await import('../../../src/chat/users/profile/change-avatar.ts')
    const tools = { sandbox, signal }
    return { avatar_url: await uploadBotAvatar(chat, actor, input.bot_id, file, tools) }
  },
})
