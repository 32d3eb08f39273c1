import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import { CLIENTS } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'

const operations = selectTools(await wholeCatalogue())
const toolsets = new Map<string, string>(operations.map(({ name, toolset }) => [name, toolset]))
const BASE = 'https://tools.example'
const headers = { 'x-mcp-tools': 'read,qr,gas,send_message,get_messages,wallet_status,find_tools' }

let server: HttpServer
let plain: HttpServer
beforeAll(async () => {
  server = await startHttpServer({ operations, iconsAt: () => BASE })
  plain = await startHttpServer({ operations })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await plain[Symbol.asyncDispose]()
})

/** Icons of what a list holds, by name. */
const iconsOf = (listed: readonly { name: string; icons?: unknown }[]) =>
  Object.fromEntries(listed.map(({ name, icons }) => [name, icons]))

test.each(CLIENTS)('%s gets icons by address, of tools and prompts', async (_, connect) => {
  const client = await connect({ url: server.mcpUrl, headers })
  const { tools } = await client.listTools()
  expect(tools.length).toBe(7)
  for (const { name } of tools) {
    const src = `${BASE}/icons/${toolsets.get(name) ?? 'tools'}.svg`
    expect(iconsOf(tools)[name]).toEqual([{ src }])
    const icon = await fetch(src.replace(BASE, server.url))
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await icon.text()).toMatch(/^<svg .*<path d="M[^"]+" .*<\/svg>$/)
  }
  const { prompts } = await client.listPrompts()
  expect(iconsOf(prompts)['catch_up']).toEqual([{ src: `${BASE}/icons/chat.svg` }])
  await client.close()

  const other = await connect({ url: plain.mcpUrl, headers })
  expect(JSON.stringify([await other.listTools(), await other.listPrompts()])).not.toContain(
    'icons',
  )
  await other.close()
})

test.each([
  ['2025-06-18', false],
  ['2025-11-25', true],
])('lists of revision %s have them: %s', async (revision, hasThem) => {
  const response = await fetch(server.mcpUrl, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const text = await response.text()
  expect([text.includes('send_message'), text.includes('"icons"')]).toEqual([true, hasThem])
})

test('there are icons of no other name', async () => {
  for (const name of ['other.svg', 'web', 'constructor.svg', '..%2Fweb.svg', 'web.svg.svg']) {
    expect((await fetch(`${server.url}/icons/${name}`)).status).toBe(404)
  }
})
