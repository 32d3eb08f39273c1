import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'

/** Operation `create_webex_video_call`: says that calls of this service cannot be made here. */
export const createWebexVideoCall = defineChatOperation({
  name: 'create_webex_video_call',
  title: 'Create Webex call',
  description:
    'Always fails: calls of Webex are not set up here. Clients make Jitsi links themselves.',
  http: { method: 'POST', path: '/calls/webex/create' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ url: z.string() }),
  async run() {
    throw badRequest('Webex credentials have not been configured')
  },
})
