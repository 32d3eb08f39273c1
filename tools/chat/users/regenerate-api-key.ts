import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `regenerate_api_key`: a new key of the caller, in place of all earlier ones. */
export const regenerateApiKey = defineChatOperation({
  name: 'regenerate_api_key',
  title: 'Replace your API key',
  description:
    'Replace the API key of the caller: all earlier ones stop working, and every sign-in ends.',
  http: { method: 'POST', path: '/users/me/api_key/regenerate' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  input: z.object({}),
  output: z.object({ api_key: z.string() }),
  async run({ chat, actor }) {
    const { replaceKey } = await import('../../../src/chat/users/sign-in/fetch-key.ts')
    return { api_key: await replaceKey(chat, actor.user.id) }
  },
})
