import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { accessibleIds } from '../../../src/chat/people/access.ts'
import { presenceMap, presentUsers } from '../../../src/chat/presence/presence-record.ts'
import { loadMember } from '../../../src/chat/viewer.ts'
import { reader } from '../../../src/chat/write.ts'

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
    const db = reader(chat)
    const nowMs = chat.now().getTime()
    const member = await loadMember(db, actor, nowMs)
    const userIds = member.realm.limits_presence ? await accessibleIds(db, member) : undefined
    const { present } = await presentUsers(db, { userIds })
    return { server_timestamp: nowMs / 1_000, presences: presenceMap(chat, present, false) }
  },
})
