import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `deactivate_custom_emoji`: nobody can use the emoji any more. */
export const deactivateCustomEmoji = defineChatOperation({
  name: 'deactivate_custom_emoji',
  title: 'Deactivate custom emoji',
  description:
    'Take a custom emoji out of use; messages keep it. For its author and administrators.',
  http: { method: 'DELETE', path: '/realm/emoji/{emoji_name}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    emoji_name: z.string(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deactivateEmoji } = await import('../../../src/chat/organization/change-emoji.ts')
    await deactivateEmoji(chat, actor, input.emoji_name)
    return {}
  },
})
