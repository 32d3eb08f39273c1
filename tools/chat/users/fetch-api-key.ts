import { z } from 'zod'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `fetch_api_key`: an API key for address and password. */
export const fetchApiKey = defineOpenChatOperation({
  name: 'fetch_api_key',
  title: 'Fetch API key',
  description:
    'Get an API key of its own for the program that calls, for an e-mail address and password.',
  http: {
    method: 'POST',
    path: '/fetch_api_key',
    tries: { secret: 'password', account: 'username' },
  },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    username: z.string().describe('E-mail address of the account.'),
    password: z.string(),
  }),
  output: z.object({ api_key: z.string(), email: z.string(), user_id: z.int() }),
  async run({ input, chat }) {
    const { fetchKey } = await import('../../../src/chat/users/sign-in/fetch-key.ts')
    const { user, key } = await fetchKey(chat, input.username, input.password)
    return { api_key: key, email: user.email, user_id: user.id }
  },
})
