import { z } from 'zod'
import { conversationInputs } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CONVERSATION_MAX_USERS } from '../../../src/chat/limits.ts'
import { once } from '../../../src/lib/once.ts'

const loadTyping = once(async () => import('../../../src/chat/presence/typing.ts'))

/** Operation `set_typing_status` (chat spec 4.3): the caller begins or stops typing. */
export const setTypingStatus = defineChatOperation({
  name: 'set_typing_status',
  title: 'Set typing status',
  description: 'Tell the others in a conversation or topic that the caller types, or stopped.',
  http: { method: 'POST', path: '/typing', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    op: z.enum(['start', 'stop']),
    type: z.enum(['direct', 'stream', 'channel']).default('direct'),
    to: z
      .array(z.int())
      .max(CONVERSATION_MAX_USERS)
      .optional()
      .describe('User ids of the others in a direct conversation.'),
    stream_id: z.int().optional().describe('Id of the channel.'),
    topic: z.string().optional(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { emitTyping } = await loadTyping()
    await emitTyping(chat, actor, input)
    return {}
  },
  agent: {
    description: 'Show others in the chat that you are writing.',
    input: ({ op }) => ({ ...conversationInputs, op: op.default('start') }),
    async run(call, send, { given }) {
      const { resolveDestinationUnless } = await import('../../../src/chat/agent/names.ts')
      const { op } = call.input
      const isGiven = ['to', 'stream_id', 'type'].some((name) => given[name] !== undefined)
      const found = await resolveDestinationUnless(isGiven, call, call.input)
      if (!('type' in found)) return send({ op, ...found })
      if (found.type === 'direct') return send({ op, type: found.type, to: found.to })
      return send({ op, type: found.type, stream_id: found.to, topic: found.topic ?? '' })
    },
  },
})
