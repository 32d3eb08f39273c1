import type { OperatorAnswer, OperatorFetch } from '../../contract/net.ts'
import { isRecord } from '../../lib/is-record.ts'
import { retryAfterMs } from '../../lib/retry-after.ts'
import { isHex, type Hex } from '../hex.ts'
import { RPC_BODY_MAX_BYTES } from '../limits.ts'

/** Longest time that an endpoint may ask to be left alone. */
const RETRY_AFTER_MAX_MS = 60_000

/** JSON-RPC error codes by which nodes say "not now", by EIP-1474 and by providers. */
const BUSY_CODES: ReadonlySet<unknown> = new Set([-32_001, -32_005, -32_007, -32_603, 429])

/** Methods by which nodes say that they know no such thing. */
const MAY_BE_NULL: ReadonlySet<string> = new Set([
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** The endpoint itself failed; another one may know the answer. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure'
  /** How long the endpoint asks to be left alone, if it does. */
  readonly pauseMs: number | undefined

  constructor(message: string, options: { pauseMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.pauseMs = options.pauseMs
  }
}

/** The endpoint is well but does not do what was asked. */
export class CallRefused extends Error {
  override readonly name: string = 'CallRefused'
}

/** The endpoint answered something that is no answer to what was asked. */
export class BadAnswer extends CallRefused {
  override readonly name = 'BadAnswer'
}

/** The contract itself refused: no endpoint will say anything else. */
export class CallReverted extends Error {
  override readonly name = 'CallReverted'
  /** What the contract gave as its reason. */
  readonly data: Hex

  constructor(data: Hex) {
    super('execution reverted')
    this.data = data
  }
}

/** One request to an endpoint. */
export interface RpcQuestion {
  method: string
  params: readonly unknown[]
}

let lastId = 0

/** Asks one endpoint once. Throws EndpointFailure, CallRefused or CallReverted, or what the fetch threw. */
export async function askEndpoint(
  fetch: OperatorFetch,
  url: string,
  { method, params }: RpcQuestion,
  limits: { signal: AbortSignal; deadlineMs: number },
): Promise<unknown> {
  lastId += 1
  const id = lastId
  const answer = await fetch(url, {
    ...limits,
    method: 'POST',
    maxBytes: RPC_BODY_MAX_BYTES,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
  return readResult(answer, id, MAY_BE_NULL.has(method))
}

/** Bounded bytes, taken apart by the runtime's own JSON parser; nothing else looks at them. */
function readResult(
  { status, headers, body }: OperatorAnswer,
  id: number,
  mayBeNull: boolean,
): unknown {
  const message = parse(body)
  const error = message && 'error' in message ? message.error : undefined
  // Some nodes send an honest answer with a status of failure.
  if (isRecord(error) && (message?.id === id || message?.id === null)) refuse(error)
  if (status < 200 || status > 299) {
    const requested = retryAfterMs(headers['retry-after'], Date.now())
    const pauseMs = requested === undefined ? undefined : Math.min(requested, RETRY_AFTER_MAX_MS)
    throw new EndpointFailure(`HTTP ${status}`, { pauseMs })
  }
  if (!message) throw new EndpointFailure('no JSON-RPC answer')
  if (message.id !== id) throw new EndpointFailure('an answer to another question')
  if (message.result === undefined || (message.result === null && !mayBeNull)) {
    throw new EndpointFailure('an answer without a result')
  }
  return message.result
}

function refuse({ code, message, data }: Record<string, unknown>): never {
  const words = typeof message === 'string' ? message : ''
  if (code === 3 || /revert/i.test(words)) throw new CallReverted(revertData(data))
  const summary = `JSON-RPC error ${String(code)}`
  if (BUSY_CODES.has(code) || /not found|rate|limit|busy|timeout|timed out/i.test(words)) {
    throw new EndpointFailure(summary)
  }
  throw new CallRefused(summary)
}

/** Where nodes put the reason: as the data, or one object deeper. */
function revertData(data: unknown): Hex {
  if (isHex(data)) return data
  if (isRecord(data) && isHex(data['data'])) return data['data']
  return '0x'
}

function parse(body: Uint8Array): { id?: unknown; error?: unknown; result?: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(body))
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}
