/**
 * An agent's side of MCP: starts Bellhop on stdio, lists its tools, and calls two of them.
 *
 *     npx node examples/agent.ts                          reads https://example.com/
 *     npx node examples/agent.ts <address> [setting …]    reads another page; settings are those of Bellhop
 */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [address = 'https://example.com/', ...settings] = process.argv.slice(2)

// Outside of this clone: command 'node', args ['/absolute/path/to/bellhop/dist/lib/bellhop.mjs'], once `npm run build` has made that.
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(import.meta.dirname, '../src/cli/bellhop.js'), ...settings],
})
const client = new Client({ name: 'example-agent', version: '1.0.0' })
await client.connect(transport)
try {
  const { tools } = await client.listTools()
  for (const { name, title } of tools) console.log(`${name}: ${title}`)

  const data = 'room,guest\n12,Ada\n14,Grace'
  console.log(await call('convert', { from: 'csv', to: 'markdown', data }))

  // Long pages come in parts: the next one is had with the `nextCursor` of this one.
  console.log(await call('extract', { url: address, maxTokens: 500 }))
} finally {
  await client.close()
}

/** Calls a tool. Returns its text, which is meant for a model; `structuredContent` holds the same as data. */
async function call(name: string, input: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  // A failed call is a result too, with a code, a reason and often a hint: a model can act on it.
  return isError ? `${name} failed: ${text}` : text
}
