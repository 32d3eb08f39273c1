import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadata } from '../../../tools/web/metadata.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith } from '../../support/call.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/meta')
let server: PageServer
const caller = callWith()

beforeAll(async () => {
  server = await startPageServer({
    '/tides': { body: readFileSync(join(fixtures, 'article.html')) },
    '/old': { status: 302, headers: { location: '/silent' }, body: '' },
    '/silent': { body: '<html><body><div>x</div></body></html>' },
    '/long': { body: `<title>Long</title>${' '.repeat(12_000_000)}` },
    '/gone': { status: 404, body: '<title>Not found</title>' },
    '/paper': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n%' },
    '/feed': {
      headers: { 'content-type': 'text/xml' },
      body: '<?xml version="1.0"?><rss version="2.0"></rss>',
    },
    '/data': { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
    '/dot.png': {
      headers: { 'content-type': 'image/png' },
      body: Buffer.from('89504e470d0a1a0a0000', 'hex'),
    },
  })
})

afterAll(async () => {
  await caller.close()
  await server.close()
})

function call(input: unknown, steps: unknown[] = []): Promise<Record<string, unknown>> {
  return caller.call(metadata, input, { progress: (step) => steps.push(step) })
}

describe('metadata', () => {
  it('describes a page in the fields of the spec', async () => {
    verifies('utility:2.2:MetadataResult.url')
    verifies('utility:2.2:MetadataResult.title')
    verifies('utility:2.2:MetadataResult.description')
    verifies('utility:2.2:MetadataResult.author')
    verifies('utility:2.2:MetadataResult.publishedAt')
    verifies('utility:2.2:MetadataResult.lang')
    verifies('utility:2.2:MetadataResult.siteName')
    verifies('utility:2.2:MetadataResult.image')
    verifies('utility:2.2:MetadataResult.canonical')
    verifies('utility:2.2:MetadataResult.favicon')
    verifies('utility:2.2:MetadataResult.readingTimeMinutes')
    verifies('utility:4.2:response')
    const steps: unknown[] = []
    expect(await call({ url: `${server.origin}/tides` }, steps)).toEqual({
      url: `${server.origin}/tides`,
      title: 'How tides turn',
      description: 'Why the sea comes back & leaves.',
      author: "Ada O'Neill, Björn Åkesson",
      publishedAt: '2024-03-05T10:30:00+01:00',
      modifiedAt: '2024-03-06',
      lang: 'en-GB',
      siteName: 'The Harbour Review',
      image: 'https://cdn.example/assets/cover.jpg',
      canonical: 'https://harbour.example/essays/tides',
      favicon: 'https://cdn.example/assets/icon-192.png',
      readingTimeMinutes: 1,
    })
    expect(steps.length).toBeGreaterThan(0)
  })

  it('says null for an absent author and date, and empty for the rest; follows redirects', async () => {
    expect(await call({ url: `${server.origin}/old` })).toEqual({
      url: `${server.origin}/silent`,
      title: '',
      description: '',
      author: null,
      publishedAt: null,
      modifiedAt: null,
      lang: '',
      siteName: '',
      image: '',
      canonical: `${server.origin}/silent`,
      favicon: `${server.origin}/favicon.ico`,
      readingTimeMinutes: 1,
    })
  })

  it('describes the beginning of a page that is longer than it reads', async () => {
    expect(await call({ url: `${server.origin}/long` })).toMatchObject({ title: 'Long' })
  })

  it.each([
    ['/paper', 'pdf_to_markdown'],
    ['/feed', 'rss_to_json'],
    ['/data', 'extract'],
    ['/dot.png', 'unfurl'],
  ])('refuses %s with a hint at %s', async (path, hint) => {
    await expect(call({ url: server.origin + path })).rejects.toMatchObject({
      code: 'unsupported_content',
      hint: expect.stringContaining(hint) as string,
    })
  })

  it('tells the status of a page that is not there', async () => {
    await expect(call({ url: `${server.origin}/gone` })).rejects.toMatchObject({
      code: 'upstream_refused',
      fields: { status: 404 },
    })
  })

  it('needs an absolute http or https address', async () => {
    verifies('utility:4.2:url')
    for (const url of [undefined, '', 'tides', '/tides', 'ftp://a.example/', 'javascript:1', 7]) {
      await expect(call({ url })).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  it('is what the spec says it is', () => {
    verifies('utility:4.2:path')
    verifies('utility:4.2:price')
    expect(metadata).toMatchObject({
      name: 'metadata',
      price: '0.001',
      http: { method: 'POST', path: '/metadata' },
    })
  })
})
