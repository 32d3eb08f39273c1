import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../lib/is-record.ts'
import { endOfString, isJsonDeeperThan } from '../../lib/json-depth.ts'
import { requestIdField } from '../../lib/request.ts'
import { MCP_BATCH_MAX_COUNT, MCP_REQUEST_MAX_DEPTH } from '../limits.ts'
import { RequestIdScan } from './request-id-scan.ts'

/** Why something that a client sent is no message. */
export interface Refusal {
  code: number
  reason: string
  /** JSON text of the id that the refusal names; undefined where nobody waits for one: it was an answer. */
  id: string | undefined
}

/** What a client sent at once. */
export interface Sent {
  messages: JSONRPCMessage[]
  refusals: Refusal[]
  /** Whether it is a batch, whose answers belong together. */
  isBatch: boolean
}

/**
 * Reads what a client sent, by whatever transport: one message, or several in a list or one after another. Takes what clients are
 * known to send besides JSON-RPC: byte order marks, null for what is left out, messages without a version. Everything
 * else is in `refusals`, so that nothing is dropped without a word.
 */
export function readMessages(text: string): Sent {
  const sent: Sent = { messages: [], refusals: [], isBatch: false }
  if (isJsonDeeperThan(MCP_REQUEST_MAX_DEPTH, text)) {
    sent.refusals.push(invalidMessage('The request is nested too deep', idIn(text)))
    return sent
  }
  const whole = text.trim()
  const value = parsed(whole)
  const pieces =
    value === undefined
      ? piecesOf(whole).map((piece) => ({ value: parsed(piece), text: piece }))
      : [{ value, text: whole }]
  const values = pieces.flatMap((piece) =>
    Array.isArray(piece.value) && piece.value.length > 0
      ? piece.value.map((one: unknown) => ({ value: one, text: JSON.stringify(one) }))
      : piece,
  )
  sent.isBatch = values.length > 1 || Array.isArray(value)
  if (values.length > MCP_BATCH_MAX_COUNT) {
    sent.refusals.push(invalidMessage(`More than ${MCP_BATCH_MAX_COUNT} messages at once`))
    return sent
  }
  for (const one of values) {
    const read = readMessage(one)
    if ('reason' in read) sent.refusals.push(read)
    else sent.messages.push(read)
  }
  return sent
}

/** The answer to what is no message, as JSON text. */
export function refusalText({ code, reason, id = 'null' }: Refusal): string {
  const facts = requestIdField('requestId')
  const data = Object.keys(facts).length === 0 ? {} : { data: facts }
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message: reason, ...data })}}`
}

/** The refusal of something that is no message, and that has the id if any could be read. */
export function invalidMessage(reason: string, id = 'null'): Refusal {
  return { code: ProtocolErrorCode.InvalidRequest, reason, id }
}

/** The id in the text of a message, as it was written. */
function idIn(text: string): string | undefined {
  const scan = new RequestIdScan()
  scan.push(Buffer.from(text))
  return scan.id
}

function readMessage({ value, text }: { value: unknown; text: string }): JSONRPCMessage | Refusal {
  if (value === undefined) {
    return { code: ProtocolErrorCode.ParseError, reason: 'Parse error: no JSON', id: 'null' }
  }
  if (!isRecord(value)) return invalidMessage('A message is a JSON object')
  value['jsonrpc'] ??= '2.0'
  const { id, method } = value
  if (method === undefined && ('result' in value || 'error' in value)) {
    if (isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value)) return value
    return { ...invalidMessage('This answer is none of JSON-RPC'), id: undefined }
  }
  dropNulls(value)
  const isNotification = typeof method === 'string' && method.startsWith('notifications/')
  if (id === null && isNotification) delete value['id']
  if (!mendArguments(value)) return invalidMessage('arguments has to be an object', idIn(text))
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value)) return value
  return invalidMessage(problemOf(value), idIn(text))
}

/** Fault of a request. */
function problemOf({ jsonrpc, id, method, params }: Record<string, unknown>): string {
  if (jsonrpc !== '2.0') return 'jsonrpc has to be "2.0"'
  if (typeof method !== 'string') return 'method has to be text'
  if (params !== undefined && !isRecord(params)) return 'params has to be an object'
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  return id === undefined || isId
    ? 'This is no message of JSON-RPC'
    : `id has to be text or a whole number of at most ${Number.MAX_SAFE_INTEGER}`
}

/** What a tool and a user are given: there, null may mean something. */
const KEPT = new Set(['arguments', 'inputResponses'])

/** Many clients write out null for what they leave out. */
function dropNulls(object: Record<string, unknown>): void {
  const { params } = object
  if (params === null) delete object['params']
  else if (isRecord(params)) dropWithin(params)
}

function dropWithin(object: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(object)) {
    if (value === null) delete object[name]
    else if (isRecord(value) && !KEPT.has(name)) dropWithin(value)
  }
}

/** Id of the request that a message cancels. */
export function cancelledId(message: unknown): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') {
    return undefined
  }
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** Takes arguments that are text of JSON, and an empty list or text for none. Returns whether they are an object then. */
function mendArguments({ params }: Record<string, unknown>): boolean {
  if (!isRecord(params) || params['arguments'] === undefined) return true
  const written = params['arguments']
  const isText = typeof written === 'string' && !isJsonDeeperThan(MCP_REQUEST_MAX_DEPTH, written)
  const given = isText && written !== '' ? parsed(written) : written
  const isNone = given === '' || (Array.isArray(given) && given.length === 0)
  params['arguments'] = isNone ? {} : given
  return isRecord(params['arguments'])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

/** A text in objects and lists of JSON, and what stands between them; byte order marks are blanks here. Linear. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let depth = 0
  const cut = (end: number) => {
    const piece = text.slice(start, end).trim()
    if (piece !== '') pieces.push(piece)
    start = end
  }
  for (let at = 0; at < text.length && pieces.length <= MCP_BATCH_MAX_COUNT; at += 1) {
    const char = text.charAt(at)
    if (char === '"' && depth > 0) {
      at = endOfString(text, at)
      if (at === -1) break
    } else if (OPENING.has(char)) {
      if (depth === 0) cut(at)
      depth += 1
    } else if (CLOSING.has(char) && depth > 0) {
      depth -= 1
      if (depth === 0) cut(at + 1)
    }
  }
  cut(text.length)
  return pieces
}
