import type { OpenForeign } from './library.ts'

interface Adapters {
  MultiServerMCPClient: new (options: object) => {
    getTools(): Promise<Tool[]>
    close(): Promise<void>
  }
}

interface Tool {
  name: string
  invoke(call: object): Promise<{ content: unknown; artifact?: unknown }>
}

/** Opens a connection by `@langchain/mcp-adapters`. */
export const openLangChain: OpenForeign = async (load, target) => {
  const { MultiServerMCPClient } = (await load('@langchain/mcp-adapters')) as Adapters
  const server =
    'url' in target ? { ...target, transport: 'http' } : { ...target, transport: 'stdio' }
  const client = new MultiServerMCPClient({
    mcpServers: { bellhop: server },
    prefixToolNameWithServerName: false,
    throwOnLoadError: true,
  })
  const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]))
  return {
    tools: [...tools.keys()],
    async call(name, input) {
      const call = { type: 'tool_call', id: name, name, args: input }
      const { content, artifact } = await tools.get(name)!.invoke(call)
      return { result: { content, artifact } }
    },
    close: async () => client.close(),
  }
}
