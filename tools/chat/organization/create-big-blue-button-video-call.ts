import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'

/** Operation `create_big_blue_button_video_call`: says that calls of this service cannot be made here. */
export const createBigBlueButtonVideoCall = defineChatOperation({
  name: 'create_big_blue_button_video_call',
  title: 'Create BigBlueButton call',
  description:
    'Always fails: calls of BigBlueButton are not set up here. Clients make Jitsi links themselves.',
  http: { method: 'GET', path: '/calls/bigbluebutton/create' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ url: z.string() }),
  async run() {
    throw badRequest('BigBlueButton is not configured.')
  },
})
