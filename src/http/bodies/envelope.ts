import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { OperationError } from '../../contract/errors.ts'
import { requestIdField } from '../../lib/request.ts'

/** Body of every error answer of the utility routes. */
export interface ErrorBody {
  error: {
    code: string
    message: string
    retryable: boolean
    hint?: string
    fields?: Readonly<Record<string, unknown>>
    requestId?: string
  }
}

/** The documented error shape: `{error: {code, message, retryable, hint?, fields?, requestId?}}`. */
export function errorBody({ code, message, retryable, hint, fields }: OperationError): ErrorBody {
  return {
    error: {
      code,
      message,
      retryable,
      ...(hint === undefined ? {} : { hint }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...requestIdField('requestId'),
    },
  }
}

/** Value of `Retry-After` for refusals that end by themselves, in seconds; undefined for others. */
export function retryAfterOf({ code, retryable, fields }: OperationError): string | undefined {
  if (!retryable || (code !== 'unavailable' && code !== 'rate_limited')) return undefined
  return String(Math.max(1, Math.ceil(Number(fields['retry-after'] ?? 1))))
}

/** Returns the response for an error, in the documented shape. */
export function answerError(c: Context, error: OperationError): Response {
  if (error.code === 'unauthorized') {
    // A request without credentials is told of no error (RFC 6750, section 3.1).
    const isShown = c.req.header('authorization') !== undefined
    c.header('www-authenticate', `Bearer ${isShown ? 'error="invalid_token"' : 'realm="bellhop"'}`)
  }
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) c.header('retry-after', retryAfter)
  // 499 records a disconnected caller; hono's types know registered codes only.
  return c.json(errorBody(error), error.status as ContentfulStatusCode)
}
