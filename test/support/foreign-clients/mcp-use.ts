import type { OpenForeign } from './library.ts'

interface McpUse {
  MCPClient: new (config: object) => {
    createSession(name: string): Promise<Session>
    closeAllSessions(): Promise<void>
  }
}

interface Session {
  listTools(): Promise<{ name: string }[]>
  callTool(name: string, input: object): Promise<{ structuredContent?: unknown }>
}

/** Opens a connection by `mcp-use`. */
export const openMcpUse: OpenForeign = async (load, target) => {
  const { MCPClient } = (await load('mcp-use/client')) as McpUse
  const client = new MCPClient({ mcpServers: { bellhop: target } })
  const session = await client.createSession('bellhop')
  const tools = await session.listTools()
  return {
    tools: tools.map(({ name }) => name),
    async call(name, input) {
      const result = await session.callTool(name, input)
      return { result, structured: result.structuredContent }
    },
    close: async () => client.closeAllSessions(),
  }
}
