import type { Context } from 'hono'
import type { LocalAccount } from '../../contract/chat.ts'
import { OperationError, SecretRefused } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'
import { rateLimited } from '../../contract/rate-limited.ts'
import { RateLimit, type RateRule } from '../../lib/rate-limit.ts'
import { cleanLine } from '../../lib/text.ts'
import { ANONYMOUS_REQUESTS } from '../limits.ts'
import type { BrowserCookies } from './browser.ts'
import type { GuessLimit } from './guess-limit.ts'

/** Authenticates callers of the chat, and counts their requests. */
export interface Callers {
  /**
   * The account that a request authenticates, undefined for an anonymous caller where `anonymous` allows one. Counts the request,
   * and writes the headers that tell how many more there may be. Throws `unauthorized` and `rate_limited`.
   */
  admit(c: Context, from: string, options: AdmitOptions): Promise<LocalAccount | undefined>
  /**
   * The account of an API key that is no header: it stands in the address of a webhook, or is exchanged for a session. Counts like
   * `admit`. Throws `unauthorized` and `rate_limited`.
   */
  admitKey(
    c: Context,
    from: string,
    key: string,
    options?: { isWebhook?: boolean },
  ): Promise<LocalAccount>
  /** Counts an anonymous request. */
  count(c: Context, from: string): void
}

/** Which callers are admitted. */
export interface AdmitOptions {
  /** Whether anonymous callers are admitted too. */
  anonymous: boolean
  /** Whether browsers that are signed in are admitted too (chat spec 5.3). Throws `forbidden` where another page sends the request. */
  sessions?: boolean
  /** Whether the request changes something whatever its method. */
  changes?: boolean
  /** Whether the request waits for news: such requests are counted apart, for there is one after each event. */
  polls?: boolean
  /** Leaves requests of accounts uncounted: a page with a hundred pictures makes as many requests. */
  uncounted?: boolean
  /** Leaves anonymous requests uncounted: they try a secret, and whoever checks it counts wrong ones. */
  triesSecret?: boolean
}

/** Credentials of a caller: an account's address and key, or the key alone. */
interface Credentials {
  email: string | undefined
  key: string
}

/** Dependencies of caller authentication. */
export interface CallersParts {
  services: Services
  /** How many requests an account may make. */
  rateRules: readonly RateRule[]
  /** Counts requests of accounts, where those over MCP count too; by `rateRules` when absent. */
  accountLimit?: RateLimit | undefined
  cookies: BrowserCookies
  guesses: GuessLimit
}

/** How many polls an account may make for each other request. */
const POLLS_PER_REQUEST = 5

const NAME_MAX_CHARS = 30

/** Knows the accounts of the chat by what requests show (chat spec section 5). */
export function createCallers(parts: CallersParts): Callers {
  const { services, rateRules, cookies, guesses, accountLimit } = parts
  const accounts = accountLimit ?? new RateLimit(rateRules)
  const polls = new RateLimit(
    rateRules.map(({ count: requests, seconds }) => ({
      count: requests * POLLS_PER_REQUEST,
      seconds,
    })),
  )
  const strangers = new RateLimit(rateRules.length === 0 ? [] : [ANONYMOUS_REQUESTS])

  async function signIn(
    c: Context,
    from: string,
    { anonymous, sessions = false, changes = false }: AdmitOptions,
  ): Promise<LocalAccount | undefined> {
    const credentials = readCredentials(c.req.header('authorization') ?? null)
    if (credentials === null) throw unauthorized('Invalid API key')
    if (credentials === undefined) {
      const browser = sessions ? await signedInBrowser(c.req.raw, from, changes) : undefined
      if (browser) return browser
      if (anonymous) return undefined
      throw unauthorized('Not logged in: API authentication or user session required')
    }
    return bySecret(c, from, credentials)
  }

  async function bySecret(
    c: Context,
    from: string,
    credentials: Credentials & { isWebhook?: boolean },
  ): Promise<LocalAccount> {
    const client = clientName(c.req.header('user-agent') ?? null)
    try {
      return await (await services.chat()).signIn(credentials, client)
    } catch (thrown) {
      if (thrown instanceof SecretRefused) guesses.count(from, credentials.email)
      throw thrown
    }
  }

  async function signedInBrowser(
    request: Request,
    from: string,
    changes: boolean,
  ): Promise<LocalAccount | undefined> {
    const token = cookies.sessionIn(request.headers)
    if (token === undefined) return undefined
    const client = clientName(request.headers.get('user-agent'))
    const actor = await (await services.chat()).sessions.find(token, client)
    if (actor) cookies.requireIntent(request, token, changes)
    else guesses.count(from)
    return actor
  }

  function count(
    c: Context,
    actor: LocalAccount | undefined,
    from: string,
    limit: RateLimit = accounts,
  ): void {
    const nowMs = services.now().getTime()
    const verdict = actor ? limit.take(String(actor.user.id), nowMs) : strangers.take(from, nowMs)
    if (!verdict) return
    c.header('x-ratelimit-limit', String(verdict.limit))
    c.header('x-ratelimit-remaining', String(verdict.remaining))
    c.header('x-ratelimit-reset', String(Math.ceil(nowMs / 1_000 + verdict.resetSeconds)))
    if (!verdict.allowed) throw rateLimited(verdict)
  }

  return {
    async admit(c, from, options) {
      const actor = await signIn(c, from, options)
      const isUncounted = actor ? options.uncounted : options.triesSecret
      if (!isUncounted) count(c, actor, from, options.polls ? polls : accounts)
      return actor
    },
    async admitKey(c, from, key, { isWebhook = true } = {}) {
      const actor = await bySecret(c, from, { email: undefined, key, isWebhook })
      count(c, actor, from)
      return actor
    },
    count: (c, from) => count(c, undefined, from),
  }
}

/**
 * Reads an Authorization header: `Basic` (RFC 7617) with address and key, or `Bearer` with the key.
 * Undefined without a header; null for one that cannot be read.
 */
export function readCredentials(authorization: string | null): Credentials | undefined | null {
  if (authorization === null) return undefined
  const [, scheme = '', token = ''] = /^(\w+) +(\S+)$/.exec(authorization.trim()) ?? []
  if (/^bearer$/i.test(scheme)) return { email: undefined, key: token }
  if (!/^basic$/i.test(scheme)) return null
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) return null
  return { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}

function unauthorized(message: string): OperationError {
  return new OperationError('unauthorized', message, {
    hint: 'Sign in with HTTP Basic: the API e-mail of your account and its API key.',
  })
}

/** The program behind a User-Agent header, e.g. `ZulipPython` of `ZulipPython/0.9.1`; browsers are `website`. */
function clientName(userAgent: string | null): string {
  const name = /^[^/ (]+/.exec(userAgent ?? '')?.[0] ?? ''
  if (name === '') return 'Unspecified'
  return name === 'Mozilla' ? 'website' : name.slice(0, NAME_MAX_CHARS)
}

/** The name that a program gives itself in a request, which goes before the header; undefined without one. */
export function givenName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const [given = ''] = cleanLine(name).split('/')
  return given.trim().slice(0, NAME_MAX_CHARS) || undefined
}
