// @module-tag full
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { ask } from '../support/chat-conversation.ts'
import { CLIENTS, type McpClient, resultText } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { wordFiles } from '../support/documents.ts'
import { type Page, type PageServer, startPageServer } from '../support/page-server.ts'
import { uploadTo } from '../support/upload-to.ts'
import { zipOf } from '../support/zip.ts'

const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

/** The document that is read in each place. */
const DOCUMENT = {
  name: 'walks.docx',
  kind: 'docx',
  title: 'Walks',
  bytes: zipOf(
    wordFiles({
      body: [
        paragraph('Harbour', '<w:outlineLvl w:val="0"/>'),
        ...Array.from({ length: 400 }, (_, at) => paragraph(`Walk ${at} along the harbour`)),
        paragraph('Coast', '<w:outlineLvl w:val="0"/>'),
        '<w:tbl><w:tr>',
        ...['Place', 'Tide'].map((text) => `<w:tc>${paragraph(text)}</w:tc>`),
        '</w:tr><w:tr>',
        ...['The lighthouse at last', '4.2'].map((text) => `<w:tc>${paragraph(text)}</w:tc>`),
        '</w:tr></w:tbl>',
      ].join(''),
      more: {
        'docProps/core.xml':
          '<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Walks</dc:title></c:coreProperties>',
      },
    }),
  ),
}
const FOUND = '| The lighthouse at last | 4.2 |'
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
    link = await uploadTo(server, DOCUMENT.name, DOCUMENT.bytes)
    archiveLink = await uploadTo(server, 'a.zip', ARCHIVE)
  })
  afterAll(async () => {
    await overHttp.close()
    await overStdio.close()
    await server[Symbol.asyncDispose]()
    await pages.close()
    dir[Symbol.dispose]()
  })

  /** Reads a part of one document; returns its text, and the cursor of the next part. */
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
    expect(found.text).toContain(FOUND)
    const tool = { name: 'document_to_markdown', arguments: { url, find: 'lighthouse' } }
    const answer = await client.callTool(tool)
    expect(resultText(answer)).toContain(FOUND)
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
