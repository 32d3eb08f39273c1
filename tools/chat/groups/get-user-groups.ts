import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_groups`: all named groups. */
export const getUserGroups = defineChatOperation({
  name: 'get_user_groups',
  title: 'Get user groups',
  description: 'List the user groups of the organization with their direct members and subgroups.',
  http: { method: 'GET', path: '/user_groups' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    include_deactivated_groups: z.boolean().default(false),
  }),
  output: z.object({
    user_groups: z.array(z.looseObject({ id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const { listGroups } = await import('../../../src/chat/groups/list-groups.ts')
    return { user_groups: await listGroups(chat, actor, input.include_deactivated_groups) }
  },
})
