import {
  type Implementation,
  type JSONRPCRequest,
  type Result,
  SERVER_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

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
