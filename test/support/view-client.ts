import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { Services } from '../../src/contract/operation.ts'
import { selectTools } from '../../src/core/select/select.ts'
import { buildServer } from '../../src/mcp/server.ts'
import { chatTools } from '../../tools/chat-tools.ts'
import { operations } from '../../tools/index.ts'
import type { ChatWorld, Person } from './chat-world.ts'

/** Capabilities of a host that shows pages for results (MCP Apps). */
export const SHOWS_VIEWS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}

/** A client of this machine with all tools; by default one that shows pages. */
export async function connectViews(
  services: Services,
  { capabilities = SHOWS_VIEWS, toolPrefix }: { capabilities?: object; toolPrefix?: string } = {},
): Promise<Client> {
  const info = { version: '1', charged: false, limits: async () => [] }
  const server = buildServer(
    { services, info, ...(toolPrefix === undefined ? {} : { toolPrefix }) },
    {
      era: 'legacy',
      caller: undefined,
      isLocal: true,
      operations: selectTools([...operations, ...chatTools]),
    },
  )
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  await client.connect(near)
  return client
}

/** The services of a chat, for which every client is one person. */
export function servicesAs({ services, chat }: ChatWorld, { email, key }: Person): Services {
  const accounts: Services['accounts'] = {
    callerOf: async () => undefined,
    actorOf: async () => chat.signIn({ email, key }, 'test'),
    isAccount: () => true,
    endSession: async () => {},
  }
  return { ...services, accounts }
}
