import type { OpenForeign } from './library.ts'

interface Mcp {
  createMCPClient(options: { transport: unknown }): Promise<{
    tools(): Promise<
      Record<string, { execute(input: unknown, options: object): Promise<CallResult> }>
    >
    close(): Promise<void>
  }>
}

interface CallResult {
  structuredContent?: unknown
}

interface Stdio {
  Experimental_StdioMCPTransport: new (server: object) => unknown
}

/** Opens a connection by `@ai-sdk/mcp`. */
export const openAiSdk: OpenForeign = async (load, target) => {
  const { createMCPClient } = (await load('@ai-sdk/mcp')) as Mcp
  const { Experimental_StdioMCPTransport: Stdio } = (await load('@ai-sdk/mcp/mcp-stdio')) as Stdio
  const transport = 'url' in target ? { type: 'http', ...target } : new Stdio(target)
  const client = await createMCPClient({ transport })
  const tools = await client.tools()
  return {
    tools: Object.keys(tools),
    async call(name, input) {
      const result = await tools[name]!.execute(input, { toolCallId: name, messages: [] })
      return { result, structured: result.structuredContent }
    },
    close: async () => client.close(),
  }
}
