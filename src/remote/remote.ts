import { OperationError } from '../errors.ts'
import type { OperatorFetch } from '../net/port.ts'
import type { AnyOperation, Call, Place } from '../operation.ts'
import type { Buyer } from '../pay/buyer.ts'
import type { Secret } from '../secret.ts'
import type { Exchange, PaymentHeader } from '../pay/purchase.ts'
import { exchange, type RemoteRequest, type RemoteResult } from './exchange.ts'

/** Another instance, and how to go there. */
export interface RemoteSettings {
  /** Address that the paths of the routes are appended to. */
  baseUrl: string
  /** Bearer key for an instance that guards its routes. */
  key: Secret | undefined
  fetch: OperatorFetch
  /** Pays where that is asked for. */
  buyer: Buyer
}

/** Another instance with the same contract. */
export interface Remote {
  /** Runs a call there: the operation's HTTP binding, and its schema for what comes back. */
  there: Place
  /** Makes an unpaid call, which tells the price where there is one. */
  ask(
    operation: AnyOperation,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Exchange<RemoteResult>>
  urlOf(operation: AnyOperation): string
}

/** Opens the other instance. Nothing is dialled before the first call. */
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
    ask: async (operation, input, signal) =>
      send(encodeCall(base, operation, input), undefined, signal),
    async there(operation, call) {
      const asked = encodeCall(base, operation, call.input)
      const result = await buyer.buy(
        {
          url: asked.url,
          input: call.input,
          exchange: async (payment, signal) => send(asked, payment, signal),
        },
        payerOf(operation, call),
      )
      return checked(operation, result)
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

function payerOf({ name }: AnyOperation, { signal, approve, paid }: Call<unknown>) {
  return {
    operation: name,
    signal,
    ...(approve ? { approve } : {}),
    ...(paid ? { paid } : {}),
  }
}

/** A result of the wrong shape is the other side's fault, not ours. */
function checked(operation: AnyOperation, result: RemoteResult): unknown {
  const parsed = operation.output.safeParse(result)
  if (parsed.success) return parsed.data
  throw new OperationError('upstream_failed', 'The other instance answered in another shape.', {
    hint: 'The owner should check that --remote names a service with the same contract.',
    cause: parsed.error,
  })
}
