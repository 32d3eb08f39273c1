import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { authenticateClient } from './calls/call-tool.ts'
import type { ServedClient, ServerDeps } from './server-parts.ts'
import { buildServer } from './server.ts'
import { openListeningTransport } from './sessions/listening-transport.ts'
import { StdioTransport } from './sessions/stdio-transport.ts'
import { Subscriptions } from './sessions/subscriptions.ts'

/** How the stdio server speaks: by what the client opens with, or 2025 revisions only. */
export type StdioProtocol = 'auto' | 'legacy'

/** Serves MCP on stdin and stdout until the client closes stdin or the signal aborts; resolves then. */
export async function serveOnStdio(
  deps: ServerDeps,
  offered: Pick<ServedClient, 'operations' | 'readable' | 'finder'>,
  protocol: StdioProtocol,
  stop: AbortSignal,
): Promise<void> {
  const { log } = deps.services
  const stopped = new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
  // Some hosts leave a pipe that does not keep the event loop alive.
  const alive = setInterval(() => {}, 2 ** 30)
  const client = { caller: undefined, isLocal: true, session: randomUUID(), ...offered }
  let instance: McpServer | undefined
  const build = (era: 'legacy' | 'modern') => (instance = buildServer(deps, { era, ...client }))
  const subscriptions = new Subscriptions(deps.services.watchChat, (uri) => {
    instance?.server.sendResourceUpdated({ uri }).catch(() => {})
  })
  const onerror = ({ message }: Error) => log.warn({ cause: message }, 'stdio connection')
  try {
    if (protocol === 'legacy') {
      const server = build('legacy')
      server.server.onerror = onerror
      const transport = new StdioTransport()
      await server.connect(transport)
      await Promise.race([transport.closed, stopped])
      await server.close()
    } else {
      const transport = openListeningTransport({
        subscriptions,
        account: async (program) =>
          authenticateClient({ deps, client: { era: 'modern', ...client } }, program),
        async follow(...listening) {
          const { makeFollowTasks } = await import('./tasks/follow-tasks.ts')
          return makeFollowTasks({ deps, client: { era: 'modern', ...client } })(...listening)
        },
      })
      const handle = serveStdio(({ era }) => build(era), { onerror, transport })
      await Promise.race([transport.closed, stopped])
      await handle.close()
    }
  } finally {
    await deps.tasks?.close()
    subscriptions.close()
    clearInterval(alive)
  }
}
