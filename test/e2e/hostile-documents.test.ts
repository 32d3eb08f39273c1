// @module-tag full
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ARCHIVE_BOMBS } from '../support/archive-bombs.ts'
import { type Served, serveBellhop } from '../support/bellhop.ts'
import { CLIENTS, type McpClient, resultText } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { listenOn } from '../support/document-site.ts'
import { wordFiles } from '../support/documents.ts'
import {
  type HostileDocument,
  READ_OR_REFUSED,
} from '../support/hostile-documents/hostile-document.ts'
import { HOSTILE_SHEETS } from '../support/hostile-documents/sheets.ts'
import { HOSTILE_SLIDES } from '../support/hostile-documents/slides.ts'
import { HOSTILE_SMALL_TEXTS } from '../support/hostile-documents/small-texts.ts'
import { HOSTILE_TEXTS } from '../support/hostile-documents/texts.ts'
import { HOSTILE_WORD } from '../support/hostile-documents/word.ts'
import { type Page, type PageServer, startPageServer } from '../support/page-server.ts'
import { uploadTo } from '../support/upload-to.ts'
import { zipOf } from '../support/zip.ts'

const OFFICE: readonly HostileDocument[] = [...HOSTILE_WORD, ...HOSTILE_SHEETS, ...HOSTILE_SLIDES]
const HOSTILE = [...OFFICE, ...HOSTILE_TEXTS, ...HOSTILE_SMALL_TEXTS]

/** What no answer may hold: a file of the machine, grown entities, markup that runs, letters that nobody sees. */
const HARM = /root:|(?:ha){500}|(?<!\\)<script|\u202e/
/** On a busy machine the time for one document may be over first. */
const OUT_OF_TIME =
  /^unparsable: The document could not be (?:parsed within the limits|read in the time)/
const ANSWER_MAX_CHARS = 6_000
const GOOD = zipOf(wordFiles({ body: '<w:p><w:r><w:t>Good</w:t></w:r></w:p>' }))

const typed = (body: Uint8Array | string): Page => ({
  headers: { 'content-type': 'application/octet-stream' },
  body,
})

describe('hostile documents, through the whole server', () => {
  let server: Served
  let pages: PageServer
  let client: McpClient
  let other: McpClient
  let trap: { server: Server; port: number }
  let trapped = 0
  const served: Record<string, Page> = { '/good.docx': typed(GOOD) }

  beforeAll(async () => {
    const [[, connect] = [], [, connectOther] = []] = chooseCombinations(CLIENTS, [2, 0])
    pages = await startPageServer(served)
    trap = await listenOn(
      createServer((socket) => {
        trapped += 1
        socket.destroy()
      }),
    )
    server = await serveBellhop(['--allow-hosts', '127.0.0.1', '--toolsets', 'all'])
    const { email, key } = server.owner()
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
    client = await connect!({ url: `${server.url}/mcp`, headers })
    other = await connectOther!({ url: `${server.url}/mcp` })
  })
  afterAll(async () => {
    await client.close()
    await other.close()
    await server[Symbol.asyncDispose]()
    await pages.close()
    trap.server.close()
  })

  const read = async (address: string, reader = client) =>
    reader.callTool({ name: 'read', arguments: { urls: [address], maxChars: 2_000 } })

  /** Reads something hostile while another caller reads something good, and sees that nothing else was asked for. */
  async function readBeside(address: string) {
    pages.requests.length = 0
    const [answer, good] = await Promise.all([
      read(address),
      read(`${pages.origin}/good.docx`, other),
    ])
    expect(resultText(good)).toContain('Good')
    const hostile = address.replace(/!\/.*$/, '').replace(pages.origin, '')
    const paths = pages.requests.map(({ path }) => path).filter((path) => !path.includes('!/'))
    expect(paths.filter((path) => path !== hostile && path !== '/good.docx')).toEqual([])
    expect(trapped).toBe(0)
    const text = resultText(answer)
    expect(text.length).toBeLessThan(ANSWER_MAX_CHARS)
    expect(text).not.toMatch(HARM)
    return { answer, text }
  }

  const madeFor = ([, , make]: HostileDocument): Buffer =>
    Buffer.from(make(`http://127.0.0.1:${trap.port}/trap`))

  test('are many', () => {
    expect(OFFICE.length).toBeGreaterThanOrEqual(40)
    expect(new Set(HOSTILE.map(([what, name]) => `${name} ${what}`)).size).toBe(HOSTILE.length)
  })

  test.each(HOSTILE.map((document) => [document[1], document[0], document] as const))(
    '%s: %s',
    async (name, _, document) => {
      served[`/${name}`] = typed(madeFor(document))
      const { answer, text } = await readBeside(`${pages.origin}/${name}`)
      expect(text).toMatch(OUT_OF_TIME.test(text) ? READ_OR_REFUSED : document[3])
      expect(answer.isError ?? false).toBe(!text.startsWith('['))
    },
  )

  test('posted in the chat, and packed, do no more harm', async () => {
    const some = HOSTILE.filter((_, index) => index % 9 === 0)
    for (const document of some) {
      const [what, name, , expected] = document
      const bytes = madeFor(document)
      const link = await uploadTo(server, name, bytes)
      served['/b.zip'] = typed(zipOf({ [name]: bytes }))
      for (const address of [link, `${pages.origin}/b.zip!/${name}`]) {
        const { text } = await readBeside(address)
        const wanted = OUT_OF_TIME.test(text) ? READ_OR_REFUSED : expected
        expect(text, `${name}: ${what}, ${address}`).toMatch(wanted)
      }
    }
  })

  test.each(ARCHIVE_BOMBS)('an archive with %s', async (_, make, path, code) => {
    served['/a.zip'] = typed(make())
    const listed = await readBeside(`${pages.origin}/a.zip`)
    expect(listed.text).toMatch(/^(?:\[a\.zip · |too_large|unparsable|unsupported_content)/)
    const { answer, text } = await readBeside(`${pages.origin}/a.zip!/${path}`)
    expect(answer.isError).toBe(true)
    expect(text.slice(0, code.length)).toBe(code)
  })

  test('none was asked for, where asking is counted', async () => {
    await read(`http://127.0.0.1:${trap.port}/trap`)
    expect(trapped).toBe(1)
  })
})
