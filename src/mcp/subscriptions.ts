import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SUBSCRIPTION_URI_MAX_CHARS, SUBSCRIPTIONS_MAX_COUNT } from './limits.ts'

/**
 * Answers `resources/subscribe` of 2025-era clients. Any address is accepted: none of today's
 * resources changes, and a refusal would tell which addresses exist.
 */
export function registerSubscriptions(server: McpServer): void {
  const subscribed = new Set<string>()
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    refuseExcess([...subscribed, params.uri])
    subscribed.add(params.uri)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri)
    return {}
  })
}

/** Throws a ProtocolError for more or longer addresses than one client may subscribe to. */
export function refuseExcess(uris: readonly string[]): void {
  if (uris.length > SUBSCRIPTIONS_MAX_COUNT) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Too many subscriptions.')
  }
  if (uris.some((uri) => uri.length > SUBSCRIPTION_URI_MAX_CHARS)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The address is too long.')
  }
}
