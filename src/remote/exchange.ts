import { type ErrorCode, errorTable, OperationError, toOperationError } from '../contract/errors.ts'
import type { OperatorAnswer, OperatorFetch } from '../contract/net.ts'
import { retryAfterMs } from '../lib/retry-after.ts'
import { cleanText } from '../lib/text.ts'
import { PAYMENT_REQUIRED_HEADER } from '../pay/protocol/names.ts'
import type { Exchange, PaymentHeader } from '../pay/protocol/purchase.ts'
import { challengeOfHttp, settlementOf } from './http-payment.ts'

/** One HTTP request of a call, as its binding says. */
export interface RemoteRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** A JSON object of the other instance, its strings cleaned. */
export type RemoteResult = Record<string, unknown>

/** Longest wait for one answer: the fetch, the parsing and the settlement of the other side together. */
const ANSWER_MAX_MS = 60_000

/** Longest answer. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

/** Sends one call to the other instance and returns the outcome. */
export async function exchange(
  fetch: OperatorFetch,
  { url, headers, body }: RemoteRequest,
  payment: PaymentHeader | undefined,
  signal: AbortSignal,
): Promise<Exchange<RemoteResult>> {
  const paying = payment ? { [payment.name]: payment.value } : {}
  let answer: OperatorAnswer
  try {
    answer = await fetch(url, {
      signal,
      method: 'POST',
      headers: { accept: 'application/json', ...headers, ...paying },
      body,
      deadlineMs: ANSWER_MAX_MS,
      maxBytes: ANSWER_MAX_BYTES,
    })
  } catch (thrown) {
    const error = toOperationError(thrown)
    // An unpaid call that failed has cost nothing; a paid one may have arrived.
    if (!payment) throw error
    return { kind: 'lost', error, retryAfterMs: undefined }
  }
  return read(answer, payment !== undefined)
}

function read(answer: OperatorAnswer, isPaid: boolean): Exchange<RemoteResult> {
  const { status, headers } = answer
  const json = parse(answer.body)
  const settlement = settlementOf(headers)
  if (status === 200 && json) return { kind: 'answered', value: json, settlement }
  const error = errorOf(status, json)
  if (status === 402) {
    const pending = settlement?.errorReason === 'settlement_pending'
    if (pending && isPaid) {
      return { kind: 'lost', error, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) }
    }
    const header = headers[PAYMENT_REQUIRED_HEADER.toLowerCase()]
    const challenge = challengeOfHttp(header, json)
    return { kind: 'challenged', challenge, settlement }
  }
  // 503 asks for the same payment again; with a server error in no words of ours it may land all the same.
  const isOpen = status === 503 || (codeOf(json) === undefined && (status >= 500 || status === 200))
  if (isPaid && isOpen) {
    return { kind: 'lost', error, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) }
  }
  return { kind: 'failed', error }
}

function parse(body: Uint8Array): RemoteResult | undefined {
  try {
    const text = new TextDecoder().decode(body)
    const value: unknown = JSON.parse(text, (_, part: unknown) =>
      typeof part === 'string' ? cleanText(part) : part,
    )
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  402: 'payment_required',
  404: 'not_found',
  409: 'payment_conflict',
  413: 'too_large',
  422: 'unparsable',
  429: 'rate_limited',
  503: 'unavailable',
  504: 'upstream_timeout',
}

/** The other instance's failure in our own words: foreign text never gets into an error. */
function errorOf(status: number, json: RemoteResult | undefined): OperationError {
  const code = codeOf(json) ?? STATUS_CODES[status] ?? 'upstream_failed'
  // Its key and its routes concern the owner, not the caller.
  const reportedCode = OWNERS_AFFAIR.has(code) ? 'upstream_failed' : code
  const meaning = errorTable.find((row) => row.code === code)?.meaning ?? ''
  return new OperationError(reportedCode, `The other instance answered: ${meaning}.`, {
    hint: OWNERS_AFFAIR.has(code)
      ? 'The owner should check --remote and BELLHOP_REMOTE_KEY.'
      : 'The call ran at the instance that --remote names.',
    fields: { status },
  })
}

const OWNERS_AFFAIR: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'internal',
])

/** The code of an error that another Bellhop words like this one. */
function codeOf(json: RemoteResult | undefined): ErrorCode | undefined {
  const error = json?.['error']
  const code = isObject(error) ? error['code'] : undefined
  return errorTable.find((row) => row.code === code)?.code
}

function isObject(value: unknown): value is RemoteResult {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
