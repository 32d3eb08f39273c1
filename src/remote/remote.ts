import { OperationError } from '../contract/errors.ts'
import type { OperatorFetch } from '../contract/net.ts'
import type { AnyOperation, Place } from '../contract/operation.ts'
import { payerOf } from '../contract/spending.ts'
import type { Secret } from '../lib/secret.ts'
import type { Buyer } from '../pay/buyer/buyer.ts'
import type { Exchange, PaymentHeader } from '../pay/protocol/purchase.ts'
import { exchange, type RemoteRequest, type RemoteResult } from './exchange.ts'

/** Connection to another instance. */
export interface RemoteSettings {
  /** Address that the paths of the routes are appended to. */
  baseUrl: string
  /** Bearer key for an instance that guards its routes. */
  key: Secret | undefined
  fetch: OperatorFetch
  /** Pays when required. */
  buyer: Buyer
}

/** Another instance with the same contract. */
export interface Remote {
  /** Runs a call there: the operation's HTTP binding, and its schema for what comes back. */
  there: Place
  /** Makes an unpaid call, which tells the price where there is one. */
  requestQuote(
    operation: AnyOperation,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Exchange<RemoteResult>>
  urlOf(operation: AnyOperation): string
}

/** Longest time that the other side takes to settle, and an answer to arrive. */
const SETTLING_MAX_MS = 30_000

/** Opens the other instance. Nothing is connected before the first call. */
export function createRemote({ baseUrl, key, fetch, buyer }: RemoteSettings): Remote {
  const base = baseUrl.replace(/\/+$/, '')
  const send = async (
    { headers, ...rest }: RemoteRequest,
    payment: PaymentHeader | undefined,
    signal: AbortSignal,
  ): Promise<Exchange<RemoteResult>> => {
    const bearer = key ? { authorization: `Bearer ${key.reveal()}` } : {}
    return exchange(fetch, { ...rest, headers: { ...headers, ...bearer } }, payment, signal)
  }
  return {
    urlOf: (operation) => encodeCall(base, operation, {}).url,
    async requestQuote(operation, input, signal) {
      const request = encodeCall(base, operation, input)
      // Where the call is free it would be carried out: what changes something is asked about by a probe.
      const body = operation.effects.readOnly ? request.body : ''
      return send({ ...request, body }, undefined, signal)
    },
    async there(operation, call) {
      const request = encodeCall(base, operation, call.input)
      return buyer.buy(
        {
          url: request.url,
          input: call.input,
          takesMaxMs: (operation.takesMaxMs ?? 0) + SETTLING_MAX_MS,
          exchange: async (payment, signal) =>
            checked(operation, await send(request, payment, signal), payment !== undefined),
        },
        payerOf(operation.name, call),
      )
    },
  }
}

/**
 * Writes a call as its binding says: JSON to a fixed path. Bindings with path parameters or form fields
 * will be written here as well.
 */
function encodeCall(
  base: string,
  { http: { path } }: AnyOperation,
  input: Record<string, unknown>,
): RemoteRequest {
  return {
    url: base + path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }
}

/**
 * An answer in the operation's own shape, or what its absence means: no answer at all. What was paid for is
 * then sent again with the same payment, and never bought anew before the owner is told that it is lost.
 */
function checked(
  operation: AnyOperation,
  exchanged: Exchange<RemoteResult>,
  isPaid: boolean,
): Exchange<RemoteResult> {
  if (exchanged.kind !== 'answered') return exchanged
  const parsed = operation.output.safeParse(exchanged.value)
  if (parsed.success) return { ...exchanged, value: parsed.data as RemoteResult }
  const message = 'The other instance answered in another shape.'
  const error = new OperationError('upstream_failed', message, {
    hint: 'The owner should check that --remote names a service with the same contract.',
    cause: parsed.error,
  })
  return isPaid ? { kind: 'lost', error, retryAfterMs: undefined } : { kind: 'failed', error }
}
