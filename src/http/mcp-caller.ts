import { API_KEY_FORM } from '../contract/chat.ts'
import { OperationError } from '../contract/errors.ts'
import type { Services } from '../contract/operation.ts'
import { type KeyRing, unauthorized } from './bearer.ts'
import { readCredentials } from './credentials.ts'

/**
 * The caller of `/mcp` behind an Authorization header: by the key file, else by an API key of the chat.
 * Undefined for anonymous callers. Throws `unauthorized` for an unknown key where keys are needed. `refused` is called for a
 * wrong key, and may throw `rate_limited`.
 */
export async function findMcpCaller(
  authorization: string | null,
  keys: KeyRing | undefined,
  { accounts }: Pick<Services, 'accounts'>,
  refused: () => void,
): Promise<string | undefined> {
  const { email, key } = readCredentials(authorization) ?? {}
  try {
    const named = keys?.identify(authorization)
    if (named !== undefined) return named
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
  }
  const isBearer = key !== undefined && email === undefined
  const member = isBearer ? await accounts.callerOf(key) : undefined
  if (member !== undefined || authorization === null) return member
  // Where no key is needed, only a guess at one of the chat is counted: many clients send some other word.
  if (keys || (isBearer && API_KEY_FORM.test(key))) refused()
  if (keys) throw unauthorized()
  return undefined
}
