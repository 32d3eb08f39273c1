import type { OpenForeign } from './library.ts'

interface Mastra {
  MCPClient: new (options: object) => {
    listTools(): Promise<
      Record<string, { execute(input: unknown, context: object): Promise<unknown> }>
    >
    disconnect(): Promise<void>
  }
}

/** Put by the library before the name of each tool. */
const PREFIX = 'bellhop_'

/** Opens a connection by `@mastra/mcp`. */
export const openMastra: OpenForeign = async (load, target) => {
  const { MCPClient } = (await load('@mastra/mcp')) as Mastra
  const server =
    'url' in target
      ? { url: new URL(target.url), requestInit: { headers: target.headers } }
      : target
  const client = new MCPClient({ servers: { bellhop: server } })
  const tools = await client.listTools()
  return {
    tools: Object.keys(tools).map((name) => name.replace(PREFIX, '')),
    call: async (name, input) => ({ result: await tools[PREFIX + name]!.execute(input, {}) }),
    close: async () => client.disconnect(),
  }
}
