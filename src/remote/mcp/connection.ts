import { OperationError } from '../../contract/errors.ts'
import type { OperatorAnswer, OperatorFetch } from '../../contract/net.ts'
import { isRecord } from '../../lib/is-record.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { VERSION } from '../../lib/version.ts'

/** Revision of the protocol that is spoken; servers of older ones answer with theirs. */
const PROTOCOL_VERSION = '2025-11-25'

/** Longest wait for a session. */
const OPEN_MAX_MS = 10_000

/** Longest answer, with everything that a stream of it holds. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024

/** Levels of a message. */
const MESSAGE_MAX_DEPTH = 64

/** The answer to one request: what HTTP says, and the message where there is one. */
export interface RpcAnswer extends Pick<OperatorAnswer, 'status' | 'headers'> {
  /** The answer as JSON, whether it is a message or not; of a stream, the message that answers the request. */
  json: unknown
  result: Record<string, unknown> | undefined
  error: Record<string, unknown> | undefined
}

/** How one request is sent. */
export interface RpcOptions {
  signal: AbortSignal
  /** Time for the whole request. */
  deadlineMs: number
  headers?: Readonly<Record<string, string>>
}

/** An MCP server over streamable HTTP, in the revisions with sessions. */
export interface McpConnection {
  /** Address of the server. */
  readonly url: string
  /** Sends one request; a session that the server has forgotten is opened anew. Throws what `OperatorFetch` throws. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: RpcOptions,
  ): Promise<RpcAnswer>
}

/** What a server wants to be repeated with each request. */
type SessionHeaders = Readonly<Record<string, string>>

/** Connects to a server that the operator has named. Nothing is dialled before the first request. */
export function openMcpConnection(url: string, fetch: OperatorFetch): McpConnection {
  let session: Promise<SessionHeaders> | undefined
  let lastId = 0

  async function post(message: object, options: RpcOptions): Promise<OperatorAnswer> {
    const { signal, deadlineMs, headers } = options
    return fetch(url, {
      signal,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      deadlineMs,
      maxBytes: ANSWER_MAX_BYTES,
    })
  }

  async function send(method: string, params: object, options: RpcOptions): Promise<RpcAnswer> {
    lastId += 1
    const id = lastId
    return readAnswer(await post({ id, method, params }, options), id)
  }

  /** No caller's signal ends what others wait for too. */
  async function open(): Promise<SessionHeaders> {
    const options = { signal: AbortSignal.timeout(OPEN_MAX_MS), deadlineMs: OPEN_MAX_MS }
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'bellhop', version: VERSION },
    }
    const { status, headers, result } = await send('initialize', params, options)
    const version = String(result?.['protocolVersion'])
    if (!/^\d{4}-\d\d-\d\d$/.test(version)) throw noServer(status)
    const id = headers['mcp-session-id']
    const own = {
      'mcp-protocol-version': version,
      ...(id === undefined ? {} : { 'mcp-session-id': id }),
    }
    await post({ method: 'notifications/initialized' }, { ...options, headers: own })
    return own
  }

  async function sessionOf(): Promise<SessionHeaders> {
    session ??= open()
    const opening = session
    try {
      return await opening
    } catch (thrown) {
      if (session === opening) session = undefined
      throw thrown
    }
  }

  return {
    url,
    async request(method, params, options) {
      const send1 = async (own: SessionHeaders) =>
        send(method, params, { ...options, headers: { ...options.headers, ...own } })
      const own = await sessionOf()
      const answer = await send1(own)
      // So servers say that they know the session no longer, and have done nothing.
      if (answer.status !== 404 || own['mcp-session-id'] === undefined) return answer
      session = undefined
      return send1(await sessionOf())
    },
  }
}

function readAnswer({ status, headers, body }: OperatorAnswer, id: number): RpcAnswer {
  const text = new TextDecoder().decode(body)
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  const json = isStream ? messageOfStream(text, id) : parse(text)
  const isAnswer = isRecord(json) && json['id'] === id
  return {
    status,
    headers,
    json,
    result: isAnswer && isRecord(json['result']) ? json['result'] : undefined,
    error: isRecord(json) && isRecord(json['error']) ? json['error'] : undefined,
  }
}

/** The message of a stream of events that answers a request; what else the server says on it is for nobody here. */
function messageOfStream(text: string, id: number): unknown {
  for (const event of text.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length))
      .join('\n')
    const message = parse(data)
    if (isRecord(message) && message['id'] === id && !('method' in message)) return message
  }
  return undefined
}

function parse(text: string): unknown {
  if (isJsonDeeperThan(MESSAGE_MAX_DEPTH, text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function noServer(status: number): OperationError {
  return new OperationError('upstream_failed', 'No MCP server answers there.', {
    hint: 'The owner should check --remote-mcp: the address of the endpoint itself, often with /mcp.',
    fields: { status },
  })
}
