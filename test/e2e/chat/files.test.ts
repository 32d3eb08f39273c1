// @module-tag full
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMultipart } from '../../../src/remote/chat/multipart.ts'
import {
  bellhop,
  CLI,
  cleanEnv,
  type Served,
  serveBellhop,
  tempDir,
} from '../../support/bellhop.ts'
import { accountWithKey } from '../../support/chat-arrangements.ts'
import { ask } from '../../support/chat-conversation.ts'
import { PNG } from '../../support/chat-uploads.ts'
import { CLIENTS, type McpClient, resultText } from '../../support/clients.ts'
import { chooseCombinations } from '../../support/combinations.ts'
import { databaseSettings } from '../../support/database.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'

const [node, cli] = CLI
const KEY = 'key-of-the-operator-for-a-test'
const REPORT = pdfOf([paragraph(72, 700, ['The walnut harvest was better than last year.'])])
const LONG = Array.from({ length: 60 }, (_, n) => `Line ${n} of a long text about walnuts.`).join(
  '\n\n',
)

describe.each(chooseCombinations(CLIENTS, [2]))('files that a person posts, %s', (_, connect) => {
  const dir = tempDir()
  const away = tempDir()
  let server: Served
  let other: PageServer
  /** In the private channel. */
  let reader: McpClient
  let stranger: McpClient
  /** A process of its own on the same store, with another instance to call. */
  let local: McpClient
  /** Another machine whose chat is this one, by an account that is in the private channel. */
  let remote: McpClient

  const api = async (
    path: string,
    body: URLSearchParams | Uint8Array<ArrayBuffer>,
    { method = 'POST', type = 'application/x-www-form-urlencoded' } = {},
  ) => {
    const { email, key } = server.owner()
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}`, 'content-type': type }
    const init: RequestInit = { method, headers, body }
    const response = await fetch(`${server.url}/api/v1${path}`, init)
    const answer = (await response.json()) as Record<string, unknown>
    expect(answer).toMatchObject({ result: 'success' })
    return answer
  }

  /** Takes accounts into the private channel, or out of it; without any, the person. */
  const membership = async (method: 'POST' | 'DELETE', ...ids: readonly number[]) => {
    const name = 'secret'
    const fields = { subscriptions: JSON.stringify(method === 'POST' ? [{ name }] : [name]) }
    const principals = ids.length === 0 ? {} : { principals: JSON.stringify(ids) }
    const body = new URLSearchParams({ ...fields, ...principals, invite_only: 'true' })
    await api('/users/me/subscriptions', body, { method })
  }

  /** Uploads a file and posts its link; returns the link as an agent finds it in the message. */
  async function post(name: string, content: string | Uint8Array, to = 'secret'): Promise<string> {
    const { type, body } = writeMultipart({}, { name, bytes: Buffer.from(content) })
    const { url } = await api('/user_uploads', Buffer.from(body), { type })
    const text = `Look: [${name}](${String(url)})`
    await api(
      '/messages',
      new URLSearchParams({ type: 'stream', to, topic: 'files', content: text }),
    )
    const asker = to === 'secret' ? reader : local
    const { messages } = await ask(asker, 'get_messages', { channel: to, limit: 1 })
    return /\]\((.*)\)/.exec(messages[0])?.[1] ?? ''
  }

  async function failure(client: McpClient, name: string, url: string, input = {}) {
    const { isError, content } = await client.callTool({ name, arguments: { url, ...input } })
    expect(isError).toBe(true)
    return content[0]?.text
  }

  beforeAll(async () => {
    const keyFile = join(dir.path, 'keys')
    writeFileSync(keyFile, `reader ${KEY}\nstranger ${KEY}-2\n`)
    server = await serveBellhop(['--data-dir', dir.path, '--key-file', keyFile])
    other = await startPageServer({})
    const at = (key: string) => ({
      url: `${server.url}/mcp`,
      headers: { authorization: `Bearer ${key}` },
    })
    reader = await connect(at(KEY))
    stranger = await connect(at(`${KEY}-2`))
    const flags = ['--remote', other.origin, '--place', 'web=there']
    local = await connect({
      command: node,
      args: [cli, '--data-dir', dir.path, ...flags],
      env: cleanEnv(await databaseSettings(dir.path)),
    })
    const ada = await accountWithKey(dir.path, 'ada')
    remote = await connect({
      command: node,
      args: [cli, '--data-dir', away.path, '--chat', server.url],
      env: cleanEnv({ BELLHOP_CHAT_EMAIL: ada.email, BELLHOP_CHAT_KEY: ada.key }),
    })
    const own = await Promise.all([reader, remote].map(async (one) => ask(one, 'get_own_user')))
    await membership('POST')
    await membership('POST', ...own.map(({ id }) => Number(id)))
    await ask(stranger, 'get_own_user')
  })
  afterAll(async () => {
    for (const client of [reader, stranger, local, remote]) await client.close()
    await server[Symbol.asyncDispose]()
    await other.close()
    for (const one of [dir, away]) one[Symbol.dispose]()
  })

  test('a PDF is read by the link in its message, by whoever may see it', async () => {
    const link = await post('report.pdf', REPORT)
    expect(link).toMatch(/^\/user_uploads\//)
    const path = link.replace('/user_uploads/', '')
    for (const url of [link, server.url + link, `chat://file/${path}`]) {
      expect(await ask(reader, 'pdf_to_markdown', { url })).toMatchObject({
        url: server.url + link,
        pages: 1,
        markdown: 'The walnut harvest was better than last year.',
      })
    }
    expect(await ask(remote, 'pdf_to_markdown', { url: link })).toMatchObject({
      url: server.url + link,
      markdown: 'The walnut harvest was better than last year.',
    })
    const hidden = await failure(stranger, 'pdf_to_markdown', link)
    expect(hidden).toMatch(/^not_found: File not found\./)
    expect(await failure(local, 'pdf_to_markdown', link)).toBe(hidden)
    for (const client of [reader, stranger, local, remote]) {
      expect(await failure(client, 'pdf_to_markdown', '/user_uploads/1/none/report.pdf')).toBe(
        hidden,
      )
    }
    expect(other.requests).toEqual([])
  })

  test('one call reads several, each by who may see it, and tells no other instance of them', async () => {
    const links = [
      await post('report.pdf', REPORT),
      await post('a.png', PNG),
      await post('long.txt', LONG),
    ]
    const missing = '/user_uploads/1/none/report.pdf'
    const inChannel = 'chat://channel/secret/topic/files'
    const urls = [...links, missing, inChannel]
    for (const client of [reader, remote]) {
      const answer = await client.callTool({ name: 'read', arguments: { urls } })
      const { content } = answer
      expect(resultText(answer).split(/^(?=\[\d of 5 · )/m)).toEqual([
        expect.stringMatching(/ · pdf · .*\n\nThe walnut harvest was better than last year\./),
        expect.stringMatching(/ · image · .* pixels/),
        expect.stringMatching(/ · text · .*Line 0 of/s),
        expect.stringContaining('not_found: File not found.'),
        expect.stringMatching(/ · chat · .*report\.pdf/s),
      ])
      expect(content.map(({ type }) => type)).toEqual(['text', 'image'])
    }
    for (const client of [stranger, local]) {
      const answer = await client.callTool({ name: 'read', arguments: { urls: links } })
      const { content } = answer
      expect(resultText(answer).match(/not_found: File not found\./g)).toHaveLength(3)
      expect(content.map(({ type }) => type)).toEqual(['text'])
    }
    const read = async (args: object) =>
      resultText(await reader.callTool({ name: 'read', arguments: { urls: links[2], ...args } }))
    const found = await read({ find: 'line 42' })
    expect(found).toContain('[1 matching part')
    const [, cursor] = /cursor "([\d.]+)"/.exec(found) ?? []
    expect(await read({ cursor })).toContain('Line 42 of')
    const { id } = await ask(reader, 'get_own_user')
    await membership('DELETE', Number(id))
    try {
      const again = await reader.callTool({ name: 'read', arguments: { urls: links[2], cursor } })
      expect(again.content[0]?.text).toMatch(/^not_found/)
    } finally {
      await membership('POST', Number(id))
    }
    expect(other.requests).toEqual([])
  })

  test('text, Markdown and pages are read too, and for pictures the answer is as it was', async () => {
    const page =
      '<!doctype html><title>Nuts</title><article><h1>Nuts</h1><p>Walnuts are nuts.</p></article>'
    const files = [
      ['a.txt', 'Walnuts are nuts.', 'Walnuts are nuts.'],
      ['a.md', '# Nuts\n\n*Walnuts* are nuts.\n', '*Walnuts* are nuts.'],
      ['a.html', page, 'Walnuts are nuts.'],
      ['a.json', '{"walnuts":"nuts"}', '"walnuts"'],
    ] as const
    for (const [name, content, expected] of files) {
      const url = await post(name, content)
      expect((await ask(reader, 'extract', { url }))['markdown']).toContain(expected)
    }
    const picture = await post('a.png', PNG)
    expect(await failure(reader, 'extract', picture)).toMatch(
      /^unsupported_content: .*\nThis is an image/,
    )
    const leading = await post(
      'b.html',
      '<meta http-equiv=refresh content="0;url=https://a.example/">',
    )
    expect(await failure(reader, 'extract', leading)).toMatch(
      /^unsupported_content: The file only leads/,
    )
  })

  test('the routes take no such links', async () => {
    const link = await post('report.pdf', REPORT)
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const urls = [link, server.url + link, link.replace('/user_uploads', 'chat://file')]
    for (const route of ['extract', 'pdf-to-markdown', 'metadata', 'unfurl', 'rss-to-json']) {
      for (const url of urls) {
        const body = JSON.stringify({ url })
        const answer = await fetch(`${server.url}/${route}`, { method: 'POST', headers, body })
        expect([route, url, answer.status]).toEqual([route, url, 400])
      }
    }
  })

  test('who may no longer see a file gets no further part of it either', async () => {
    const url = await post('long.txt', LONG)
    const first = await ask(reader, 'extract', { url, maxChars: 600 })
    const more = { url, maxChars: 600, cursor: first['nextCursor'] }
    expect((await ask(reader, 'extract', more))['markdown']).toContain('walnuts')
    const { id } = await ask(reader, 'get_own_user')
    await membership('DELETE', Number(id))
    try {
      const { cursor } = more
      expect(await failure(reader, 'extract', url, { maxChars: 600, cursor })).toMatch(/^not_found/)
    } finally {
      await membership('POST', Number(id))
    }
  })

  test('the command line reads what is posted where everybody is', async () => {
    const url = await post('a.txt', 'Walnuts for everybody.', 'general')
    const { code, stdout } = await bellhop(['call', 'extract', url, '--data-dir', dir.path])
    expect(JSON.parse(stdout)).toMatchObject({
      markdown: expect.stringContaining('Walnuts for everybody.'),
    })
    expect(code).toBe(0)
  })
})
