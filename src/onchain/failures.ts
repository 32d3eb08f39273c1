import { cancelled, OperationError, type ErrorCode } from '../contract/errors.ts'

const RETRY_HINT = 'Try again in a few seconds.'

/** `upstream_failed`: no endpoint of a network gave an answer that can be used. */
export function chainFailed(network: string, cause?: unknown): OperationError {
  return new OperationError(
    'upstream_failed',
    `No endpoint of the network ${network} gave a usable answer.${reasonOf(cause)}`,
    { hint: RETRY_HINT, cause },
  )
}

/** `upstream_failed`: only nodes that are behind answered, and what they say means nothing now. */
export function allBehind(network: string): OperationError {
  return new OperationError(
    'upstream_failed',
    `Every endpoint of the network ${network} that answered is behind its chain.`,
    { hint: RETRY_HINT },
  )
}

/** `providers_disagree`: two nodes were wanted, and fewer are up to date. */
export function tooFewNodes(network: string, count: number): OperationError {
  return new OperationError(
    'providers_disagree',
    `Too few endpoints of the network ${network} stand for an answer.`,
    {
      hint: `${count} of different hosts gave one that is up to date, and quorum wants 2. Try again in a minute, or leave quorum out.`,
      fields: { sources: count },
    },
  )
}

/** `providers_disagree`: nodes say different things of one block. */
export function nodesDisagree(network: string): OperationError {
  return new OperationError(
    'providers_disagree',
    `The endpoints of the network ${network} contradict each other.`,
    { hint: 'No answer is given rather than a guess. Try again in a minute.' },
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

/** `not_a_contract`: there is nothing at an address that could answer. */
export function notAContract(network: string): OperationError {
  return new OperationError(
    'not_a_contract',
    `There is no contract at this address on ${network}.`,
    {
      hint: 'Check the network: the same contract has another address on every chain.',
    },
  )
}

/** `invalid_input`: the name of a network that this server does not read. */
export function unknownNetwork(names: readonly string[]): OperationError {
  return badInput(
    'invalid_input',
    'network is none that this server reads.',
    `Use one of ${names.join(', ')}.`,
  )
}
