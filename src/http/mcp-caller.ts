import { OperationError } from '../contract/errors.ts'
import type { Services } from '../contract/operation.ts'
import { type KeyRing, unauthorized } from './bearer.ts'
import { readCredentials } from './credentials.ts'

/**
 * The caller of `/mcp` behind an Authorization header: by the key file, else by an API key of the chat.
 * Undefined for anonymous callers. Throws `unauthorized` for an unknown key where keys are needed.
 */
export async function findMcpCaller(
  authorization: string | null,
  keys: KeyRing | undefined,
  { accounts }: Pick<Services, 'accounts'>,
): Promise<string | undefined> {
  const { email, key } = readCredentials(authorization) ?? {}
  try {
    const named = keys?.identify(authorization)
    if (named !== undefined) return named
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
  }
  const member = key !== undefined && email === undefined ? await accounts.callerOf(key) : undefined
  if (member === undefined && keys && authorization !== null) throw unauthorized()
  return member
}
