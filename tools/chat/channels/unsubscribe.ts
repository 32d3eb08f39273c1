import { z } from 'zod'
import { principals } from '../../../src/chat/channels/principal-inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CALL_MAX_CHANNELS } from '../../../src/chat/limits.ts'

/** Operation `unsubscribe` (chat spec 4.5): leaves channels, or removes others from them. */
export const unsubscribe = defineChatOperation({
  name: 'unsubscribe',
  title: 'Unsubscribe from channels',
  description: 'Unsubscribe the caller, or other users where permitted, from channels.',
  http: { method: 'DELETE', path: '/users/me/subscriptions' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    subscriptions: z.array(z.string()).max(CALL_MAX_CHANNELS).describe('Names of the channels.'),
    principals: principals.optional().describe('User ids or API e-mails; default the caller.'),
  }),
  output: z.object({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
  async run({ input, chat, actor }) {
    const { unsubscribe: leave } = await import('../../../src/chat/actions/channels/unsubscribe.ts')
    return leave(chat, actor, input.subscriptions, input.principals)
  },
})
