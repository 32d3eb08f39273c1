import type { Context, MiddlewareHandler } from 'hono'
import { API_KEY_FORM } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { OAuth, OAuthScope } from '../../contract/oauth.ts'
import type { Services } from '../../contract/operation.ts'
import type { Right } from '../../contract/right.ts'
import type { KeyPlans } from '../../core/plans/key-plans.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { type KeyRing, NO_KEYS, unauthorized } from './bearer.ts'
import { readCredentials } from './callers.ts'
import type { GuessLimit } from './guess-limit.ts'
import { isThroughProxy } from './peer.ts'

/** Who calls `/mcp`. */
export interface McpCaller {
  /** Name of a key, or of an account of the chat; undefined for anonymous callers. */
  caller: string | undefined
  /** What the account has allowed the program that calls, where it came in by OAuth. */
  scopes?: ReadonlySet<OAuthScope>
  /** The right by which an account of the chat was let in. */
  right?: Right
  /** Id of the consent that let the program in. */
  programId?: string
}

/** Looks at the bearer keys of requests; wrong ones are counted. */
export interface KeyCheck {
  /** Whether a request needs a key. */
  isNeeded(c: Context): boolean
  /** Name behind the key of a request; undefined without one. Throws `unauthorized` for a wrong key, and `rate_limited`. */
  identify(c: Context): string | undefined
  /** Name behind the key of a request that was looked at already, or of its account; undefined without. Counts nothing. */
  nameIn(c: Context): string | undefined
  /**
   * The caller of `/mcp`: by the key file, else by an API key of the chat, else by a token of OAuth. Throws `unauthorized` for an
   * unknown key where keys are needed, and `rate_limited`.
   */
  identifyMcpCaller(c: Context, services: Pick<Services, 'accounts'>): Promise<McpCaller>
}

/** Dependencies of the check. */
export interface KeyCheckParts {
  /** Absent on an open server: there, only who comes through a proxy needs a key. */
  keys: KeyRing | undefined
  guesses: GuessLimit
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  /** Present where programs may come in by OAuth. */
  oauth?: OAuth | undefined
}

/** Checks requests against a key ring. */
export function createKeyCheck({ keys, guesses, peerOf, oauth }: KeyCheckParts): KeyCheck {
  const ringFor = (c: Context) => keys ?? (isThroughProxy(c.req.raw.headers) ? NO_KEYS : undefined)
  const shownIn = (c: Context) => c.req.header('authorization') ?? null
  /** Callers of `/mcp`, whose accounts are not looked up twice. */
  const callers = new WeakMap<Request, McpCaller>()

  async function mcpCallerOf(c: Context, accounts: Services['accounts']): Promise<McpCaller> {
    const [ring, credentials] = [ringFor(c), shownIn(c)]
    try {
      const named = ring?.identify(credentials)
      if (named !== undefined) return { caller: named }
    } catch (thrown) {
      if (!(thrown instanceof OperationError)) throw thrown
    }
    const { email, key } = readCredentials(credentials) ?? {}
    const isBearer = key !== undefined && email === undefined
    const member = isBearer ? await accounts.callerOf(key) : undefined
    if (member) return member
    if (credentials === null) return { caller: undefined }
    const access = isBearer ? await oauth?.accessOf(key) : undefined
    if (access) return { caller: principalOfUser(access.right.user.id).id, ...access }
    // Where no key is needed, only a guess at one of the chat is counted: many clients send some other word.
    if (ring || (isBearer && API_KEY_FORM.test(key))) guesses.count(peerOf(c))
    if (ring) throw unauthorized()
    return { caller: undefined }
  }

  return {
    isNeeded: (c) => ringFor(c) !== undefined,
    identify(c) {
      try {
        return ringFor(c)?.identify(shownIn(c))
      } catch (thrown) {
        if (thrown instanceof OperationError && thrown.code === 'unauthorized') {
          guesses.count(peerOf(c))
        }
        throw thrown
      }
    },
    nameIn(c) {
      try {
        return callers.get(c.req.raw)?.caller ?? ringFor(c)?.identify(shownIn(c))
      } catch {
        return undefined
      }
    },
    async identifyMcpCaller(c, { accounts }) {
      const found = await mcpCallerOf(c, accounts)
      callers.set(c.req.raw, found)
      return found
    },
  }
}

/** Tells callers with a key what is left of its plan (`RateLimit-*`), with every answer. */
export function tellPlans(
  plans: Pick<KeyPlans, 'left'>,
  keys: Pick<KeyCheck, 'nameIn'>,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const name = keys.nameIn(c)
    const left = name === undefined ? undefined : plans.left(name)
    if (!left) return
    c.res.headers.set('ratelimit-limit', String(left.limit))
    c.res.headers.set('ratelimit-remaining', String(left.remaining))
    c.res.headers.set('ratelimit-reset', String(left.resetSeconds))
  }
}
