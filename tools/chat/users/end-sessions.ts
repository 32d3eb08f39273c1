import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `end_sessions`: signs the caller out elsewhere. */
export const endSessions = defineChatOperation({
  name: 'end_sessions',
  title: 'End sessions',
  description: 'Sign out of one browser, or of all browsers and programs but this one.',
  http: { method: 'DELETE', path: '/users/me/sessions' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    session_id: z.string().optional().describe('Id that get_sessions tells; default all.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { endSessions: end } = await import('../../../src/chat/users/sign-in/manage-sessions.ts')
    await end(chat, actor, input.session_id)
    return {}
  },
})
