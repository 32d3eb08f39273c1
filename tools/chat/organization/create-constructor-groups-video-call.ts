import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'

/** Operation `create_constructor_groups_video_call`: says that calls of this service cannot be made here. */
export const createConstructorGroupsVideoCall = defineChatOperation({
  name: 'create_constructor_groups_video_call',
  title: 'Create Constructor Groups call',
  description:
    'Always fails: calls of Constructor Groups are not set up here. Clients make Jitsi links themselves.',
  http: { method: 'POST', path: '/calls/constructorgroups/create' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ url: z.string() }),
  async run() {
    throw badRequest('Constructor Groups is not configured.')
  },
})
