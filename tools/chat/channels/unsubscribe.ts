import { z } from 'zod'
import { nameOrId, replaceable } from '../../../src/chat/agent/inputs.ts'
import { principals } from '../../../src/chat/channels/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CALL_MAX_CHANNELS } from '../../../src/chat/limits.ts'
import { cleanLine } from '../../../src/lib/text.ts'

/** Operation `unsubscribe` (chat spec 4.5): leaves channels, or removes others from them. */
export const unsubscribe = defineChatOperation({
  name: 'unsubscribe',
  title: 'Unsubscribe from channels',
  description: 'Unsubscribe the caller, or other users where permitted, from channels.',
  http: { method: 'DELETE', path: '/users/me/subscriptions', isSpecified: true },
  effects: { readOnly: false, destructive: true, idempotent: true },
  tier: 'more',
  input: z.object({
    subscriptions: z
      .array(z.string())
      .max(CALL_MAX_CHANNELS)
      .describe('Names of the channels to leave.'),
    principals: principals
      .optional()
      .describe('User ids or API e-mails of whom to unsubscribe; default the caller.'),
  }),
  output: z.object({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
  async run({ input, chat, actor }) {
    const { unsubscribe: leave } = await import('../../../src/chat/channels/unsubscribe.ts')
    return leave(chat, actor, input.subscriptions, input.principals)
  },
  agent: {
    description: 'Leave chat channels, or take others out of them.',
    input: () => ({
      channels: replaceable(z.array(nameOrId).min(1).describe('Names or ids.')),
      users: z.array(nameOrId).optional().describe('Names or ids of others to take out.'),
    }),
    replaced: { channels: 'subscriptions' },
    output: z.object({ left: z.array(z.string()), not_in: z.array(z.string()) }),
    text: ({ left, not_in }) =>
      `Left: ${left.join(', ') || 'none'}. Were not in: ${not_in.join(', ') || 'none'}.`,
    async run(call, leave) {
      const { resolveChannel, lookupFor, resolveUser } =
        await import('../../../src/chat/agent/names.ts')
      const { channels, users } = call.input
      const lookup = await lookupFor(call)
      const found =
        channels && (await Promise.all(channels.map(async (one) => resolveChannel(lookup, one))))
      const others =
        users && (await Promise.all(users.map(async (one) => resolveUser(lookup, one))))
      const { removed, not_removed } = await leave({
        subscriptions: found?.map(({ name }) => name),
        principals: others?.map(({ id }) => id),
      })
      return {
        left: removed.map((name) => cleanLine(name)),
        not_in: not_removed.map((name) => cleanLine(name)),
      }
    },
  },
})
