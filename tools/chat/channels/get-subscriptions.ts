import { z } from 'zod'
import { knownChannels } from '../../../src/chat/channels/access.ts'
import {
  subscribedChannels,
  subscriptionRecords,
} from '../../../src/chat/channels/subscription-record.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { loadMember } from '../../../src/chat/viewer.ts'
import { reader } from '../../../src/chat/write.ts'

/** Operation `get_subscriptions` (chat spec 4.5): channels that the caller is subscribed to. */
export const getSubscriptions = defineChatOperation({
  name: 'get_subscriptions',
  title: 'Get subscribed channels',
  description: 'List the channels that the caller is subscribed to, with personal settings.',
  http: { method: 'GET', path: '/users/me/subscriptions' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe('User ids of the subscribers; `partial` may shorten long lists.'),
  }),
  output: z.object({
    subscriptions: z.array(z.looseObject({ stream_id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const db = reader(chat)
    const nowMs = chat.now().getTime()
    const viewer = await loadMember(db, actor, nowMs)
    const seen = subscribedChannels(await knownChannels(db, viewer))
    const wanted = input.include_subscribers
    return { subscriptions: await subscriptionRecords(db, seen, wanted, nowMs) }
  },
})
