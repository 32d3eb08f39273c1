import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Actor } from '../chat/port.ts'
import { OperationError, toOperationError } from '../errors.ts'
import { RateLimit, type RateRule, rateLimited } from '../rate-limit.ts'
import { runOperation } from '../run.ts'
import type { Services } from '../services.ts'
import { clientName } from './client-name.ts'
import { readCredentials } from './credentials.ts'
import type { Dialect } from './dialect.ts'
import { decodeForm } from './form-decode.ts'
import { readFields } from './form-fields.ts'

/** What the chat routes need besides operations. */
export interface FormDialectParts {
  services: Services
  rateRules: readonly RateRule[]
}

/** Requests without credentials, per address (chat spec leaves it open; the public API's figure). */
const ANONYMOUS_RULES: readonly RateRule[] = [{ count: 100, seconds: 60 }]

/** Failed sign-ins, per address and account. */
const FAILURE_RULES: readonly RateRule[] = [{ count: 5, seconds: 30 * 60 }]

/** The chat routes (chat spec sections 4.1, 5 and 7): form fields in, an envelope out, accounts with keys. */
export function formDialect({ services, rateRules }: FormDialectParts): Dialect {
  const accounts = new RateLimit(rateRules)
  const strangers = new RateLimit(rateRules.length === 0 ? [] : ANONYMOUS_RULES)
  const failures = new RateLimit(FAILURE_RULES)

  async function signIn(c: Context, from: string, anonymous: boolean): Promise<Actor | undefined> {
    const credentials = readCredentials(c.req.header('authorization') ?? null)
    if (credentials === null) throw unauthorized('Invalid API key')
    if (credentials === undefined) {
      if (anonymous) return undefined
      throw unauthorized('Not logged in: API authentication or user session required')
    }
    const client = clientName(c.req.header('user-agent') ?? null)
    try {
      return await (await services.chat()).signIn(credentials, client)
    } catch (thrown) {
      if (toOperationError(thrown).code === 'unauthorized')
        countFailure(credentials.email ?? '', from)
      throw thrown
    }
  }

  function countFailure(email: string, from: string): void {
    const nowMs = services.now().getTime()
    // Whoever tries one account after the other is a stranger like others without credentials.
    const verdicts = [
      failures.take(`${from} ${email.toLowerCase()}`, nowMs),
      strangers.take(from, nowMs),
    ]
    const refused = verdicts.find((verdict) => verdict?.allowed === false)
    if (refused) throw rateLimited(refused)
  }

  return {
    base: '/api/v1',
    fail: answerFailure,
    async serve(c, operation, { peer: from = '' }) {
      const actor = await signIn(c, from, operation.http.anonymous ?? false)
      const nowMs = services.now().getTime()
      const verdict = actor
        ? accounts.take(String(actor.user.id), nowMs)
        : strangers.take(from, nowMs)
      if (verdict) {
        c.header('x-ratelimit-limit', String(verdict.limit))
        c.header('x-ratelimit-remaining', String(verdict.remaining))
        c.header('x-ratelimit-reset', String(Math.ceil(nowMs / 1_000 + verdict.resetSeconds)))
        if (!verdict.allowed) throw rateLimited(verdict)
      }
      const request = c.req.raw
      const { input, ignored } = decodeForm(operation, await readFields(request), c.req.param())
      const call = {
        services,
        caller: undefined,
        actor,
        peer: from,
        signal: request.signal,
        progress: () => {},
      }
      const output = await runOperation(operation, input, call)
      return c.json({
        result: 'success',
        msg: '',
        ...output,
        ...(ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored }),
      })
    },
  }
}

/** Codes of the specification for failures that do not name one (chat spec section 7). */
const SPEC_CODES: Readonly<Record<string, string>> = {
  unauthorized: 'UNAUTHORIZED',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  rate_limited: 'RATE_LIMIT_HIT',
  too_large: 'REQUEST_TOO_LARGE',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
}

function answerFailure(c: Context, thrown: unknown): Response {
  const error = toOperationError(thrown)
  if (error.code === 'unauthorized') c.header('www-authenticate', 'Basic realm="bellhop"')
  if (error.code === 'unavailable') c.header('retry-after', '1')
  const retryAfter = error.fields['retry-after']
  if (error.code === 'rate_limited') c.header('retry-after', String(Math.ceil(Number(retryAfter))))
  const specCode = error.specCode ?? SPEC_CODES[error.code] ?? 'BAD_REQUEST'
  const problems = error.specCode === undefined ? firstProblem(error.fields['problems']) : undefined
  const body = {
    result: 'error',
    msg: problems ?? error.message,
    code: specCode,
    ...(problems === undefined ? error.fields : {}),
  }
  // 499 is this server's own record of a caller that has gone; hono's types know registered codes only.
  return c.json(body, error.status as ContentfulStatusCode)
}

/** One line about the first field that the schema refused. */
function firstProblem(problems: unknown): string | undefined {
  if (typeof problems !== 'object' || problems === null) return undefined
  const [first] = Object.entries(problems as Record<string, readonly string[]>)
  if (!first) return undefined
  const [name, [message = 'invalid value']] = first
  return `Invalid ${name}: ${message}`
}

function unauthorized(message: string): OperationError {
  return new OperationError('unauthorized', message, {
    hint: 'Sign in with HTTP Basic: the API e-mail of your account and its API key.',
  })
}
