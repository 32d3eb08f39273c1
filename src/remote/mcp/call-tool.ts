import { OperationError, toOperationError } from '../../contract/errors.ts'
import type { Payer, RemoteToolAnswer, RemoteToolCall } from '../../contract/spending.ts'
import { isRecord } from '../../lib/is-record.ts'
import { cleanLine, cleanText } from '../../lib/text.ts'
import type { Buyer } from '../../pay/buyer/buyer.ts'
import { CHALLENGE_MAX_CHARS, readChallenge, readSettlement } from '../../pay/protocol/codec.ts'
import type { Settlement } from '../../pay/protocol/messages.ts'
import {
  PAYMENT_META_KEY,
  PAYMENT_REQUIRED_HEADER,
  PAYMENT_RESPONSE_META_KEY,
  V1_PAYMENT_META_KEY,
} from '../../pay/protocol/names.ts'
import type { Exchange, PaymentHeader } from '../../pay/protocol/purchase.ts'
import { challengeOfHttp, settlementOf } from '../http-payment.ts'
import type { McpConnection, RpcAnswer, RpcOptions } from './connection.ts'

/** Longest work of a tool at another server, and of its settlement. */
export const REMOTE_TOOL_MAX_MS = 90_000

/** Characters of an answer. */
const TEXT_MAX_CHARS = 500_000

/** Characters of what a server says of a call that it refuses. */
const REASON_MAX_CHARS = 1_000

/**
 * Calls a tool of another MCP server, and pays for it in `_meta` where it asks for money (x402 v2, MCP transport). Arguments are
 * passed on as they are: nothing in them changes what is paid. `maxMs` bounds the call without payment, and all sendings of one
 * payment together. Throws what `Buyer.buy` throws.
 */
export async function callRemoteTool(
  connection: McpConnection,
  buyer: Buyer,
  { tool, arguments: args }: RemoteToolCall,
  payer: Payer,
  maxMs = REMOTE_TOOL_MAX_MS,
): Promise<RemoteToolAnswer> {
  return buyer.buy<RemoteToolAnswer>(
    {
      url: connection.url,
      input: { tool, arguments: args },
      takesMaxMs: maxMs,
      exchange: async (payment, signal) => {
        const params = { name: tool, arguments: args, ...(payment ? metaOf(payment) : {}) }
        return exchange(connection, params, payment, { signal, deadlineMs: maxMs })
      },
    },
    payer,
  )
}

/** Calls a tool without a payment, which tells the price where there is one. Throws what the connection throws. */
export async function callUnpaid(
  connection: McpConnection,
  { tool, arguments: args }: RemoteToolCall,
  time: Pick<RpcOptions, 'signal' | 'deadlineMs'>,
): Promise<Exchange<RemoteToolAnswer>> {
  return exchange(connection, { name: tool, arguments: args }, undefined, time)
}

/** The payment as both versions of the transport carry it: an object, or the text of the header. */
function metaOf({ message, value }: PaymentHeader): object {
  const isV1 = message['x402Version'] === 1
  return { _meta: isV1 ? { [V1_PAYMENT_META_KEY]: value } : { [PAYMENT_META_KEY]: message } }
}

async function exchange(
  connection: McpConnection,
  params: Readonly<Record<string, unknown>>,
  payment: PaymentHeader | undefined,
  time: Pick<RpcOptions, 'signal' | 'deadlineMs'>,
): Promise<Exchange<RemoteToolAnswer>> {
  // Some sellers look for the payment of the one call of a request in its head.
  const headers = payment ? { [payment.name]: payment.value } : {}
  const options = { ...time, headers }
  let answer: RpcAnswer
  try {
    answer = await connection.request('tools/call', params, options)
  } catch (thrown) {
    // An unpaid call that failed has cost nothing; a paid one may have arrived.
    if (!payment) throw thrown
    return { kind: 'lost', error: toOperationError(thrown), retryAfterMs: undefined }
  }
  return payment ? readPaid(answer) : readUnpaid(answer)
}

function readUnpaid(answer: RpcAnswer): Exchange<RemoteToolAnswer> {
  if (asksForMoney(answer)) return challenged(answer)
  const { status, result, error } = answer
  if (result) return { kind: 'answered', value: answerOf(result), settlement: undefined }
  if (!error) return { kind: 'failed', error: unanswered(status) }
  const { message } = error
  const text = typeof message === 'string' ? cleanLine(message, REASON_MAX_CHARS) : ''
  return { kind: 'answered', value: { text, failed: true }, settlement: undefined }
}

function readPaid(answer: RpcAnswer): Exchange<RemoteToolAnswer> {
  const { status, result, error } = answer
  const settlement = settlementIn(answer)
  // Who says that it took the money has answered, whatever the answer is.
  const isAnswer = result && (settlement?.success === true || result['isError'] !== true)
  if (isAnswer) return { kind: 'answered', value: answerOf(result), settlement }
  const isPending = settlement?.errorReason === 'settlement_pending'
  const isBroken = !result && !error && status !== 402
  if (isPending || isBroken) {
    return { kind: 'lost', error: unanswered(status), retryAfterMs: undefined }
  }
  return asksForMoney(answer) ? challenged(answer) : { kind: 'failed', error: unanswered(status) }
}

/** Whether an answer is a challenge, in any of the forms that sellers write it in. */
function asksForMoney(answer: RpcAnswer): boolean {
  return answer.status === 402 || challengeIn(answer) !== undefined
}

function challenged(answer: RpcAnswer): Exchange<RemoteToolAnswer> {
  return {
    kind: 'challenged',
    challenge: challengeIn(answer),
    settlement: settlementIn(answer),
  }
}

function challengeIn({ status, headers, json, result, error }: RpcAnswer) {
  if (status === 402) return challengeOfHttp(headers[PAYMENT_REQUIRED_HEADER.toLowerCase()], json)
  if (error) return readChallenge(error['data'])
  if (result?.['isError'] !== true) return undefined
  return (
    readChallenge(result['structuredContent']) ??
    readChallenge(parsed(firstText(result))) ??
    readChallenge(metaIn(result)['x402/error'])
  )
}

function settlementIn({ headers, result }: RpcAnswer): Settlement | undefined {
  return readSettlement(metaIn(result)[PAYMENT_RESPONSE_META_KEY]) ?? settlementOf(headers)
}

function metaIn(result: Record<string, unknown> | undefined): Record<string, unknown> {
  const meta = result?.['_meta']
  return isRecord(meta) ? meta : {}
}

function contentOf(result: Record<string, unknown>): Record<string, unknown>[] {
  const content = result['content']
  return Array.isArray(content) ? (content as unknown[]).filter(isRecord) : []
}

function firstText(result: Record<string, unknown>): string {
  const text = contentOf(result)[0]?.['text']
  return typeof text === 'string' && text.length <= CHALLENGE_MAX_CHARS ? text : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What a model is shown of a result: its texts, and of the rest what it is. */
function answerOf(result: Record<string, unknown>): RemoteToolAnswer {
  const texts = contentOf(result).map(({ type, text, mimeType, resource, uri }) => {
    if (typeof text === 'string') return text
    if (isRecord(resource) && typeof resource['text'] === 'string') return resource['text']
    return `[${[type, mimeType, uri].filter((part) => typeof part === 'string').join(' ')}]`
  })
  const structured = result['structuredContent']
  const said = texts.length === 0 && isRecord(structured) ? [JSON.stringify(structured)] : texts
  const whole = cleanText(said.join('\n'))
  const text = whole.slice(0, TEXT_MAX_CHARS).toWellFormed()
  return {
    text,
    ...(text.length < whole.length ? { truncated: true } : {}),
    ...(result['isError'] === true ? { failed: true } : {}),
  }
}

/** A failure in our own words: foreign text never gets into an error. */
function unanswered(status: number): OperationError {
  return new OperationError('upstream_failed', 'The tool at the other server failed.', {
    hint: 'Nothing is known to be charged. See wallet_history.',
    fields: { status },
  })
}
