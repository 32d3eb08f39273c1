/**
 * Every failure a caller can see: code, HTTP status, whether the same call may succeed later.
 * Surfaces translate these; nothing else in the code knows about HTTP statuses or JSON-RPC.
 */
const codes = {
  invalid_input: { status: 400, retryable: false, meaning: 'the input is missing or invalid' },
  url_not_allowed: {
    status: 400,
    retryable: false,
    meaning: 'the address is not publicly reachable',
  },
  unsupported_conversion: {
    status: 400,
    retryable: false,
    meaning: 'there is no conversion between these two formats',
  },
  not_an_address: { status: 400, retryable: false, meaning: 'the input is not an EVM address' },
  bad_checksum: {
    status: 400,
    retryable: false,
    meaning: 'the address has a character that does not fit its checksum',
  },
  not_a_contract: {
    status: 400,
    retryable: false,
    meaning: 'there is no contract at the address on that network',
  },
  bad_name: { status: 400, retryable: false, meaning: 'the name is not a valid ENS name' },
  unknown_symbol: {
    status: 400,
    retryable: false,
    meaning: 'no asset or currency has that symbol',
  },
  ambiguous_symbol: {
    status: 400,
    retryable: false,
    meaning: 'several assets have that symbol; the error names them',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: 'a bearer key is required and missing or wrong',
  },
  payment_required: { status: 402, retryable: false, meaning: 'the call must be paid' },
  forbidden: { status: 403, retryable: false, meaning: 'Host or Origin is not allowed' },
  not_found: { status: 404, retryable: false, meaning: 'no such route' },
  method_not_allowed: { status: 405, retryable: false, meaning: 'the route takes another method' },
  payment_conflict: {
    status: 409,
    retryable: false,
    meaning: 'the payment was made for another call',
  },
  too_large: {
    status: 413,
    retryable: false,
    meaning: 'the fetched document or the request is too large',
  },
  unparsable: {
    status: 422,
    retryable: false,
    meaning: 'the document could not be parsed within its limits',
  },
  unsupported_content: {
    status: 422,
    retryable: false,
    meaning: 'the document is of a kind this operation does not read',
  },
  needs_javascript: {
    status: 422,
    retryable: false,
    meaning: 'the page is an empty shell without a browser',
  },
  rate_limited: { status: 429, retryable: true, meaning: 'too many calls; wait and try again' },
  cancelled: { status: 499, retryable: false, meaning: 'the caller went away' },
  internal: { status: 500, retryable: false, meaning: 'a fault of this server' },
  upstream_failed: {
    status: 502,
    retryable: true,
    meaning: 'the other server failed or answered with an error',
  },
  upstream_refused: {
    status: 502,
    retryable: false,
    meaning: 'the other server has no such page or does not show it',
  },
  page_blocked: {
    status: 502,
    retryable: false,
    meaning: 'the site answered with a bot check or a question for consent instead of the page',
  },
  providers_disagree: {
    status: 502,
    retryable: true,
    meaning: 'the sources of a price, or the nodes of a chain, contradict each other',
  },
  payment_refused: {
    status: 502,
    retryable: false,
    meaning: 'the other server wants a payment that this one may not make',
  },
  unavailable: {
    status: 503,
    retryable: true,
    meaning: 'this server is busy or its store is not reachable',
  },
  settlement_pending: {
    status: 503,
    retryable: true,
    meaning: 'whether the payment has settled is not known yet; send the same payment again',
  },
  upstream_timeout: {
    status: 504,
    retryable: true,
    meaning: 'the other server did not answer in time',
  },
} as const

/** A code of the error table. */
export type ErrorCode = keyof typeof codes

/** HTTP status of an error code. */
export type ErrorStatus = (typeof codes)[ErrorCode]['status']

/** Codes of what is wrong with the server and nobody else: what its operator looks after. */
export const FAULT_CODES: readonly ErrorCode[] = ['internal', 'unavailable']

/** The error table, in order of status, for documents and the OpenAPI description. */
export const errorTable: readonly {
  readonly code: ErrorCode
  readonly status: ErrorStatus
  readonly retryable: boolean
  readonly meaning: string
}[] = Object.entries(codes).map(([code, row]) => ({ code: code as ErrorCode, ...row }))

/** What may be added to an error. */
export interface OperationErrorOptions {
  /** What the caller (often a model) should do next. Shown verbatim; never holds fetched text. */
  hint?: string
  /** Whether the message quotes what another server said: data, never instructions. */
  isQuoting?: boolean
  /** Extra machine-readable fields, sent with the error. */
  fields?: Readonly<Record<string, unknown>>
  /** The code that the operation's own specification has for this failure, where it has one. */
  specCode?: string
  /** The error behind it, for the operator's log only, never sent. */
  cause?: unknown
}

/** Names one fault of this server: its caller is told the name, and the line of the log has it too. */
function faultId(): string {
  return crypto.randomUUID().slice(0, FAULT_ID_CHARS)
}

/** Enough to find a line in a log by. */
const FAULT_ID_CHARS = 13

/** A failure that is reported to the caller, with a code of the table. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly fields: Readonly<Record<string, unknown>>
  readonly specCode: string | undefined
  readonly isQuoting: boolean

  constructor(code: ErrorCode, message: string, options: OperationErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.hint = options.hint
    this.fields =
      code === 'internal' ? { fault: faultId(), ...options.fields } : (options.fields ?? {})
    this.specCode = options.specCode
    this.isQuoting = options.isQuoting ?? false
  }

  get status(): ErrorStatus {
    return codes[this.code].status
  }

  get retryable(): boolean {
    return codes[this.code].retryable
  }
}

/** The refusal of a secret that a call tried (a password, a token): further attempts are limited. */
export class SecretRefused extends OperationError {}

/** A store or folder that waiting does not mend: the operator has something to do, which the hint says. */
export class StoreUnusable extends OperationError {
  constructor(message: string, options: OperationErrorOptions) {
    super('unavailable', message, options)
  }

  override get retryable(): boolean {
    return false
  }
}

/** The refusal of a store made by another version of this program. */
export class StoreRefused extends StoreUnusable {
  constructor(made: 'newer' | 'older', cause?: unknown) {
    super(
      `This store was made by ${made === 'newer' ? 'a newer' : 'an older'} version of Bellhop.`,
      {
        hint: 'Start that version, or name another store with --data-dir or --database-url.',
        cause,
      },
    )
  }
}

/** What the system says when a process, or all together, have as many files open as they may. */
const TOO_MANY_FILES = new Set(['EMFILE', 'ENFILE'])

/** The end of a call that nobody waits for any more. */
export function cancelled(cause?: unknown): OperationError {
  return new OperationError('cancelled', 'The call was cancelled.', { cause })
}

/**
 * Turns anything thrown into an OperationError, so that a surface has one case to handle. Where the signal of the call is known, that
 * alone says whether its caller went away: what is thrown then may be anything, and the same thing is a fault while somebody waits.
 */
export function toOperationError(thrown: unknown, signal?: AbortSignal): OperationError {
  const isOurs = thrown instanceof OperationError
  if (isOurs && thrown.code !== 'internal') return thrown
  const isCancelled = signal
    ? signal.aborted
    : thrown instanceof Error && thrown.name === 'AbortError'
  if (isCancelled) return cancelled(thrown)
  if (isOurs) return thrown
  if (TOO_MANY_FILES.has(String((thrown as { code?: unknown } | null | undefined)?.code))) {
    return new OperationError('unavailable', 'The server has too many files open.', {
      hint: 'Try again in a moment; if it persists, the operator should raise the limit of open files (`ulimit -n`).',
      cause: thrown,
    })
  }
  return new OperationError('internal', 'The operation failed unexpectedly.', {
    hint: 'This is a fault of the server, not of your input. Its log holds the cause, under the name of the fault.',
    cause: thrown,
  })
}
