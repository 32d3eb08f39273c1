import { z } from 'zod'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import { userSchema } from '../../../src/chat/users/user-schema.ts'

/** Operation `jwt_fetch_api_key` (chat spec 4.9): an API key for a signed token. */
export const jwtFetchApiKey = defineOpenChatOperation({
  name: 'jwt_fetch_api_key',
  title: 'Fetch API key by token',
  description: 'Get an API key, once, for a JSON web token.',
  http: {
    method: 'POST',
    path: '/jwt/fetch_api_key',
    isSpecified: true,
    tries: { secret: 'token' },
  },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    token: z.string().describe('JSON web token with email, aud, iat and exp.'),
    include_profile: z.boolean().default(false).describe('Return the account, too.'),
  }),
  output: z.object({ api_key: z.string(), email: z.string(), user: userSchema.optional() }),
  async run({ input, chat }) {
    const { exchangeToken } = await import('../../../src/chat/users/sign-in/fetch-key.ts')
    const { loadOwnProfile } = await import('../../../src/chat/users/show-users.ts')
    const { user, key } = await exchangeToken(chat, input.token)
    return {
      api_key: key,
      email: user.email,
      ...(input.include_profile ? { user: await loadOwnProfile(chat, user) } : {}),
    }
  },
})
