import {
  type Implementation,
  type JSONRPCRequest,
  type Result,
  SERVER_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isRecord } from '../lib/is-record.ts'
import {
  currentRequest,
  isSameTrace,
  requestIdField,
  requestIdFrom,
  type RequestMark,
  serveRequest,
  traceFrom,
} from '../lib/request.ts'

/** What answers the requests of one method. */
export type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * What answers the requests of a server, by method. The SDK checks what its own handlers return against the results that it knows, and
 * lets no extension add to one; this goes round it.
 */
export function handlersOf(low: Server): Map<string, RequestHandler> {
  return Reflect.get(low, '_requestHandlers') as ReturnType<typeof handlersOf>
}

/**
 * Has results of 2026-07-28 name the server by its short form. The SDK puts all that it knows of the server into each, an icon too,
 * which clients are told when they get to know it.
 */
export function signResults(low: Server, short: Implementation): void {
  const whole: unknown = Reflect.get(low, '_serverInfo')
  const discover = Reflect.get(low, '_ondiscover') as () => Result | Promise<Result>
  Reflect.set(low, '_outboundServerInfo', () => short)
  Reflect.set(low, '_ondiscover', async () => {
    const result = await discover.call(low)
    return { ...result, _meta: { ...result._meta, [SERVER_INFO_META_KEY]: whole } }
  })
}

/**
 * Gives requests that came without HTTP an id, as those by HTTP have one, and names it in the data of each error. Their place in a
 * trace is what their client says in `_meta`.
 */
export function markRequests(low: Server): void {
  const handlers = handlersOf(low)
  for (const [method, handle] of handlers) {
    handlers.set(method, async (request, context) =>
      serveRequest(markOf(request), async () => {
        try {
          return await handle(request, context)
        } catch (thrown) {
          throw withRequestId(thrown)
        }
      }),
    )
  }
}

/** Names the request in errors by which the SDK answers by itself, such as that a method is none of this revision. */
export function nameErrors(low: Server): void {
  const connect = low.connect.bind(low)
  low.connect = async (transport) => {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      if ('error' in message) withRequestId(message.error)
      return send(message, options)
    }
    return connect(transport)
  }
}

function markOf({ params }: JSONRPCRequest): RequestMark {
  const mark = currentRequest() ?? { id: requestIdFrom(undefined) }
  const trace = traceFrom(params?._meta?.['traceparent'])
  // The request by HTTP is a part of the same trace where its client named it there too.
  return trace === undefined || isSameTrace(trace, mark.trace) ? mark : { ...mark, trace }
}

function withRequestId(error: unknown): unknown {
  if (!(error instanceof Error || isRecord(error))) return error
  const { data } = error as { data?: unknown }
  if (data !== undefined && !isRecord(data)) return error
  const facts = { ...data, ...requestIdField('requestId') }
  return Object.keys(facts).length === 0 ? error : Object.assign(error, { data: facts })
}
