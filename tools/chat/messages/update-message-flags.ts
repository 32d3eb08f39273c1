import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { once } from '../../../src/lib/once.ts'

const loadFlags = once(async () => import('../../../src/chat/messages/marking/change-flags.ts'))

/** Operation `update_message_flags`: read, starred or collapsed, for the caller alone. */
export const updateMessageFlags = defineChatOperation({
  name: 'update_message_flags',
  title: 'Update message flags',
  description: 'Mark messages as read or starred.',
  http: { method: 'POST', path: '/messages/flags' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    messages: z.array(z.int()).max(5_000).describe('Ids of the messages.'),
    op: z.string().describe('Either add or remove.'),
    flag: z.string().describe('read, starred or collapsed.'),
  }),
  output: z.object({
    messages: z.array(z.int()),
    ignored_because_not_subscribed_channels: z.array(z.int()),
  }),
  async run({ input, chat, actor }) {
    const { changeFlags } = await loadFlags()
    return changeFlags(chat, actor, { messageIds: input.messages, op: input.op, flag: input.flag })
  },
})
