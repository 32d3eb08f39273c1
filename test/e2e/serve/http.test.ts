import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedOverHttp } from '../../../src/core/select/select.ts'
import { FEED_MAX_BYTES } from '../../../src/feed/limits.ts'
import { errands } from '../../../tools/index.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { CLIENTS } from '../../support/clients.ts'
import { startPageServer } from '../../support/page-server.ts'
import { pdfOf, text as line } from '../../support/pdf.ts'

const ARTICLE = `<html lang="en"><head><title>The Lobby</title></head><body><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article></body></html>`
const ALLOW = ['--allow-hosts', '127.0.0.1']

/** Reads pages of this machine, and asks for no key. */
let server: Served
beforeAll(async () => {
  server = await serveBellhop(ALLOW)
})
afterAll(async () => server[Symbol.asyncDispose]())

const post = (value: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
})

describe('bellhop serve', () => {
  test('serves every route of the catalogue and describes them', { tags: 'full' }, async () => {
    await using pages = await startPageServer({ '/a': { body: ARTICLE } })
    const url = `${pages.origin}/a`
    for (const path of ['/extract', '/metadata', '/unfurl']) {
      const response = await fetch(server.url + path, post({ url }))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(await response.json()).toMatchObject({ url, title: 'The Lobby' })
    }
    const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      info: object
      servers: object[]
      paths: object
    }
    expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    expect(description.servers).toEqual([{ url: server.url }])
    const utilities = servedOverHttp(await errands()).filter(({ toolOnly }) => !toolOnly)
    expect(Object.keys(description.paths)).toEqual([
      ...utilities.map(({ http }) => http.path),
      '/openapi.json',
      '/mcp',
      '/icons/{name}',
      '/healthz',
      '/readyz',
      '/metrics',
    ])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('bellhop_calls_total')
  })

  test('reads feeds, and answers failures with their status', { tags: 'full' }, async () => {
    const feed =
      '<rss version="2.0"><channel><title>The Bell</title><item><title>Call</title></item></channel></rss>'
    await using pages = await startPageServer({
      '/bell': { headers: { 'content-type': 'text/xml' }, body: feed },
      '/page': { body: ARTICLE },
      '/bomb': { body: gzipSync(Buffer.alloc(FEED_MAX_BYTES + 1)) },
    })
    const call = async (path: string): Promise<{ status: number; body: unknown }> => {
      const response = await fetch(`${server.url}/rss-to-json`, post({ url: pages.origin + path }))
      return { status: response.status, body: await response.json() }
    }
    expect(await call('/bell')).toMatchObject({
      status: 200,
      body: {
        feedType: 'rss',
        title: 'The Bell',
        itemCount: 1,
        items: [{ title: 'Call', published: '' }],
      },
    })
    expect(await call('/page')).toMatchObject({
      status: 422,
      body: { error: { code: 'unsupported_content' } },
    })
    expect(await call('/bomb')).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
    expect(await call('/none')).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_refused' } },
    })
  })

  test('reads a PDF, and says with the right status why it does not', async () => {
    const pdf = (body: Uint8Array | string, status = 200) => ({
      status,
      headers: { 'content-type': 'application/pdf' },
      body,
    })
    await using pages = await startPageServer({
      '/a.pdf': pdf(pdfOf([line(72, 700, 'Two words')])),
      '/scan.pdf': pdf(pdfOf([''])),
      '/fake.pdf': pdf(ARTICLE),
      '/gone.pdf': pdf('', 410),
    })
    const read = async (path: string, input: object = {}) =>
      fetch(`${server.url}/pdf-to-markdown`, post({ url: pages.origin + path, ...input }))
    const answer = await read('/a.pdf')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      url: `${pages.origin}/a.pdf`,
      title: '',
      author: '',
      pages: 1,
      wordCount: 2,
      markdown: 'Two words',
    })
    for (const [path, input, status, code] of [
      ['/a.pdf', { pages: 'x' }, 400, 'invalid_input'],
      ['/a.pdf', { pages: '2' }, 400, 'invalid_input'],
      ['/scan.pdf', {}, 422, 'unsupported_content'],
      ['/fake.pdf', {}, 422, 'unsupported_content'],
      ['/gone.pdf', {}, 502, 'upstream_refused'],
    ] as const) {
      const refused = await read(path, input)
      expect(refused.status).toBe(status)
      expect(await refused.json()).toMatchObject({ error: { code } })
    }
  })

  test(
    'refuses a private address with 400, whatever stands behind it',
    { tags: 'full' },
    async () => {
      verifies('utility:4:3:private', 'utility:4:3:loopback', 'utility:4:3:metadata')
      verifies('utility:7:400:not-public', 'utility:8:public')
      await using pages = await startPageServer({ '/a': { body: ARTICLE } })
      await using strict = await serveBellhop()
      // A server, nothing, and metadata of a cloud are refused in the same words: only what is written counts.
      const bodies = new Set<string>()
      for (const url of [
        `${pages.origin}/a`,
        'http://127.0.0.1:1/',
        'http://169.254.169.254/',
        'http://[::1]/',
        'http://10.0.0.1/',
      ]) {
        const response = await fetch(`${strict.url}/extract`, post({ url }))
        expect(response.status).toBe(400)
        const body = await response.text()
        bodies.add(body.replace(response.headers.get('x-request-id') ?? '', ''))
      }
      expect([...bodies]).toEqual([
        expect.stringContaining('The port of the address is refused.'),
        expect.stringContaining('The address is a private one.'),
      ])
      expect(pages.requests).toHaveLength(0)
    },
  )

  test('answers 400 when url is absent or not an absolute http address', async () => {
    verifies('utility:4:3', 'utility:7:400:absent')
    verifies('utility:4.1:url', 'utility:4.2:url', 'utility:4.3:url', 'utility:4.4:url')
    for (const path of ['/extract', '/metadata', '/unfurl', '/rss-to-json', '/pdf-to-markdown']) {
      for (const body of [{}, { url: 'page.html' }, { url: 'ftp://example.com/' }, { url: 7 }]) {
        const response = await fetch(server.url + path, post(body))
        expect([path, body, response.status]).toEqual([path, body, 400])
      }
    }
  })

  test('a client that goes away ends the fetch', async () => {
    let closed: Promise<unknown> | undefined
    await using pages = await startPageServer({
      '/hang': {
        body: (_request, response) => {
          closed = once(response, 'close')
          response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
        },
      },
    })
    const controller = new AbortController()
    const call = fetch(`${server.url}/extract`, {
      ...post({ url: `${pages.origin}/hang` }),
      signal: controller.signal,
    }).catch(() => {})
    await expect.poll(() => pages.requests.length).toBe(1)
    controller.abort()
    await call
    await closed
  })

  test(
    'with a key file, only its callers are served, and no key is logged',
    { tags: 'full' },
    async () => {
      using dir = tempDir()
      const key = 'canary'.repeat(6)
      const file = join(dir.path, 'keys')
      writeFileSync(file, `alice ${key}\n`)
      await using guarded = await serveBellhop(['--key-file', file, '--log-level', 'debug'])
      expect((await fetch(`${guarded.url}/extract`, post({}))).status).toBe(401)
      const headers = { authorization: `Bearer ${key}` }
      expect((await fetch(`${guarded.url}/extract`, post({}, headers))).status).toBe(400)
      const wrong = { authorization: `Bearer ${key}x` }
      expect((await fetch(`${guarded.url}/mcp`, post({}, wrong))).status).toBe(401)
      expect(guarded.stderr()).not.toContain(key)
    },
  )

  test('behind a public name, documents say that name', { tags: 'full' }, async () => {
    using dir = tempDir()
    const file = join(dir.path, 'keys')
    writeFileSync(file, `alice ${'a'.repeat(32)}\n`)
    // Not written as loopback is, though no other machine reaches it.
    const host = '127.1'
    const guard = ['--allowed-hosts', 'bellhop.example', '--key-file', file]
    await using named = await serveBellhop(['--host', host, ...guard])
    const { port } = new URL(named.url)
    const headers = { host: 'bellhop.example' }
    const request = get({ host: '127.0.0.1', port, path: '/openapi.json', headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(JSON.parse(await text(response))).toMatchObject({
      servers: [{ url: 'https://bellhop.example' }],
    })
  })

  test(
    'ends by SIGTERM with exit code 0 although an event stream is open',
    { tags: 'full' },
    async () => {
      const ending = await serveBellhop()
      const [, connect] = CLIENTS[0] ?? []
      const client = await connect?.({ url: `${ending.url}/mcp` })
      const exited = once(ending.process, 'exit')
      ending.process.kill('SIGTERM')
      expect((await exited)[0]).toBe(0)
      await client?.close().catch(() => {})
      await ending[Symbol.asyncDispose]()
    },
  )
})

describe.each(CLIENTS)('%s against bellhop serve', (_, connect) => {
  test('reads a page', async () => {
    await using pages = await startPageServer({ '/a': { body: ARTICLE } })
    const client = await connect({ url: `${server.url}/mcp` })
    const url = `${pages.origin}/a`
    const article = await client.callTool({ name: 'extract', arguments: { url } })
    expect(article.structuredContent).toMatchObject({ url, title: 'The Lobby' })
    await client.close()
  })
})
