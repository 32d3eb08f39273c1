import { authenticateClient, type ServerScope, programOf } from '../calls/call-tool.ts'
import { Subscriptions } from './subscriptions.ts'

/**
 * Handles `resources/subscribe` of 2025-era clients. Addresses outside of the chat are accepted too: nothing changes there, and a
 * refusal would reveal which exist.
 */
export function registerSubscriptions(scope: ServerScope): void {
  const { server, deps } = scope
  const kept = scope.client.subscriptions
  const subscriptions =
    kept ??
    new Subscriptions(deps.services.watchChat, (uri) => {
      // A disconnected client is handled where its connection closes.
      server.server.sendResourceUpdated({ uri }).catch(() => {})
    })
  const holder = 'resources/subscribe'
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    await subscriptions.add(holder, uri, async () =>
      authenticateClient(scope, programOf(server, context)),
    )
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscriptions.remove(holder, uri)
    return {}
  })
  if (kept) return
  const { onclose } = server.server
  server.server.onclose = () => {
    onclose?.()
    subscriptions.close()
  }
}
