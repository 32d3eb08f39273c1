import { z } from 'zod'
import { byEmojiName } from '../../../src/chat/agent/reaction-form.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { emojiInputs } from '../../../src/chat/messages/emoji/emoji.ts'

/** Operation `remove_reaction`: an emoji under a message. */
export const removeReaction = defineChatOperation({
  name: 'remove_reaction',
  title: 'Remove a reaction',
  description: 'Take an emoji of the caller away from a message.',
  http: { method: 'DELETE', path: '/messages/{message_id}/reactions' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  tier: 'more',
  input: z.object({ message_id: z.int(), ...emojiInputs }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeReaction: take } = await import('../../../src/chat/messages/edit/react.ts')
    await take(chat, actor, input.message_id, input)
    return {}
  },
  agent: { description: 'Take your emoji away from a chat message.', ...byEmojiName },
})
