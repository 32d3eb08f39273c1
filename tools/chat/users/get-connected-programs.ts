import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_connected_programs`: what the caller has let in by OAuth. */
export const getConnectedPrograms = defineChatOperation({
  name: 'get_connected_programs',
  title: 'List connected programs',
  description: 'List the programs that you have let in by OAuth.',
  http: { method: 'GET', path: '/connected_programs' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    of_everybody: z
      .boolean()
      .default(false)
      .describe('List the programs of all accounts; for administrators.'),
  }),
  output: z.object({
    programs: z.array(
      z.object({
        program_id: z.string(),
        user_id: z.int(),
        name: z.string(),
        client_id: z.string(),
        redirect_host: z.string(),
        scopes: z.array(z.string()),
        created: z.int(),
        last_seen: z.int(),
      }),
    ),
  }),
  async run({ input, chat, actor }) {
    const { listPrograms } = await import('../../../src/chat/users/sign-in/connected-programs.ts')
    return { programs: await listPrograms(chat, actor, input.of_everybody) }
  },
})
