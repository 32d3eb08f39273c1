import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Progress, Services } from '../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { runOperation } from '../../../src/core/run/run.ts'
import { PDF_BODY_MAX_BYTES } from '../../../src/pdf/limits.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createLocalFetch } from '../../support/local-fetch.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { bookDocument } from '../../support/pdf-rows.ts'
import { hexText, paragraph, pdfOf, text } from '../../support/pdf.ts'

const encrypted = readFileSync(join(import.meta.dirname, '../../fixtures/pdf/encrypted.pdf'))
const served = (body: Uint8Array | string, contentType = 'application/pdf'): Page => ({
  headers: { 'content-type': contentType },
  body,
})
const sentences = (mark: string): string =>
  Array.from({ length: 8 }, (_, index) =>
    paragraph(72, 780 - index * 60, [
      `${mark}${index} The tide comes in twice a day, and the boats wait for it in the old harbour.`,
      'Nobody has ever seen it come in a third time, though many have waited for it to.',
    ]),
  ).join('')
const long = pdfOf(['a', 'b', 'c', 'd'].map(sentences))

const pages: Record<string, Page> = {
  '/tides.pdf': served(
    pdfOf([text(72, 780, 'How tides turn', 'bold', 18) + text(72, 740, 'Twice a day.')], {
      title: 'Tides',
      author: 'Ada Porter',
    }),
  ),
  '/moved': { status: 302, headers: { location: '/tides.pdf' }, body: '' },
  '/untyped': served(pdfOf([text(72, 700, 'Still a PDF.')]), 'application/octet-stream'),
  '/chinese.pdf': served(pdfOf([hexText(72, 700, 'C4E3BAC3CAC0BDE7', 'cjk')])),
  '/long.pdf': served(long),
  '/book.pdf': served(bookDocument(12)),
  '/library.pdf': served(bookDocument(900)),
  // A web page of this size would not be fetched.
  '/large.pdf': served(
    Buffer.concat([pdfOf([text(72, 700, 'Large.')]), Buffer.alloc(6_000_000, '\n')]),
  ),
  '/mixed.pdf': served(pdfOf([text(72, 700, 'Words.'), ''])),
  '/scan.pdf': served(pdfOf(['0 0 500 800 re f\n'])),
  '/encrypted.pdf': served(encrypted),
  '/cut.pdf': served(long.subarray(0, 400)),
  '/fake.pdf': served('<!doctype html><title>Log in</title><p>secret-words</p>'),
  '/image.pdf': served(Buffer.from('89504e470d0a1a0a0000', 'hex')),
  '/empty.pdf': served(''),
  '/huge.pdf': {
    body: (_request, response) => {
      response.writeHead(200, { 'content-length': String(PDF_BODY_MAX_BYTES + 1) })
      response.write('%PDF-1.7')
    },
  },
  '/hang.pdf': { body: (_request, response) => void response.writeHead(200).write('%PDF-1.7') },
  '/missing.pdf': { ...served('%PDF-1.7'), status: 404 },
  '/broken.pdf': { status: 500, body: '' },
  '/wall.pdf': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' },
}

servePagesToCaller(pages)

const read = async (path: string, input: object = {}): Promise<Record<string, unknown>> =>
  caller.call(pdfToMarkdown, { url: server.origin + path, ...input })

const readWith = async (services: Partial<Services>, path: string): Promise<unknown> =>
  runOperation(
    pdfToMarkdown,
    { url: server.origin + path },
    {
      services: { ...caller.services, ...services },
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      signal: new AbortController().signal,
      progress: () => {},
    },
  )

describe('the result', () => {
  test(
    'is the text of the document, with the fields of the contract and those added',
    { tags: 'full' },
    async () => {
      verifies('utility:4.5:response', 'utility:4.5:url', 'utility:2.2:PdfResult.url')
      verifies('utility:2.2:PdfResult.markdown')
      expect(await read('/moved')).toEqual({
        url: `${server.origin}/tides.pdf`,
        title: 'Tides',
        author: 'Ada Porter',
        pages: 1,
        wordCount: 6,
        markdown: '# How tides turn\n\nTwice a day.',
      })
    },
  )

  test('does not depend on what the server calls the document', async () => {
    expect((await read('/untyped'))['markdown']).toBe('Still a PDF.')
  })

  test('has Chinese text: the child reads the character maps', async () => {
    expect((await read('/chinese.pdf'))['markdown']).toBe('你好世界')
  })

  test('may be larger than a web page', async () => {
    expect((await read('/large.pdf'))['markdown']).toBe('Large.')
  })

  test('names pages without text, and those that were not read', async () => {
    expect(await read('/mixed.pdf')).toMatchObject({ pages: 2, pagesWithoutText: [2] })
    expect(await read('/long.pdf', { pages: '2-4', maxPages: 1 })).toMatchObject({
      pages: 4,
      truncated: true,
      pagesLeft: '3-4',
    })
  })

  test('obeys its options', async () => {
    const { markdown } = await read('/long.pdf', { pages: '3', pageMarkers: true })
    expect(markdown).toMatch(/^<!-- page 3 -->\n\nc0 The tide/)
  })

  test('progress goes from the download to each page and never back', async () => {
    const steps: Progress[] = []
    await caller.call(
      pdfToMarkdown,
      { url: `${server.origin}/long.pdf` },
      { progress: (step) => steps.push(step) },
    )
    expect(steps.at(-1)).toEqual({ done: 5, total: 5, message: 'page 4 of 4' })
    expect(steps.filter(({ message }) => message?.startsWith('page'))).toHaveLength(4)
    const counts = steps.flatMap(({ done }) => done ?? [])
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts[0]).toBeLessThanOrEqual(1)
  })
})

test('costs what the contract says, at the path it says', () => {
  verifies('utility:4.5:price', 'utility:4.5:path')
  expect(pdfToMarkdown).toMatchObject({
    name: 'pdf_to_markdown',
    price: '0.003',
    http: { method: 'POST', path: '/pdf-to-markdown' },
  })
})

describe('in parts', () => {
  test('gives the whole document, from one fetch', async () => {
    const whole = await read('/long.pdf')
    const before = server.requests.length
    const parts = [await read('/long.pdf', { maxChars: 2_000 })]
    while (parts.at(-1)?.['nextCursor'] !== undefined) {
      parts.push(await read('/long.pdf', { maxChars: 2_000, cursor: parts.at(-1)?.['nextCursor'] }))
    }
    expect(server.requests.length - before).toBe(1)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.map((part) => part['markdown']).join('')).toBe(whole['markdown'])
    expect(parts[0]?.['truncated']).toBe(true)
    expect(parts.at(-1)?.['truncated']).toBeUndefined()
    const ends = parts.map((_, at) =>
      parts.slice(at + 1).reduce((sum, part) => sum + String(part['markdown']).length, 0),
    )
    expect(parts.map((part) => part['charsLeft'])).toEqual([...ends.slice(0, -1), undefined])
  })

  test.each([{ pages: '1' }, { maxPages: 2 }, { pageMarkers: true }, { headersFooters: true }])(
    'refuses a cursor with %j',
    async (other) => {
      const { nextCursor: cursor } = await read('/long.pdf', { maxChars: 2_000 })
      await expect(read('/long.pdf', { cursor, ...other })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    },
  )

  test('a model is told of which pages a part is, and how many lines were left out there', async () => {
    const show = (result: unknown): string => pdfToMarkdown.agent?.text?.(result as never) ?? ''
    const first = await read('/book.pdf', { maxChars: 9_000 })
    const second = await read('/book.pdf', { maxChars: 9_000, cursor: first['nextCursor'] })
    expect(show(first)).toMatch(/^\[Pages 1–\d+ of 12\]\n\n/)
    const [, last = ''] = /^\[Pages 1–(\d+) of 12\]/.exec(show(first)) ?? []
    const { first: from } = second['partPages'] as { first: number }
    expect([Number(last), Number(last) + 1]).toContain(from)
    const removed = first['removed'] as { page: number }[]
    expect(removed.every(({ page }) => page <= Number(last))).toBe(true)
    expect(show(first)).toContain(`[${removed.length} running heads and page numbers left out.]`)
    const whole = await read('/book.pdf')
    expect(whole['partPages']).toBeUndefined()
    expect(whole['pageStarts']).toBeUndefined()
    expect(whole['markdown']).not.toContain('of 12')
  })

  test('a model gets parts and is told how to go on, and what is missing', async () => {
    const show = (result: unknown): string => pdfToMarkdown.agent?.text?.(result as never) ?? ''
    const first = await read('/long.pdf', { maxChars: 2_000, maxPages: 3 })
    expect(show(first).endsWith(`pass cursor "${String(first['nextCursor'])}".]`)).toBe(true)
    expect(show(await read('/long.pdf', { maxPages: 3 }))).toContain('pass pages "4"')
    expect(show(await read('/mixed.pdf'))).toContain('perhaps scanned: page 2.')
    expect(show(await read('/tides.pdf'))).toBe('# Tides\n\n# How tides turn\n\nTwice a day.')
    expect(pdfToMarkdown.agent?.defaults?.maxChars).toBe(20_000)
  })
})

describe('errors', () => {
  test.each([
    ['/scan.pdf', 'unsupported_content', 422, /OCR/],
    ['/encrypted.pdf', 'unsupported_content', 422, /password/],
    ['/fake.pdf', 'unsupported_content', 422, /use extract/],
    ['/image.pdf', 'unsupported_content', 422, /image/],
    ['/empty.pdf', 'unsupported_content', 422, /empty/],
    ['/cut.pdf', 'unparsable', 422, /another copy/],
    ['/huge.pdf', 'too_large', 413, /./],
    ['/missing.pdf', 'upstream_refused', 502, /Check the address/],
    ['/broken.pdf', 'upstream_failed', 502, /later/],
    ['/wall.pdf', 'page_blocked', 502, /another source/],
  ])('%s: %s', async (path, code, status, hint) => {
    await expect(read(path)).rejects.toMatchObject({
      code,
      status,
      hint: expect.stringMatching(hint) as string,
    })
  })

  test('say which is which, and no word of the document', async () => {
    const reasonOf = async (path: string): Promise<unknown> => {
      const error = (await read(path).catch((thrown: unknown) => thrown)) as { fields: object }
      expect(JSON.stringify(error)).not.toContain('secret-words')
      return (error.fields as { reason?: string }).reason
    }
    const paths = ['/scan.pdf', '/encrypted.pdf', '/fake.pdf', '/cut.pdf']
    expect(await Promise.all(paths.map(reasonOf))).toEqual([
      'no_text',
      'encrypted',
      'not_pdf',
      'corrupt',
    ])
  })

  test('a document that takes too long to read is unparsable', async () => {
    const { sandbox } = caller.services
    const hurried: Services['sandbox'] = {
      ...sandbox,
      run: (job, jobInput, options) => sandbox.run(job, jobInput, { ...options, deadlineMs: 50 }),
    }
    const outcome = readWith({ sandbox: hurried }, '/library.pdf')
    await expect(outcome).rejects.toMatchObject({ code: 'unparsable', status: 422 })
  })

  test('a server that does not finish is upstream_timeout', async () => {
    const { log } = caller.services
    const hurried = createLocalFetch({
      allowHosts: ['127.0.0.1'],
      userAgent: 'Bellhop/test',
      log,
      deadlineMs: 200,
    })
    const outcome = readWith({ fetch: hurried }, '/hang.pdf')
    await expect(outcome).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 })
  })

  test.each([
    { url: 'ftp://a.test/x.pdf' },
    { url: 'x.pdf' },
    { url: undefined },
    { pages: '' },
    { pages: 'all' },
    { pages: '1-2-3' },
    { pages: `1${',1'.repeat(300)}` },
    { pages: '9' },
    { maxPages: 0 },
    { maxChars: 10 },
    { cursor: 'x' },
  ])('%j is invalid_input', async (input) => {
    await expect(read('/long.pdf', input)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
    })
  })

  test('a private address is url_not_allowed', async () => {
    const outcome = caller.call(pdfToMarkdown, { url: 'http://10.0.0.1/x.pdf' })
    await expect(outcome).rejects.toMatchObject({ code: 'url_not_allowed', status: 400 })
  })
})
