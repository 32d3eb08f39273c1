import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

/** What the transport asks of every client. */
const BOTH = `${JSON_TYPE}, ${STREAM_TYPE}`

/** Serves a request, or an answer of ours in the place of what it holds. */
type Serve = (request: Request, instead?: JSONRPCMessage) => Promise<Response>

/** What the transport answers a question of the server for a client that takes no stream, and so never sees it. */
const UNASKED = { code: -32_601, message: 'The client takes JSON only, and cannot be asked.' }

/**
 * Serves a POST in a form that its Accept header allows. Proxies accept everything, and simple clients say nothing or name only
 * what they can read: who names no stream gets one JSON text, or a stream
 * where it takes any form and something comes before the answer. The answers to several messages are a list.
 */
export async function serveAccepted(
  request: Request,
  isBatch: boolean,
  serve: Serve,
): Promise<Response> {
  const accept = request.headers.get('accept') ?? ''
  const [takesJson, takesStream] = [JSON_TYPE, STREAM_TYPE].map((type) => accept.includes(type))
  if (takesJson && takesStream) return serve(request)
  const accepted = withAccept(request, BOTH)
  const response = await serve(accepted)
  const isStream = response.headers.get('content-type')?.startsWith(STREAM_TYPE)
  if (takesStream || !isStream || !response.body) return response
  const [read, kept] = takesJson ? [response.body, undefined] : response.body.tee()
  const answers: unknown[] = []
  for await (const message of messagesIn(read)) {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) answers.push(message)
    else if (kept) return new Response(kept, response)
    else if (isJSONRPCRequest(message)) {
      await serve(accepted, { jsonrpc: '2.0', id: message.id, error: UNASKED })
    }
  }
  void kept?.cancel()
  const session = response.headers.get('mcp-session-id')
  const headers = session === null ? {} : { 'mcp-session-id': session }
  if (answers.length === 0) return new Response(null, { status: 202, headers })
  return Response.json(isBatch ? answers : answers[0], { headers })
}

/** A GET whose Accept header rules out no stream, with one that asks for it. */
export function askingForStream(request: Request): Request {
  const accept = request.headers.get('accept') ?? '*/*'
  return accept.includes('*/*') ? withAccept(request, STREAM_TYPE) : request
}

/** A request without its body, which has been read, and with another Accept header. */
function withAccept({ url, method, headers, signal }: Request, accept: string): Request {
  const changed = new Headers(headers)
  changed.set('accept', accept)
  return new Request(url, { method, headers: changed, signal })
}

/**
 * Reads an event stream.
 * @yields each of its messages, parsed
 */
async function* messagesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.+)$/m.exec(event)?.[1]
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } finally {
    // What is kept of a stream is read later: this reader's end waits for it.
    void reader.cancel().catch(() => {})
  }
}
