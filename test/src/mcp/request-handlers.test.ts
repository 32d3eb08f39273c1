import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { startHttpServer } from '../../support/http-server.ts'
import { sampleOperations } from '../../support/operations.ts'

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

test('a client of 2026 is told the icon when it gets to know the server, and not by each result', async () => {
  await using server = await startHttpServer({ operations: sampleOperations })
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.mcpUrl)))
  expect(client.getServerVersion()).toMatchObject({
    name: 'bellhop',
    icons: [{ mimeType: 'image/svg+xml' }],
  })
  const { _meta } = await client.callTool({ name: 'echo', arguments: { text: 'a' } })
  expect(_meta?.[SERVER_INFO]).toEqual({
    name: 'bellhop',
    title: 'Bellhop',
    version: expect.any(String),
  })
  await client.close()
})
