import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { AnyOperation, Services } from '../../src/contract/operation.ts'
import { buildServer } from '../../src/mcp/server.ts'

/** What a tool answered. */
export interface ToolAnswer {
  isError: boolean
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
  result: Record<string, any>
  /** Facts of a failed call. */
  error: Record<string, unknown>
}

/** Calls a tool. */
export type AskTool = (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>

/** Connects an MCP client of this machine, which checks results by the schemas that it was shown. */
export async function connectTools(
  services: Services,
  operations: readonly AnyOperation[],
): Promise<AskTool> {
  const info = { version: '1', charged: false, limits: async () => [] }
  const server = buildServer(
    { services, info },
    { era: 'legacy', caller: undefined, isLocal: true, operations },
  )
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  await client.listTools()
  return async (name, input = {}) => {
    const answer = await client.callTool({ name, arguments: input })
    const [block] = answer.content as { text?: string }[]
    return {
      isError: answer.isError === true,
      text: block?.text ?? '',
      result: (answer.structuredContent ?? {}) as ToolAnswer['result'],
      error: (answer._meta?.['bellhop/error'] ?? {}) as ToolAnswer['error'],
    }
  }
}
