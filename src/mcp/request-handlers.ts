import type { JSONRPCRequest, Result, Server, ServerContext } from '@modelcontextprotocol/server'

/** What answers the requests of one method. */
export type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * What answers the requests of a server, by method. The SDK checks what its own handlers return against the results that it knows, and
 * lets no extension add to one; this goes round it.
 */
export function handlersOf(low: Server): Map<string, RequestHandler> {
  return Reflect.get(low, '_requestHandlers') as ReturnType<typeof handlersOf>
}
