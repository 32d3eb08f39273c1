import type { OpenForeign } from './library.ts'

interface Agents {
  MCPServerStdio: new (options: object) => Server
  MCPServerStreamableHttp: new (options: object) => Server
  RunContext: new () => unknown
  getAllMcpTools(options: object): Promise<Tool[]>
}

interface Server {
  connect(): Promise<void>
  close(): Promise<void>
}

interface Tool {
  name: string
  invoke(context: unknown, input: string): Promise<unknown>
}

/** Longer than the waits of the tests; the default is five seconds. */
const ANSWER_MAX_SECONDS = 60

/** Opens a connection by `@openai/agents`. */
export const openOpenAiAgents: OpenForeign = async (load, target) => {
  const { MCPServerStdio, MCPServerStreamableHttp, RunContext, getAllMcpTools } = (await load(
    '@openai/agents',
  )) as Agents
  const patience = { clientSessionTimeoutSeconds: ANSWER_MAX_SECONDS }
  const server =
    'url' in target
      ? new MCPServerStreamableHttp({
          ...patience,
          url: target.url,
          requestInit: { headers: target.headers },
        })
      : new MCPServerStdio({ ...patience, ...target })
  await server.connect()
  const runContext = new RunContext()
  const found = await getAllMcpTools({ mcpServers: [server], runContext, agent: { name: 'tests' } })
  const tools = new Map(found.map((tool) => [tool.name, tool]))
  return {
    tools: [...tools.keys()],
    call: async (name, input) => ({
      result: await tools.get(name)!.invoke(runContext, JSON.stringify(input)),
    }),
    close: async () => server.close(),
  }
}
