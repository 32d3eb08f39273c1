import { API_KEY_FORM } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { OAuth, OAuthScope } from '../../contract/oauth.ts'
import type { Services } from '../../contract/operation.ts'
import type { Right } from '../../contract/right.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { type KeyRing, readCredentials, unauthorized } from './bearer.ts'

/** Who calls `/mcp`. */
export interface McpCaller {
  /** Name of a key, or of an account of the chat; undefined for anonymous callers. */
  caller: string | undefined
  /** What the account has allowed the program that calls, where it came in by OAuth. */
  scopes?: ReadonlySet<OAuthScope>
  /** The right by which an account of the chat was let in. */
  right?: Right
}

/**
 * The caller of `/mcp` behind an Authorization header: by the key file, else by an API key of the chat, else by a token of OAuth.
 * Throws `unauthorized` for an unknown key where keys are needed. `refused` is called for a wrong key, and may throw
 * `rate_limited`.
 */
export async function identifyMcpCaller(
  authorization: string | null,
  keys: KeyRing | undefined,
  { accounts, oauth }: Pick<Services, 'accounts'> & { oauth?: OAuth | undefined },
  refused: () => void,
): Promise<McpCaller> {
  const { email, key } = readCredentials(authorization) ?? {}
  try {
    const named = keys?.identify(authorization)
    if (named !== undefined) return { caller: named }
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
  }
  const isBearer = key !== undefined && email === undefined
  const member = isBearer ? await accounts.callerOf(key) : undefined
  if (member) return member
  if (authorization === null) return { caller: undefined }
  const access = isBearer ? await oauth?.accessOf(key) : undefined
  if (access) return { caller: principalOfUser(access.right.user.id).id, ...access }
  // Where no key is needed, only a guess at one of the chat is counted: many clients send some other word.
  if (keys || (isBearer && API_KEY_FORM.test(key))) refused()
  if (keys) throw unauthorized()
  return { caller: undefined }
}
