import { expect, test } from 'vitest'
import { documentToMarkdown } from '../../../tools/web/document-to-markdown.ts'
import { read } from '../../../tools/web/read.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'

const entries = Array.from(
  { length: 200 },
  (_, at) => `<outline text="Harbour ${at} of the north"/>`,
)
const pages: Record<string, Page> = {
  '/feeds.opml': {
    headers: { 'content-type': 'text/x-opml' },
    body: `<opml version="2.0"><head><title>Harbours</title></head><body>${entries.join('')}</body></opml>`,
  },
  '/old.doc': { body: Buffer.from('d0cf11e0a1b11ae10000', 'hex') },
  '/cut.docx': { body: Buffer.from('504b030414000000', 'hex') },
  '/page': { headers: { 'content-type': 'text/html' }, body: '<title>A page</title><p>Words.' },
}
servePagesToCaller(pages)

const readAt = async (path: string, input: object = {}): Promise<Record<string, unknown>> =>
  caller.call(documentToMarkdown, { url: server.origin + path, ...input })

test('a document is given in parts that add up to it', async () => {
  const whole = await readAt('/feeds.opml')
  expect(whole).toMatchObject({ format: 'opml', title: 'Harbours', wordCount: 1000 })
  let text = ''
  let cursor: unknown
  do {
    const part = await readAt('/feeds.opml', {
      maxChars: 1_000,
      ...(cursor === undefined ? {} : { cursor }),
    })
    text += String(part['markdown'])
    cursor = part['nextCursor']
  } while (cursor !== undefined)
  expect(text).toBe(whole['markdown'])
})

test('what is no such document is refused with what to do', async () => {
  await expect(readAt('/old.doc')).rejects.toMatchObject({ code: 'unsupported_content' })
  await expect(readAt('/cut.docx')).rejects.toMatchObject({ code: 'unparsable' })
  await expect(readAt('/page')).rejects.toMatchObject({ code: 'unsupported_content' })
})

test('read takes it as well', async () => {
  const { parts } = (await caller.call(read, { urls: [`${server.origin}/feeds.opml`] })) as {
    parts: Record<string, unknown>[]
  }
  expect(parts[0]).toMatchObject({ kind: 'opml', title: 'Harbours', length: '1,000 words' })
})
