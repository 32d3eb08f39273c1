import { type CallToolResult, isJSONRPCRequest } from '@modelcontextprotocol/server'
import type { ErrorCode } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { principalOfPayer } from '../../core/run/principals.ts'
import { chargeTo, runInput, validateInput } from '../../core/run/run.ts'
import {
  PAYMENT_META_KEY,
  PAYMENT_RESPONSE_HEADER,
  PAYMENT_RESPONSE_META_KEY,
  PAYMENT_SIGNATURE_HEADER,
  TERMS_META_KEY,
} from '../../pay/protocol/names.ts'
import type { PriceTag } from '../../pay/protocol/terms.ts'
import { type Gate, type GateOutcome, settlementPending } from '../../pay/seller/port.ts'
import type { JsonSchema } from '../schema.ts'
import { errorResult, successResult } from './result.ts'
import { currentVisit } from './visit.ts'

/** Marks a result that was bought by an earlier, identical call. */
const REPLAYED_META_KEY = 'bellhop/replayed'

/**
 * Adds the receipt of the one tool call of this request as a header, for clients that pay by header. Headers come before the
 * body, so the result is awaited, even for a stream of events.
 */
export async function withReceipt(response: Response, signal: AbortSignal): Promise<Response> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  const leave = (): void => void reader?.cancel().catch(() => {})
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      chunks.push(part.value)
    }
  } finally {
    signal.removeEventListener('abort', leave)
  }
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  const settlement = currentVisit()?.settlement
  if (settlement) {
    const { encodeHeader } = await import('../../pay/protocol/codec.ts')
    headers.set(PAYMENT_RESPONSE_HEADER, encodeHeader(settlement))
  }
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), {
    status,
    statusText,
    headers,
  })
}

/** The price note of a tool. */
export function priceOf({ offer, terms }: PriceTag, description: string) {
  return {
    description: `${description} Costs ${offer.price} USD, paid by x402.`,
    _meta: { [TERMS_META_KEY]: terms },
  }
}

/**
 * The output schema of a sold tool. v1 clients check structured content against it even when `isError`
 * is set, and the challenge is structured content by the transport's rules, so both shapes are in it.
 */
export function soldOutput(output: JsonSchema): JsonSchema {
  const challenge = {
    title: 'x402 PaymentRequired',
    type: 'object',
    properties: { x402Version: { const: 2 }, accepts: { type: 'array' } },
    required: ['x402Version', 'accepts'],
  }
  return { type: 'object', anyOf: [output, challenge] }
}

/** Context of a sold call besides its arguments. */
interface SoldCall extends Omit<Parameters<typeof runInput>[2], 'input'> {
  /** Called with an error outcome: payment required, or settlement pending. */
  note(outcome: ErrorCode): void
}

/** Serves one call of a sold tool (x402 v2, MCP transport), with the payment that its `_meta` shows. Throws what the work or the gate throws. */
export async function callSold(
  gate: Gate,
  operation: AnyOperation,
  args: Record<string, unknown>,
  sentPayment: unknown,
  { note, ...call }: SoldCall,
): Promise<CallToolResult> {
  const { signal } = call
  const { sandbox } = chargeTo(call.services, call)
  const { readArguments } = await import('../../core/run/read-arguments.ts')
  const { input, ignored } = await readArguments(operation, args, {
    defaults: operation.agent?.defaults,
    beforePayment: { sandbox, signal },
  })
  // The payment reader is loaded by the first payment.
  const payment =
    sentPayment === undefined
      ? undefined
      : (await import('../../pay/protocol/codec.ts')).readPayment(sentPayment)
  const { principal } = call
  const lookup = payment !== undefined
  await validateInput(operation, input, { ...call, signal }, { lookup, principal })
  const visit = currentVisit()
  const peer = visit?.peer
  // The result waits for its settlement.
  using held = new DisposableStack()
  const outcome = await gate.pass(
    { operation: operation.name, transport: 'mcp', input, payment, peer, signal },
    async (until, payer) => {
      const charged = principalOfPayer(principal, payer)
      const results = held.use(call.services.sandbox.leaseResults(charged.id))
      const output = await runInput(operation, input, {
        ...call,
        principal: charged,
        results,
        signal: until,
      })
      // A result that cannot be delivered must not be charged.
      successResult(operation, output, ignored)
      return output
    },
  )
  if (visit && outcome.settlement) visit.settlement = outcome.settlement
  if (outcome.kind === 'challenge') note('payment_required')
  if (outcome.kind === 'pending') note('settlement_pending')
  return resultOf(operation, outcome, ignored)
}

function resultOf(
  operation: AnyOperation,
  outcome: GateOutcome,
  ignored: readonly string[],
): CallToolResult {
  const { settlement } = outcome
  const receipt = settlement ? { [PAYMENT_RESPONSE_META_KEY]: settlement } : {}
  if (outcome.kind === 'challenge') {
    const { paymentRequired } = outcome
    return {
      isError: true,
      structuredContent: { ...paymentRequired },
      content: [{ type: 'text', text: JSON.stringify(paymentRequired) }],
      ...(settlement ? { _meta: receipt } : {}),
    }
  }
  if (outcome.kind === 'sold') {
    const result = successResult(operation, outcome.answer, ignored)
    const replayed = outcome.replayed ? { [REPLAYED_META_KEY]: true } : {}
    return { ...result, _meta: { ...result._meta, ...receipt, ...replayed } }
  }
  const pending = errorResult(settlementPending(), operation)
  return { ...pending, _meta: { ...pending._meta, ...receipt } }
}

/**
 * Takes the payment of a PAYMENT-SIGNATURE header into the one tool call of a request, for payers that
 * know the HTTP transport only. Throws `invalid_input` for a header that is no payment.
 */
export async function withHeaderPayment({ headers }: Request, message: unknown): Promise<unknown> {
  const header = headers.get(PAYMENT_SIGNATURE_HEADER)
  if (header === null || !isJSONRPCRequest(message) || message.method !== 'tools/call') {
    return message
  }
  const { params } = message
  const { decodePayment } = await import('../../pay/protocol/codec.ts')
  const meta = { [PAYMENT_META_KEY]: decodePayment(header), ...params?._meta }
  return { ...message, params: { ...params, _meta: meta } }
}
