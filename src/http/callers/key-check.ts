import type { Context, MiddlewareHandler } from 'hono'
import { OperationError } from '../../contract/errors.ts'
import type { OAuth } from '../../contract/oauth.ts'
import type { Services } from '../../contract/operation.ts'
import type { KeyPlans } from '../../core/plans/key-plans.ts'
import { type KeyRing, NO_KEYS } from './bearer.ts'
import type { GuessLimit } from './guess-limit.ts'
import { identifyMcpCaller, type McpCaller } from './mcp-caller.ts'
import { isThroughProxy } from './peer.ts'

/** Looks at the bearer keys of requests; wrong ones are counted. */
export interface KeyCheck {
  /** Whether a request needs a key. */
  isNeeded(c: Context): boolean
  /** Name behind the key of a request; undefined without one. Throws `unauthorized` for a wrong key, and `rate_limited`. */
  identify(c: Context): string | undefined
  /** Name behind the key of a request that was looked at already, or of its account; undefined without. Counts nothing. */
  nameIn(c: Context): string | undefined
  /** The caller of `/mcp`, by a key, an API key of the chat or a token of OAuth; throws like `identify`. */
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
      const refused = (): void => guesses.count(peerOf(c))
      const found = await identifyMcpCaller(shownIn(c), ringFor(c), { accounts, oauth }, refused)
      callers.set(c.req.raw, found)
      return found
    },
  }
}

/** Tells callers with a key what is left of its plan (`RateLimit-*`), with every answer. */
export function tellPlans(
  plans: Pick<KeyPlans, 'left'> | undefined,
  keys: Pick<KeyCheck, 'nameIn'>,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const name = plans && keys.nameIn(c)
    const left = name === undefined ? undefined : plans?.left(name)
    if (!left) return
    c.res.headers.set('ratelimit-limit', String(left.limit))
    c.res.headers.set('ratelimit-remaining', String(left.remaining))
    c.res.headers.set('ratelimit-reset', String(left.resetSeconds))
  }
}
