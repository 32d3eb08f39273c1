import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `end_connected_program`: takes back what a program was allowed. */
export const endConnectedProgram = defineChatOperation({
  name: 'end_connected_program',
  title: 'Disconnect a program',
  description:
    'End the access of a program that was let in by OAuth; administrators may for anybody.',
  http: { method: 'DELETE', path: '/connected_programs/{program_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    program_id: z.string().max(100).describe('Id that get_connected_programs tells.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { endProgram } = await import('../../../src/chat/users/sign-in/connected-programs.ts')
    await endProgram(chat, actor, input.program_id)
    return {}
  },
})
