import { describe, expect, test } from 'vitest'
import { selectOffer, type Selection } from '../../../../src/core/select/select.ts'
import { CLIENTS, type McpClient } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { sampleOperations } from '../../../support/operations.ts'

async function serveSelected(selection: Selection): Promise<HttpServer> {
  const offer = selectOffer(sampleOperations, selection)
  return startHttpServer({ operations: offer.routes, offer })
}

const namesOf = async (client: McpClient) =>
  (await client.listTools()).tools.map(({ name }) => name)

describe.each(CLIENTS)('%s calls a tool that its list leaves out:', (_, connect) => {
  test('it answers to its own name, as call_tool has it', async () => {
    await using server = await serveSelected({})
    const client = await connect({ url: server.mcpUrl, headers: { 'x-mcp-tools': 'sold' } })
    expect(await namesOf(client)).toEqual(['sold'])
    const direct = await client.callTool({ name: 'echo', arguments: { text: 'a' } })
    expect(direct.structuredContent).toEqual({ text: 'aa', caller: null })
    await client.close()
  })

  test('it does not where the operator, or the client itself, has left it out', async () => {
    await using narrow = await serveSelected({ tools: ['sold'] })
    await using wide = await serveSelected({})
    for (const target of [
      { url: narrow.mcpUrl },
      { url: wide.mcpUrl, headers: { 'x-mcp-exclude-tools': 'echo' } },
    ]) {
      const client = await connect(target)
      await expect(client.callTool({ name: 'echo', arguments: { text: 'a' } })).rejects.toThrow(
        'not found',
      )
      await client.close()
    }
  })
})
