import { cancelled, OperationError, type ErrorCode } from '../contract/errors.ts'
import type { Network } from '../contract/onchain.ts'

const RETRY_HINT = 'Try again in a few seconds.'

/** `upstream_failed`: no endpoint of a network gave an answer that can be used. */
export function chainFailed(network: Network, cause?: unknown): OperationError {
  return new OperationError(
    'upstream_failed',
    `No endpoint of the network ${network} gave a usable answer.${reasonOf(cause)}`,
    { hint: RETRY_HINT, cause },
  )
}

/** What stopped a request to an endpoint of the operator, as a further sentence; empty for anything but a failed connection. */
export function reasonOf(cause: unknown): string {
  return cause instanceof OperationError && UNREACHED.has(cause.code) ? ` ${cause.message}` : ''
}

/** Codes of errors whose messages are fixed sentences of this server. */
const UNREACHED: ReadonlySet<ErrorCode> = new Set(['upstream_failed', 'upstream_timeout'])

/** `upstream_failed`: the gateway that an ENS name lives behind did not answer. */
export function gatewayFailed(cause?: unknown): OperationError {
  return new OperationError(
    'upstream_failed',
    'The offchain gateway of this name gave no usable answer.',
    { hint: `This does not mean that the name is unknown. ${RETRY_HINT}`, cause },
  )
}

/** A 400 that says which rule an input breaks and what to write instead. */
export function badInput(code: ErrorCode, message: string, hint: string): OperationError {
  return new OperationError(code, message, { hint })
}

/** `cancelled`, when the caller's signal fired. */
export function requireWanted(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled(signal.reason)
}
