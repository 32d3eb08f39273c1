import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'

/** Operation `create_nextcloud_talk_video_call`: says that calls of this service cannot be made here. */
export const createNextcloudTalkVideoCall = defineChatOperation({
  name: 'create_nextcloud_talk_video_call',
  title: 'Create Nextcloud Talk call',
  description:
    'Always fails: calls of Nextcloud Talk are not set up here. Clients make Jitsi links themselves.',
  http: { method: 'POST', path: '/calls/nextcloud_talk/create' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ url: z.string() }),
  async run() {
    throw badRequest('Nextcloud Talk is not configured.')
  },
})
