import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AGENT_UPLOAD_MAX_BYTES } from '../../src/chat/files/limits.ts'
import { FINDER_TOOLS } from '../../src/core/select/finder.ts'
import { selectStandard, selectTools, servedOverHttp } from '../../src/core/select/select.ts'
import { MCP_REQUEST_MAX_DEPTH, STDIO_MESSAGE_MAX_BYTES } from '../../src/mcp/limits.ts'
import { offeredToModels } from '../../tools/index.ts'
import { CLI, cleanEnv } from '../support/bellhop.ts'
import { CLIENTS, type McpClient, type Target, type ToolAnswer } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { startPageServer } from '../support/page-server.ts'
import { hexText, pdfOf, text } from '../support/pdf.ts'

const operations = selectStandard(selectTools(await offeredToModels()))

const [node, cli] = CLI
const ARTICLE = `<html lang="en"><head><title>The Lobby</title><meta property="og:title" content="The Lobby">
<meta name="author" content="Ada Porter"></head><body><nav>Home</nav><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article></body></html>`

const FEED = `<rss version="2.0"><channel><title>The Bell</title>${Array.from(
  { length: 25 },
  (_, at) => `<item><title>Call ${at}</title><guid>${at}</guid></item>`,
).join('')}</channel></rss>`
const PDF = {
  headers: { 'content-type': 'application/pdf' },
  body: pdfOf([hexText(72, 700, 'C4E3BAC3CAC0BDE7', 'cjk'), text(72, 700, 'Second page.')]),
}

function target(...args: string[]): Target {
  return { command: node, args: [cli, '--allow-hosts', '127.0.0.1', ...args], env: cleanEnv() }
}

/** What a client of a fresh clone is offered. */
const LISTED = [...servedOverHttp(operations).map(({ name }) => name), ...FINDER_TOOLS]

describe.each(chooseCombinations(CLIENTS, [0, 2]))('%s over stdio', (_, connect) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connect(target())
  })
  afterAll(async () => client.close())

  test('lists the tools and reads a page', async () => {
    await using pages = await startPageServer({ '/a': { body: ARTICLE } })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(LISTED)
    const url = `${pages.origin}/a`
    const article = await client.callTool({ name: 'extract', arguments: { url } })
    expect(article.structuredContent).toMatchObject({ url, title: 'The Lobby' })
    expect(article.content[0]?.text).toContain('A bellhop carries')
    expect(article._meta?.['bellhop/untrusted']).toBe(true)
    const facts = await client.callTool({ name: 'metadata', arguments: { url } })
    expect(facts.structuredContent).toMatchObject({ author: 'Ada Porter', lang: 'en' })
    const card = await client.callTool({ name: 'unfurl', arguments: { url } })
    expect(card.structuredContent).toMatchObject({ title: 'The Lobby' })
  })

  test('reads a feed in parts, and is told what was wrong', async () => {
    await using pages = await startPageServer({
      '/feed': { headers: { 'content-type': 'text/xml' }, body: FEED },
      '/page': { body: '<link rel="alternate" type="application/rss+xml" href="/feed">' },
    })
    const call = async (input: Record<string, unknown>): Promise<ToolAnswer> =>
      client.callTool({ name: 'rss_to_json', arguments: { url: `${pages.origin}/page`, ...input } })
    const first = await call({})
    expect(first.structuredContent).toMatchObject({
      feedType: 'rss',
      itemCount: 20,
      totalItems: 25,
      feedUrl: `${pages.origin}/feed`,
    })
    expect(first.content[0]?.text).toContain('## Call 0')
    expect(first._meta?.['bellhop/untrusted']).toBe(true)
    const cursor = first.structuredContent?.['nextCursor']
    const rest = await call({ cursor })
    expect(rest.structuredContent).toMatchObject({
      itemCount: 5,
      items: [{ title: 'Call 20' }, {}, {}, {}, {}],
    })
    const wrong = await call({ url: `${pages.origin}/none` })
    expect(wrong.isError).toBe(true)
    expect(wrong.content[0]?.text).toMatch(/^upstream_refused: /)
    expect((await call({ since: 'soon' })).content[0]?.text).toMatch(/^invalid_input: /)
  })

  test('reads a PDF page by page', { tags: 'full' }, async () => {
    await using pages = await startPageServer({ '/a.pdf': PDF })
    const url = `${pages.origin}/a.pdf`
    const heard: number[] = []
    const paper = await client.callTool(
      { name: 'pdf_to_markdown', arguments: { url } },
      { onprogress: ({ progress }) => heard.push(progress) },
    )
    expect(paper.structuredContent).toMatchObject({
      url,
      pages: 2,
      markdown: '你好世界\n\nSecond page.',
    })
    expect(paper.content[0]?.text).toContain('Second page.')
    expect(heard.at(-1)).toBe(3)
    const refused = await client.callTool({
      name: 'pdf_to_markdown',
      arguments: { url: `${pages.origin}/none.pdf` },
    })
    expect(refused.isError).toBe(true)
    expect(refused.content[0]?.text).toContain('upstream_refused')
  })

  test('hears of progress and cancels down to the socket', async () => {
    let closed = false
    await using pages = await startPageServer({
      '/drip': {
        body: (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000000' })
          const drip = setInterval(() => response.write('x'.repeat(2_000)), 50)
          response.once('close', () => {
            clearInterval(drip)
            closed = true
          })
        },
      },
    })
    const controller = new AbortController()
    let heard = 0
    const call = client.callTool(
      { name: 'extract', arguments: { url: `${pages.origin}/drip` } },
      {
        signal: controller.signal,
        onprogress: () => {
          heard += 1
        },
      },
    )
    const settled = expect(call).rejects.toThrow()
    await vi.waitFor(() => expect(heard).toBeGreaterThanOrEqual(2))
    controller.abort()
    await settled
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  test('is offered what the command line selects', { tags: 'full' }, async () => {
    const chosen = await connect(target('--tools', 'unfurl', '--read-only'))
    expect((await chosen.listTools()).tools.map(({ name }) => name)).toEqual(['unfurl'])
    await chosen.close()
  })
})

/** A stdio server spoken to line by line. */
function rawServer(...args: string[]) {
  const child = spawn(node, [cli, ...args], { env: cleanEnv(), stdio: ['pipe', 'pipe', 'pipe'] })
  const lines: { id?: number; result?: Record<string, unknown>; error?: unknown }[] = []
  let garbage = ''
  createInterface(child.stdout).on('line', (line) => {
    try {
      lines.push(JSON.parse(line) as (typeof lines)[number])
    } catch {
      garbage += line
    }
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  return {
    child,
    send: (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answer: (id: number) =>
      vi.waitFor(() => {
        const line = lines.find((candidate) => candidate.id === id)
        if (!line) throw new Error(`no answer ${id} yet`)
        return line
      }),
    noise: () => garbage + stderr,
  }
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

test('discover, then initialize on one pipe, as probing hosts do; nothing but JSON-RPC on stdout', async () => {
  const server = rawServer()
  server.send({ id: 0, method: 'server/discover', params: envelope })
  await server.answer(0)
  server.send(initialize)
  expect((await server.answer(1)).result).toMatchObject({ serverInfo: { name: 'bellhop' } })
  server.child.stdin.end()
  const [code] = (await once(server.child, 'exit')) as [number]
  expect(code).toBe(0)
  expect(server.noise()).toBe('')
})

test('--protocol legacy knows 2025 revisions only', async () => {
  const server = rawServer('--protocol', 'legacy')
  server.send(initialize)
  expect((await server.answer(1)).result).toMatchObject({ protocolVersion: '2025-11-25' })
  server.send({ method: 'notifications/initialized' })
  server.send({ id: 2, method: 'server/discover', params: envelope })
  expect((await server.answer(2)).error).toBeDefined()
  server.child.stdin.end()
  await once(server.child, 'exit')
})

describe.each(['auto', 'legacy'])('a message on stdin, with --protocol %s,', (protocol) => {
  test(
    'may be as large as an upload, and what is larger or deeper is answered with an error',
    { tags: 'full' },
    async () => {
      const server = rawServer('--protocol', protocol)
      server.send(initialize)
      await server.answer(1)
      const call = (id: number, data: string) =>
        server.send({
          method: 'tools/call',
          params: { name: 'convert', arguments: { from: 'json', to: 'csv', data } },
          id,
        })
      call(2, 'x'.repeat(Math.ceil((AGENT_UPLOAD_MAX_BYTES * 4) / 3)))
      expect((await server.answer(2)).result).toMatchObject({ isError: true })
      call(3, 'x'.repeat(STDIO_MESSAGE_MAX_BYTES))
      expect((await server.answer(3)).error).toMatchObject({ code: -32_600 })
      server.send({ id: 4, method: 'ping', params: { deep: deepList(MCP_REQUEST_MAX_DEPTH) } })
      expect((await server.answer(4)).error).toMatchObject({ code: -32_600 })
      server.send({ id: 5, method: 'ping' })
      expect((await server.answer(5)).result).toEqual({})
      server.child.stdin.end()
      expect(await once(server.child, 'exit')).toEqual([0, null])
    },
  )
})

function deepList(depth: number): unknown[] {
  return depth === 1 ? [] : [deepList(depth - 1)]
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it properly', async (signal) => {
  const server = rawServer()
  server.send(initialize)
  await server.answer(1)
  const exited = once(server.child, 'exit')
  server.child.kill(signal)
  expect(await exited).toEqual([0, null])
})

test(
  'three servers started at once, one killed early, do not disturb each other',
  { tags: 'full' },
  async () => {
    const servers = [rawServer(), rawServer(), rawServer()]
    servers[2]?.child.kill('SIGKILL')
    for (const server of servers.slice(0, 2)) {
      server.send(initialize)
      expect((await server.answer(1)).result).toBeDefined()
      server.child.stdin.end()
      await once(server.child, 'exit')
    }
  },
)
