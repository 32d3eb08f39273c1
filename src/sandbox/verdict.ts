import { errorTable, OperationError } from '../contract/errors.ts'
import { overShare } from '../contract/rate-limited.ts'
import type { JobReply } from './wire.ts'

/** What ended a job instead of a result. */
export type JobEnd =
  | 'deadline'
  | 'memory'
  | 'crowded'
  | 'exit'
  | 'oversize'
  | 'malformed'
  | 'unread'

const CODES: ReadonlySet<string> = new Set(errorTable.map((row) => row.code))

/** Load errors of Node: our own installation is broken, whatever the document was. */
const INSTALLATION_CODES = new Set(['ERR_MODULE_NOT_FOUND', 'ERR_ACCESS_DENIED'])

/** Seconds after which a principal whose jobs waited may try again. */
const RETRY_SECONDS = 5

/** Why there is no room where all parsers together reach what they may take. */
export const TOO_MUCH_MEMORY = 'its parsers need too much memory together'

const UNPARSABLE_HINT =
  'The document is too complex or damaged for this server. Do not repeat the call; try another ' +
  'address for the same content (a print or mobile version, a feed, the source of a quotation).'

/** The error for a job that a limit or its own exit ended; the reason is only in the cause. */
export function endedJob(end: JobEnd, detail: string): OperationError {
  if (end === 'crowded') return noRoom(TOO_MUCH_MEMORY)
  if (end === 'unread') return noRoom('its copy of the document is lost', new Error(detail))
  return new OperationError('unparsable', 'The document could not be parsed within the limits.', {
    hint: UNPARSABLE_HINT,
    cause: new Error(`sandbox ended the job: ${end}: ${detail}`),
  })
}

/** The value of a reply, or the error it carries: the job's own OperationError, else `unparsable`. */
export function settleReply(reply: JobReply): unknown {
  if (reply.kind === 'value') return reply.value
  const cause = new Error(`in the sandbox: ${reply.reason}`)
  if (reply.kind === 'threw') {
    if (INSTALLATION_CODES.has(reply.errorCode)) {
      throw new OperationError('internal', 'The parser could not be loaded.', {
        hint: 'This is a fault of the server, not of your input. Its log holds the cause.',
        cause,
      })
    }
    throw new OperationError('unparsable', 'The document could not be parsed.', {
      hint: UNPARSABLE_HINT,
      cause,
    })
  }
  const { code, message, hint, fields } = reply.error
  if (!CODES.has(code)) throw endedJob('malformed', `error code ${code}`)
  throw new OperationError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    fields,
    cause,
  })
}

/** The error for a job whose caller went away. */
export function cancelledJob(signal: AbortSignal): OperationError {
  return new OperationError('cancelled', 'The call was cancelled.', { cause: signal.reason })
}

/** The error for a job that this server has no room for now. */
export function noRoom(detail: string, cause?: unknown): OperationError {
  return new OperationError('unavailable', `The server is busy: ${detail}.`, {
    hint: 'Try again in a few seconds.',
    cause,
  })
}

/** Reason of the end of a child that took too long to become ready. */
export const NOT_READY = 'not ready in time'

/** A child that never became ready. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  /** True when the executable itself is unsuitable, false when the machine may have been too busy. */
  readonly conclusive: boolean

  constructor(message: string, conclusive: boolean) {
    super(message)
    this.conclusive = conclusive
  }

  /** Whether it only took too long, as children do on a machine that is too busy. */
  get isLate(): boolean {
    return this.message === NOT_READY
  }
}

/** The error where no parser starts: but for a machine that is too busy, a fault of the installation, its settings or what the system allows. */
export function noStart(cause: unknown): OperationError {
  if (cause instanceof StartFailure && cause.isLate)
    return noRoom('no parser started in time', cause)
  return new OperationError('internal', 'This server cannot start a parser.', {
    hint:
      'This is a fault of the server, not of your input, and no load that passes. Its log holds the cause, and `bellhop doctor` ' +
      'tells its operator what is missing.',
    cause,
  })
}

/** The error for a job that waited too long while other jobs of the same principal ran. */
export function waitedForOwn(): OperationError {
  return overShare('your other documents take all its time', RETRY_SECONDS)
}

/** The error for an input over the cap; `isolated` false when a thread keeps the cap low. */
export function inputTooLarge(bytes: number, maxBytes: number, isolated: boolean): OperationError {
  return new OperationError('too_large', `The document is too large to parse (${bytes} bytes).`, {
    hint: isolated
      ? `At most ${maxBytes} bytes can be parsed; try a smaller document.`
      : `At most ${maxBytes} bytes can be parsed without a Node executable; its operator can install Node on PATH.`,
    fields: { bytes, maxBytes },
  })
}
