import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_presence` (chat spec 4.3): when everybody was last there, by API e-mail. */
export const getPresence = defineChatOperation({
  name: 'get_presence',
  title: 'Get presence of all users',
  description: 'Get when every user was last there, by API e-mail.',
  http: { method: 'GET', path: '/realm/presence' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    server_timestamp: z.number(),
    presences: z.record(z.string(), z.unknown()),
  }),
  async run({ chat, actor }) {
    const { listPresence } = await import('../../../src/chat/actions/presence/list-presence.ts')
    return listPresence(chat, actor)
  },
})
