// @module-tag full
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMultipart } from '../../src/remote/chat/multipart.ts'
import { ARCHIVE_BOMBS } from '../support/archive-bombs.ts'
import { CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { ask } from '../support/chat-conversation.ts'
import { CLIENTS, type McpClient, resultText } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { type Page, type PageServer, startPageServer } from '../support/page-server.ts'
import { zipOf } from '../support/zip.ts'

const OUTLINE = `<opml version="2.0"><head><title>Walks</title></head><body>
${Array.from({ length: 400 }, (_, at) => `<outline text="Walk ${at} along the harbour"/>`).join('')}
<outline text="The lighthouse at last"/></body></opml>`

/** The document that is read in each place. */
const DOCUMENT = { name: 'walks.opml', bytes: Buffer.from(OUTLINE), kind: 'opml', title: 'Walks' }
const ARCHIVE = zipOf({
  'papers/inner.zip': zipOf({ [DOCUMENT.name]: DOCUMENT.bytes }),
  [DOCUMENT.name]: DOCUMENT.bytes,
})

const [node, cli] = CLI
const KEY = 'key-of-the-operator-for-a-test'
const typed = (body: Uint8Array | string): Page => ({
  headers: { 'content-type': 'application/octet-stream' },
  body,
})

describe.each(chooseCombinations(CLIENTS, [0, 2]))('documents, %s', (_, connect) => {
  const dir = tempDir()
  let server: Served
  let pages: PageServer
  let overHttp: McpClient
  let overStdio: McpClient
  let link = ''
  let archiveLink = ''
  const folder = join(dir.path, 'shared')

  async function upload(name: string, bytes: Uint8Array): Promise<string> {
    const { email, key } = server.owner()
    const authorization = `Basic ${btoa(`${email}:${key}`)}`
    const { type, body } = writeMultipart({}, { name, bytes })
    const post = async (path: string, content: NonNullable<RequestInit['body']>, more = {}) => {
      const init = { method: 'POST', headers: { authorization, ...more }, body: content }
      return (await (await fetch(`${server.url}/api/v1${path}`, init)).json()) as { url: string }
    }
    const { url } = await post('/user_uploads', Buffer.from(body), { 'content-type': type })
    const said = { type: 'stream', to: 'general', topic: 'files', content: `[it](${url})` }
    expect(await post('/messages', new URLSearchParams(said))).toMatchObject({ result: 'success' })
    return url
  }

  beforeAll(async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, DOCUMENT.name), DOCUMENT.bytes)
    writeFileSync(join(folder, 'a.zip'), ARCHIVE)
    writeFileSync(join(dir.path, 'secret.txt'), 'secret')
    symlinkSync('../secret.txt', join(folder, 'link.txt'))
    writeFileSync(join(dir.path, 'keys'), `reader ${KEY} allow-hosts\n`)
    pages = await startPageServer({
      [`/${DOCUMENT.name}`]: typed(DOCUMENT.bytes),
      '/a.zip': typed(ARCHIVE),
    })
    const flags = ['--allow-hosts', '127.0.0.1', '--toolsets', 'all']
    const data = join(dir.path, 'data')
    server = await serveBellhop([
      '--data-dir',
      data,
      '--key-file',
      join(dir.path, 'keys'),
      ...flags,
    ])
    overHttp = await connect({
      url: `${server.url}/mcp`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    const own = ['--data-dir', join(dir.path, 'own'), '--read-roots', folder, ...flags]
    overStdio = await connect({ command: node, args: [cli, ...own], env: cleanEnv() })
    await ask(overHttp, 'get_own_user')
    link = await upload(DOCUMENT.name, DOCUMENT.bytes)
    archiveLink = await upload('a.zip', ARCHIVE)
  })
  afterAll(async () => {
    await overHttp.close()
    await overStdio.close()
    await server[Symbol.asyncDispose]()
    await pages.close()
    dir[Symbol.dispose]()
  })

  /** What is read at one address, and the cursor of what follows. */
  async function partOf(client: McpClient, url: string, more = {}) {
    const answer = await client.callTool({ name: 'read', arguments: { urls: [url], ...more } })
    const text = resultText(answer)
    expect(answer.isError, text).toBeFalsy()
    return { text, cursor: /with cursor "([\d.]+)"\.\]$/.exec(text)?.[1] }
  }

  /** Each place, by whom it is read there. */
  const PLACES: readonly (readonly [string, () => McpClient, () => string])[] = [
    ['at an address, over HTTP', () => overHttp, () => `${pages.origin}/${DOCUMENT.name}`],
    ['at an address, over stdio', () => overStdio, () => `${pages.origin}/${DOCUMENT.name}`],
    ['in a zip, over HTTP', () => overHttp, () => `${pages.origin}/a.zip!/${DOCUMENT.name}`],
    [
      'in a zip in a zip, over stdio',
      () => overStdio,
      () => `${pages.origin}/a.zip!/papers/inner.zip!/${DOCUMENT.name}`,
    ],
    ['of the chat', () => overHttp, () => link],
    ['in a zip of the chat', () => overHttp, () => `${archiveLink}!/${DOCUMENT.name}`],
    ['of the chat, by its address', () => overHttp, () => `${server.url}${link}`],
    ['on this machine', () => overStdio, () => join(folder, DOCUMENT.name)],
    ['on this machine, by its address', () => overStdio, () => `file://${folder}/${DOCUMENT.name}`],
    ['in a zip on this machine', () => overStdio, () => `${folder}/a.zip!/${DOCUMENT.name}`],
  ]

  test.each(PLACES)('one is read %s: whole, in parts, and by its words', async (_where, by, at) => {
    const [client, url] = [by(), at()]
    const part = await partOf(client, url, { maxChars: 1_000 })
    expect(part.text).toContain(`[${DOCUMENT.title} · `)
    expect(part.text).toContain(` · ${DOCUMENT.kind} · `)
    expect(part.text).toContain('Walk 3 along the harbour')
    const next = await partOf(client, url, { maxChars: 1_000, cursor: part.cursor })
    expect(next.text).toContain('along the harbour')
    expect(next.text).not.toContain('Walk 3 along')
    const found = await partOf(client, url, { find: 'lighthouse' })
    expect(found.text).toContain('The lighthouse at last')
    const tool = { name: 'document_to_markdown', arguments: { url, find: 'lighthouse' } }
    const answer = await client.callTool(tool)
    expect(resultText(answer)).toContain('The lighthouse at last')
  })

  test('files of this machine are read over stdio alone, and below the roots', async () => {
    const path = join(folder, DOCUMENT.name)
    for (const url of [
      path,
      `file://${path}`,
      `${folder}/a.zip!/${DOCUMENT.name}`,
      '~/x',
      folder,
    ]) {
      for (const tool of ['read', 'extract', 'pdf_to_markdown']) {
        const args = tool === 'read' ? { urls: [url] } : { url }
        const refused = await overHttp.callTool({ name: tool, arguments: args })
        expect(refused.isError).toBe(true)
        expect(resultText(refused)).toMatch(/^invalid_input: url: expected the address/)
      }
      for (const route of ['/extract', '/document-to-markdown']) {
        const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify({ url }) }
        expect((await fetch(`${server.url}${route}`, init)).status).toBe(400)
      }
    }
    expect((await partOf(overStdio, folder)).text).toContain(`${DOCUMENT.name} (`)
    for (const url of [join(dir.path, 'secret.txt'), join(folder, 'link.txt'), '/etc/passwd']) {
      const refused = await overStdio.callTool({ name: 'read', arguments: { urls: [url] } })
      expect(resultText(refused)).toMatch(/^(?:url_not_allowed|not_found)[^]*--read-roots/)
    }
  })
})

const deep = (count: number, name: string) =>
  `<opml><body>${`<${name} text="x">`.repeat(count)}${`</${name}>`.repeat(count)}</body></opml>`

/** Outlines that do harm where they are read without bounds. */
const OUTLINES: Readonly<Record<string, (trap: string) => string>> = {
  'nested 100,000 deep': () => deep(100_000, 'outline'),
  'with a million entries': () =>
    `<opml><body>${'<outline text="a"/>'.repeat(1_000_000)}</body></opml>`,
  'that never ends': () => `<opml><body>${'<outline text="a">'.repeat(200_000)}`,
  'with one attribute of 20 MB': () =>
    `<opml><body><outline text="${'x'.repeat(20_000_000)}"/></body></opml>`,
  'with 100,000 attributes': () =>
    `<opml><body><outline ${Array.from({ length: 100_000 }, (_, at) => `a${at}="x"`).join(' ')} text="a"/></body></opml>`,
  'with a billion laughs': () =>
    `<!DOCTYPE opml [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><opml><body><outline text="&a29;"/></body></opml>`,
  'with an entity that holds itself': () =>
    '<!DOCTYPE opml [<!ENTITY a "&b;"><!ENTITY b "&a;">]><opml><body><outline text="&a;"/></body></opml>',
  'with a file as an entity': () =>
    '<!DOCTYPE opml [<!ENTITY a SYSTEM "file:///etc/passwd">]><opml><body><outline text="root&a;"/></body></opml>',
  'with an address as an entity': (trap) =>
    `<!DOCTYPE opml [<!ENTITY a SYSTEM "${trap}">]><opml><body><outline text="x&a;"/></body></opml>`,
  'with a DTD elsewhere': (trap) =>
    `<!DOCTYPE opml SYSTEM "${trap}"><opml><body><outline text="x"/></body></opml>`,
  'with a stylesheet and an inclusion': (trap) =>
    `<?xml-stylesheet href="${trap}"?><opml xmlns:xi="http://www.w3.org/2001/XInclude"><body><xi:include href="${trap}"/><outline text="x" xmlUrl="${trap}"/></body></opml>`,
  'of nothing but its head': () => '<opml>',
  'with a name that is a script': () =>
    '<opml><body><outline text="&lt;script&gt;x&lt;/script&gt;" url="javascript:x"/></body></opml>',
  'with letters that nobody sees': () =>
    `<opml><body><outline text="${'\u202e\u200b'.repeat(50_000)}x"/></body></opml>`,
  'in no encoding': () =>
    '<?xml version="1.0" encoding="x-none"?><opml><body><outline text="x"/></body></opml>',
}

describe('hostile documents, through the whole server', () => {
  let server: Served
  let pages: PageServer
  let client: McpClient
  const served: Record<string, Page> = {}
  const hostile = Object.keys(OUTLINES)

  beforeAll(async () => {
    const [[, connect] = []] = chooseCombinations(CLIENTS, [2])
    pages = await startPageServer(served)
    served['/good.opml'] = typed(
      '<opml><head><title>Good</title></head><body><outline text="Good"/></body></opml>',
    )
    server = await serveBellhop(['--allow-hosts', '127.0.0.1'])
    client = await connect!({ url: `${server.url}/mcp` })
  })
  afterAll(async () => {
    await client.close()
    await server[Symbol.asyncDispose]()
    await pages.close()
  })

  const read = async (path: string) =>
    client.callTool({
      name: 'read',
      arguments: { urls: [`${pages.origin}${path}`], maxChars: 2_000 },
    })

  /** Others are served, and nothing was fetched but what was asked for. */
  async function requireUnharmed(paths: readonly string[]): Promise<void> {
    const good = await read('/good.opml')
    expect(resultText(good)).toContain('Good')
    const others = pages.requests
      .map(({ path }) => path)
      .filter((path) => ![...paths, '/good.opml'].includes(path))
    expect(others.filter((path) => !path.includes('!/'))).toEqual([])
    pages.requests.length = 0
  }

  test('are many', () => {
    expect(2 * ARCHIVE_BOMBS.length + hostile.length).toBeGreaterThanOrEqual(40)
  })

  test.each(ARCHIVE_BOMBS)('%s', async (_, make, path, code) => {
    served['/a.zip'] = typed(make())
    const listed = await read('/a.zip')
    expect(resultText(listed).length).toBeLessThan(5_000)
    expect(resultText(listed)).toMatch(/^(?:\[a\.zip · |too_large|unparsable|unsupported_content)/)
    const answer = await read(`/a.zip!/${path}`)
    expect(answer.isError).toBe(true)
    expect(resultText(answer).slice(0, code.length)).toBe(code)
    await requireUnharmed(['/a.zip'])
  })

  test.each(hostile)('an outline %s', async (what) => {
    const body = OUTLINES[what]!(`${pages.origin}/trap`)
    served['/a.opml'] = typed(body)
    served['/b.zip'] = typed(zipOf({ 'a.opml': body }))
    for (const path of ['/a.opml', '/b.zip!/a.opml']) {
      const answer = await read(path)
      const text = resultText(answer)
      expect(text.length).toBeLessThan(6_000)
      expect(text).not.toMatch(/root:|hahaha.{1000}|(?<!\\)<script|javascript:|\u202e/)
      expect(text).toMatch(/^(?:\[|(?:too_large|unparsable|unsupported_content): .+\n.)/)
    }
    await requireUnharmed(['/a.opml', '/b.zip'])
  })
})
