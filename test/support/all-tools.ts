import { type Served, serveBellhop } from './bellhop.ts'
import { CLIENTS, type McpClient } from './clients.ts'

const [, connect] = CLIENTS.at(-1)!

/** A server with every tool, and clients of it. */
export interface AllTools extends AsyncDisposable {
  server: Served
  /** Calls as the owner of the chat. */
  agent: McpClient
  /** Connects one more, without an account. */
  connectNobody(): Promise<McpClient>
}

/** Starts a server that offers every tool and refuses no call for their number. */
export async function serveAllTools(): Promise<AllTools> {
  const stack = new AsyncDisposableStack()
  const flags = ['--toolsets', 'all', '--chat-rate-limits', 'off', '--rate-limits', 'off']
  const server = stack.use(await serveBellhop(flags))
  const join = async (headers: Record<string, string> = {}) => {
    const client = await connect({ url: `${server.url}/mcp`, headers })
    stack.defer(async () => client.close())
    return client
  }
  return {
    server,
    agent: await join({ authorization: `Bearer ${server.owner().key}` }),
    connectNobody: async () => join(),
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  }
}
