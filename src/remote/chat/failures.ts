import type { z } from 'zod'
import { type ErrorCode, OperationError } from '../../contract/errors.ts'
import { cleanLine } from '../../lib/text.ts'

/** An answer of the chat API: the envelope with whatever the operation adds. */
export type ChatAnswer = Record<string, unknown>

/** Longest error message of a server that is shown. */
const SAID_MAX_CHARS = 300

/** Longest error code of a server. */
const CODE_MAX_CHARS = 60

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  429: 'rate_limited',
}

const OWNER_HINT =
  'The owner should check --chat and sign in again: bellhop chat login <address of the server>.'

/** Facts about a failure that the specification names (chat spec 4.2, 4.5, 7); anything else stays behind. */
const FACTS = [
  'stream',
  'stream_id',
  'var_name',
  'queue_id',
  'field_name',
  'desc',
  'first_message_id_allowed_to_move',
  'total_messages_in_topic',
  'total_messages_allowed_to_move',
]

/**
 * A failure that the server tells of, with its own code. Its words are shown as a quotation, cleaned and cut:
 * somebody else has written them.
 */
export function refusalOf(
  status: number,
  answer: ChatAnswer,
  retryAfterSeconds: number,
): OperationError {
  const specCode = documentedCodeOf(answer)
  const code = STATUS_CODES[status] ?? (status >= 500 ? 'upstream_failed' : 'invalid_input')
  const said = typeof answer['msg'] === 'string' ? answer['msg'] : ''
  const words = cleanLine(said, SAID_MAX_CHARS).replaceAll('"', "'")
  const hint = hintOf(code, retryAfterSeconds)
  return new OperationError(code, `The chat server refused: "${words}"`, {
    isQuoting: true,
    ...(specCode === undefined ? {} : { specCode }),
    ...(hint === undefined ? {} : { hint }),
    fields: {
      ...factsOf(answer),
      ...(code === 'rate_limited' ? { 'retry-after': retryAfterSeconds } : {}),
    },
  })
}

/** Too many requests; the server was not called again. */
export function tooSoon(retryAfterSeconds: number): OperationError {
  return new OperationError('rate_limited', 'The chat server has asked to wait.', {
    hint: hintOf('rate_limited', retryAfterSeconds) ?? '',
    fields: { 'retry-after': retryAfterSeconds },
  })
}

/** The response is not from the chat API. */
export function noChatServer(status: number): OperationError {
  return new OperationError('upstream_failed', 'The chat server answered in no known form.', {
    hint: `The owner should check that --chat is the address of a chat server, and that it is up.`,
    fields: { status },
  })
}

/** The server does not know the route of an operation. */
export function notThere(name: string, level: number): OperationError {
  return new OperationError('upstream_refused', `The chat server cannot do ${name}.`, {
    hint: `Its feature level is ${level}. Do without, or ask its administrator for a newer release.`,
    fields: { feature_level: level },
  })
}

/** The server is too old. */
export function tooOld(level: number, needed: number): OperationError {
  return new OperationError('upstream_refused', 'The chat server is too old.', {
    hint: `Its feature level is ${level}; ${needed} is needed (Zulip Server 10 or newer).`,
    fields: { feature_level: level },
  })
}

/** The response does not have the operation's shape. */
export function otherShape(name: string, level: number, cause: unknown): OperationError {
  return new OperationError('upstream_failed', `The chat server answered ${name} otherwise.`, {
    hint: `Its feature level is ${level}. Do without this operation there.`,
    fields: { feature_level: level },
    cause,
  })
}

/** A response validated against the needed shape. Throws `upstream_failed` for any other. */
export function readAs<S extends z.ZodType>(schema: S, answer: ChatAnswer): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new OperationError('upstream_failed', 'The chat server answered in another shape.', {
    hint: 'The owner should check that --chat is the address of a chat server.',
    cause: parsed.error,
  })
}

/** The code of an answer, if it can be nothing but one: it is shown outside of the quotation. */
function documentedCodeOf({ code }: ChatAnswer): string | undefined {
  const text = typeof code === 'string' ? cleanLine(code, CODE_MAX_CHARS) : ''
  return /^[A-Z][A-Z0-9_]*$/.test(text) ? text : undefined
}

function hintOf(code: ErrorCode, retryAfterSeconds: number): string | undefined {
  if (code === 'unauthorized') return OWNER_HINT
  if (code === 'rate_limited') return `Wait ${Math.ceil(retryAfterSeconds)} seconds.`
  return undefined
}

function factsOf(answer: ChatAnswer): Record<string, unknown> {
  const facts = FACTS.flatMap((name): [string, unknown][] => {
    const value = answer[name]
    if (typeof value === 'string') return [[name, cleanLine(value, SAID_MAX_CHARS)]]
    return typeof value === 'number' || value === null ? [[name, value]] : []
  })
  return Object.fromEntries(facts)
}
