import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_sessions`: the browsers in which the caller is signed in. */
export const getSessions = defineChatOperation({
  name: 'get_sessions',
  title: 'List sessions',
  description: 'List the browsers in which you are signed in.',
  http: { method: 'GET', path: '/users/me/sessions' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        client: z.string(),
        created: z.int(),
        last_seen: z.int(),
        is_current: z.boolean(),
      }),
    ),
  }),
  async run({ chat, actor }) {
    const { listSessions } = await import('../../../src/chat/users/sign-in/manage-sessions.ts')
    return { sessions: await listSessions(chat, actor) }
  },
})
