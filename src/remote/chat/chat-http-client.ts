import { OperationError } from '../../contract/errors.ts'
import type { OperatorAnswer, OperatorFetch } from '../../contract/net.ts'
import { HOUR_SECONDS } from '../../lib/durations.ts'
import type { Secret } from '../../lib/secret.ts'
import { cleanText } from '../../lib/text.ts'
import type { ChatRequest } from './encode-call.ts'
import { type ChatAnswer, noChatServer, refusalOf, tooSoon } from './failures.ts'
import { CHAT_ANSWER_MAX_BYTES, CHAT_ANSWER_MAX_MS } from './limits.ts'
import { writeMultipart } from './multipart.ts'
import { fromPublicNames } from './public-names.ts'

/** An account at a chat server. */
export interface ChatAccount {
  email: string
  /** API key. */
  key: Secret
}

/** How to reach a chat server. */
export interface ChatHttpClientSettings {
  /** Address of the server, without `/api/v1`. */
  url: string
  fetch: OperatorFetch
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Longest wait for an answer. Default `CHAT_ANSWER_MAX_MS`. */
  answerMaxMs?: number
}

/** How one request is made. */
export interface ClientRequest {
  signal: AbortSignal
  account?: ChatAccount | undefined
  /** Default that of the client. */
  deadlineMs?: number
}

/** A connection to a chat server: one request, one response (chat spec 4.1). Throws the server's errors. */
export type ChatHttpClient = (request: ChatRequest, options: ClientRequest) => Promise<ChatAnswer>

/** Wait after a refusal for too many requests that does not say how long. */
const RETRY_DEFAULT_SECONDS = 10

/** Longest wait that a server may ask for. */
const RETRY_MAX_SECONDS = HOUR_SECONDS

/**
 * Opens a connection to a chat server; nothing is connected before the first request. A server that asks to wait gets no request
 * meanwhile.
 */
export function openChatHttpClient({
  url,
  fetch,
  now,
  answerMaxMs = CHAT_ANSWER_MAX_MS,
}: ChatHttpClientSettings): ChatHttpClient {
  const base = `${url.replace(/\/+$/, '')}/api/v1`
  let heldUntil = 0
  return async (request, { signal, account, deadlineMs = answerMaxMs }) => {
    const heldMs = heldUntil - now()
    if (heldMs > 0) throw tooSoon(heldMs / 1_000)
    const { query, headers, body } = writeFields(request)
    const answer = await fetch(`${base}${request.path}${query}`, {
      signal,
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(account ? { authorization: basicAuth(account) } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      deadlineMs,
      maxBytes: CHAT_ANSWER_MAX_BYTES,
    })
    const said = parse(answer.body)
    if (answer.status === 200 && said?.['result'] === 'success') return said
    const retryAfter = retryAfterSeconds(answer.headers, said)
    if (answer.status === 429) heldUntil = now() + retryAfter * 1_000
    if (said?.['result'] !== 'error') throw strange(answer, retryAfter)
    throw refusalOf(answer.status, said, retryAfter)
  }
}

/** Where the fields of a request go: into the query, a form, or parts beside the file. */
function writeFields({ method, fields, file }: ChatRequest) {
  if (file) {
    const { type, body } = writeMultipart(fields, file)
    return { query: '', headers: { 'content-type': type }, body }
  }
  const text = new URLSearchParams(fields).toString()
  if (method === 'GET') return { query: text && `?${text}`, headers: {}, body: undefined }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { query: '', headers, body: text }
}

/** Whether a failure says that the server does not know a route: by its status, in whatever words. */
export function isUnknownRoute(thrown: unknown): boolean {
  return (
    thrown instanceof OperationError &&
    (thrown.code === 'method_not_allowed' ||
      thrown.fields['status'] === 404 ||
      thrown.fields['status'] === 405)
  )
}

/** A proxy before the server may ask to wait in its own words. */
function strange({ status }: OperatorAnswer, retryAfter: number): OperationError {
  return status === 429 ? tooSoon(retryAfter) : noChatServer(status)
}

function basicAuth({ email, key }: ChatAccount): string {
  return `Basic ${Buffer.from(`${email}:${key.reveal()}`).toString('base64')}`
}

/** The answer in the names of the specification, its strings cleaned; undefined for what is no JSON object. */
function parse(body: Uint8Array): ChatAnswer | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), (key, part: unknown) =>
      fromPublicNames(key, typeof part === 'string' ? cleanText(part) : part),
    )
    return typeof value === 'object' && value !== null ? (value as ChatAnswer) : undefined
  } catch {
    return undefined
  }
}

function retryAfterSeconds(headers: OperatorAnswer['headers'], said: ChatAnswer | undefined) {
  const seconds = Number(headers['retry-after'] ?? said?.['retry-after'] ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds, RETRY_MAX_SECONDS) : RETRY_DEFAULT_SECONDS
}
