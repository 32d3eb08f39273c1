// @module-tag full
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, cleanEnv, tempDir } from '../../support/bellhop.ts'
import { CLIENTS, type McpClient, resultText, type ToolAnswer } from '../../support/clients.ts'
import { startPageServer } from '../../support/page-server.ts'

const [node, cli] = CLI

/** The link of an answer. */
const linkOf = ({ content }: ToolAnswer) =>
  content.find(({ type }) => type === 'resource_link') as
    | { uri: string; annotations?: unknown; size?: number }
    | undefined

describe.each(CLIENTS)('%s over stdio finds what answers leave out', (_, connect) => {
  const dir = tempDir()
  const folder = join(dir.path, 'pictures')
  let client: McpClient
  beforeAll(async () => {
    mkdirSync(folder)
    const flags = ['--data-dir', join(dir.path, 'data'), '--write-roots', folder]
    const args = [cli, ...flags, '--allow-hosts', '127.0.0.1']
    client = await connect({ command: node, args, env: cleanEnv() })
  })
  afterAll(async () => {
    await client.close()
    dir[Symbol.dispose]()
  })

  test('a picture in a file', async () => {
    const args = { text: 'https://example.com/', to: join(folder, 'code') }
    const answer = await client.callTool({ name: 'qr', arguments: args })
    expect(answer.content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
    const bytes = readFileSync(fileURLToPath(linkOf(answer)?.uri ?? ''))
    expect([bytes.subarray(1, 4).toString(), bytes.length]).toEqual(['PNG', linkOf(answer)?.size])
    const again = await client.callTool({
      name: 'qr',
      arguments: { ...args, to: join(folder, 'code.png') },
    })
    expect(resultText(again)).toContain('There is a file of that name.')
  })

  test('a picture, and any file, in the chat', async () => {
    const drawn = await client.callTool({ name: 'qr', arguments: { text: 'a', to: 'chat' } })
    const file = { filename: 'notes.txt', text: 'Wie geht’s?' }
    const stored = await client.callTool({ name: 'upload_file', arguments: file })
    const [picture, notes] = await Promise.all(
      [drawn, stored].map(async (answer) => {
        const { contents } = await client.readResource({ uri: linkOf(answer)?.uri ?? '' })
        return contents[0] as unknown as { mimeType: string; blob: string }
      }),
    )
    expect(picture?.mimeType).toBe('image/png')
    expect(Buffer.from(notes?.blob ?? '', 'base64').toString()).toBe('Wie geht’s?')
    await expect(client.readResource({ uri: 'chat://file/2/none/x.png' })).rejects.toThrow(
      /not found/i,
    )
  })

  test('the rest of a long document, for people', async () => {
    const words = Array.from({ length: 6_000 }, (__, at) => `w${at}`)
    const body = `<html><title>Long</title><article>${words
      .map((word, at) => (at % 60 === 0 ? `</p><p>${word}` : word))
      .join(' ')}</p></article></html>`
    await using pages = await startPageServer({ '/long': { body } })
    const url = `${pages.origin}/long`
    const part = await client.callTool({ name: 'read', arguments: { urls: [url] } })
    const link = linkOf(part)
    expect(link?.annotations).toEqual({ audience: ['user'] })
    const { contents } = await client.readResource({ uri: link?.uri ?? '' })
    const seen = `${resultText(part)} ${contents[0]?.text}`.match(/\bw\d+\b/g) ?? []
    expect(new Set(seen).size).toBe(words.length)
    expect(seen.length).toBe(words.length)
    const short = { urls: [url], maxChars: 1_000_000 }
    expect(linkOf(await client.callTool({ name: 'read', arguments: short }))).toBeUndefined()
  })
})
