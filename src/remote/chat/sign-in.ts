import { z } from 'zod'
import { toOperationError } from '../../contract/errors.ts'
import { Secret } from '../../lib/secret.ts'
import { type ChatAccount, openChatHttpClient } from './chat-http-client.ts'
import { readAs } from './failures.ts'
import { type ChatServerSettings, openChatServer, type OpenChatServer } from './server.ts'

/** An account that the server has recognized. */
export interface SignedIn {
  account: ChatAccount
  self: Awaited<ReturnType<OpenChatServer['whoAmI']>>
}

const fetchedKey = z.object({ api_key: z.string(), email: z.string() })

/** API keys look like this; a password may too. */
const API_KEY = /^[\w-]{32}$/

/**
 * Signs in with what the owner of an account has typed: its API key, or its password, for which the server
 * answers the key. Throws what the server says of the last attempt.
 */
export async function signIn(
  settings: Omit<ChatServerSettings, 'account'>,
  email: string,
  typed: Secret,
): Promise<SignedIn> {
  if (API_KEY.test(typed.reveal())) {
    try {
      return await recognized(settings, { email, key: typed })
    } catch (thrown) {
      if (toOperationError(thrown).code !== 'unauthorized') throw thrown
    }
  }
  const fields = { username: email, password: typed.reveal() }
  const request = { method: 'POST', path: '/fetch_api_key', fields } as const
  const answer = await openChatHttpClient(settings)(request, {
    signal: new AbortController().signal,
  })
  const fetched = readAs(fetchedKey, answer)
  return recognized(settings, { email: fetched.email, key: new Secret(fetched.api_key) })
}

async function recognized(
  settings: Omit<ChatServerSettings, 'account'>,
  account: ChatAccount,
): Promise<SignedIn> {
  const server = openChatServer({ ...settings, account: async () => account })
  return { account, self: await server.whoAmI() }
}
