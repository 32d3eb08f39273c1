import { z } from 'zod'
import { byEmojiName } from '../../../src/chat/agent/reaction-form.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { emojiInputs } from '../../../src/chat/messages/emoji/emoji.ts'
import { once } from '../../../src/lib/once.ts'

const loadReact = once(async () => import('../../../src/chat/messages/edit/react.ts'))

/** Operation `add_reaction`: an emoji under a message. */
export const addReaction = defineChatOperation({
  name: 'add_reaction',
  title: 'Add a reaction',
  description: 'Put an emoji under a message.',
  http: { method: 'POST', path: '/messages/{message_id}/reactions' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'standard',
  input: z.object({
    message_id: z.int(),
    ...emojiInputs,
    emoji_name: z.string(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { addReaction: put } = await loadReact()
    await put(chat, actor, input.message_id, input)
    return {}
  },
  agent: { description: 'Put an emoji under a chat message.', ...byEmojiName },
})
