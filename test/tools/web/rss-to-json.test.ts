import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { runOperation } from '../../../src/core/run/run.ts'
import { FEED_MAX_BYTES } from '../../../src/feed/limits.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { verifies } from '../../requirements/verifies.ts'
import { TEST_TIME } from '../../support/call.ts'
import { createLocalFetch } from '../../support/local-fetch.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

const typed = (contentType: string, body: string | Uint8Array): Page => ({
  headers: { 'content-type': contentType },
  body,
})
const xml = (body: string | Uint8Array): Page => typed('application/rss+xml', body)
const item = (id: number | string, more = ''): string =>
  `<item><title>Item ${id}</title><link>https://site.test/${id}</link><guid>${id}</guid><description>&lt;p&gt;About ${id}&lt;/p&gt;</description>${more}</item>`
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>The Harbour</title><link>https://site.test/</link>${items}</channel></rss>`
const many = (count: number, from = 0): string =>
  rss(Array.from({ length: count }, (_, at) => item(from + at)).join(''))
const alternate = (href: string): string =>
  `<head><link rel="alternate" type="application/rss+xml" href="${href}"></head>`

const pages: Record<string, Page> = {
  '/harbour': xml(rss(item(1, '<pubDate>Thu, 01 Jan 2004 19:48:21 EST</pubDate>') + item(2))),
  '/atom': typed(
    'application/atom+xml',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title type="html">&lt;b&gt;E&lt;/b&gt;</title><id>tag:e</id><link href="/e"/><published>2004-01-01T00:00:00+01:00</published><summary>S</summary></entry></feed>',
  ),
  '/json': typed(
    'application/feed+json',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [{ id: '1', content_text: 'C' }],
    }),
  ),
  '/moved': { status: 301, headers: { location: '/harbour' }, body: '' },
  '/many': xml(many(50)),
  '/mislabelled': typed('text/html', rss(item(1))),
  '/feed.xml.gz': typed('application/gzip', gzipSync(rss(item(1)))),
  '/page': { body: alternate('/harbour') + alternate('/comments/feed') },
  '/page-of-page': { body: alternate('/page') },
  '/page-of-private': { body: alternate('http://10.0.0.1/feed') },
  '/page-of-gone': { body: alternate('/gone') },
  '/silent': { body: '<title>No feed here</title><p>secret-words</p>' },
  '/wall': { body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' },
  '/quiet-wall': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' },
  '/wall-403': {
    status: 403,
    body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>',
  },
  '/paper': typed('application/pdf', '%PDF-1.7\n'),
  '/image': typed('image/gif', 'GIF89a\u0001\u0000'),
  '/data': typed('application/json', '{"tide":"low"}'),
  '/sitemap': typed('text/xml', '<?xml version="1.0"?><urlset></urlset>'),
  '/empty': xml(''),
  '/broken-json': typed('application/feed+json', '{"version": "https://jsonfeed.org/version/1.1",'),
  '/broken-gzip': typed('application/gzip', gzipSync(rss('')).subarray(0, 30)),
  '/bomb': typed('application/gzip', gzipSync(Buffer.alloc(FEED_MAX_BYTES + 1, ' '))),
  '/large': xml(' '.repeat(6_000_000) + rss(item(1))),
  '/huge': xml(Buffer.alloc(FEED_MAX_BYTES + 1, ' ')),
  '/gone': { status: 410, body: '<p>secret-words</p>' },
  '/gone-xml': { ...xml(rss('')), status: 404 },
  '/broken': { status: 500, body: '' },
  '/busy': { status: 429, body: '<p>Slow down.</p>' },
  '/cut': {
    body: (_, response) => void response.writeHead(200).write('<rss>', () => response.destroy()),
  },
  '/hang': { body: (_, response) => void response.writeHead(200).write('<rss>') },
}

servePagesToCaller(pages)

const read = async (path: string, input: object = {}): Promise<Record<string, unknown>> =>
  caller.call(rssToJson, { url: server.origin + path, ...input })
const titles = (result: Record<string, unknown>): string[] =>
  (result['items'] as { title: string }[]).map(({ title }) => title)

describe('the result', () => {
  test('of RSS is what the contract says', async () => {
    verifies('utility:4.4:rss', 'utility:4.4:response')
    verifies('utility:2.2:FeedResult.feedType', 'utility:2.2:FeedResult.title')
    verifies('utility:2.2:FeedResult.itemCount', 'utility:2.2:FeedResult.items')
    verifies('utility:2.2:FeedItem.title', 'utility:2.2:FeedItem.link')
    verifies('utility:2.2:FeedItem.published', 'utility:2.2:FeedItem.summary')
    verifies('utility:2.2:FeedItem.id')
    expect(await read('/harbour')).toEqual({
      feedType: 'rss',
      title: 'The Harbour',
      itemCount: 2,
      items: [
        {
          title: 'Item 1',
          link: 'https://site.test/1',
          published: '2004-01-02T00:48:21.000Z',
          summary: 'About 1',
          id: '1',
        },
        {
          title: 'Item 2',
          link: 'https://site.test/2',
          published: '',
          summary: 'About 2',
          id: '2',
        },
      ],
      version: '2.0',
      feedUrl: `${server.origin}/harbour`,
      link: 'https://site.test/',
      description: '',
      language: '',
      updated: '',
      author: '',
      image: '',
      categories: [],
      totalItems: 2,
    })
  })

  test('of Atom likewise', async () => {
    verifies('utility:4.4:atom')
    expect(await read('/atom')).toMatchObject({
      feedType: 'atom',
      version: '1.0',
      title: 'A',
      items: [
        {
          title: 'E',
          link: `${server.origin}/e`,
          published: '2003-12-31T23:00:00.000Z',
          summary: 'S',
          id: 'tag:e',
        },
      ],
    })
  })

  test('of a JSON Feed likewise', async () => {
    expect(await read('/json')).toMatchObject({
      feedType: 'json',
      items: [{ id: '1', summary: 'C' }],
    })
  })

  test('names the final address, and does not trust the Content-Type', async () => {
    expect((await read('/moved'))['feedUrl']).toBe(`${server.origin}/harbour`)
    expect(titles(await read('/mislabelled'))).toEqual(['Item 1'])
    expect(titles(await read('/feed.xml.gz'))).toEqual(['Item 1'])
  })

  test('of a feed larger than pages may be is whole', async () => {
    expect(titles(await read('/large'))).toEqual(['Item 1'])
  })

  test('has the content where it is asked for', async () => {
    expect(await read('/harbour', { content: true })).toMatchObject({
      items: [{ contentHtml: '<p>About 1</p>' }, {}],
    })
    expect(JSON.stringify(await read('/harbour'))).not.toContain('contentHtml')
  })

  test('is whole unless a limit is asked for; reports progress', async () => {
    const steps: unknown[] = []
    const input = { url: `${server.origin}/many` }
    const result = await caller.call(rssToJson, input, { progress: (step) => steps.push(step) })
    expect(result).toMatchObject({ itemCount: 50, totalItems: 50 })
    expect(result['nextCursor']).toBeUndefined()
    expect(steps.length).toBeGreaterThan(0)
  })
})

test('costs what the contract says, at the path it says', () => {
  verifies('utility:4.4:price', 'utility:4.4:path')
  expect(rssToJson).toMatchObject({
    name: 'rss_to_json',
    price: '0.001',
    http: { method: 'POST', path: '/rss-to-json' },
  })
})

describe('of a web page', () => {
  test('the feed that it names first is read', async () => {
    const before = server.requests.length
    expect(await read('/page')).toMatchObject({
      feedUrl: `${server.origin}/harbour`,
      otherFeeds: [`${server.origin}/comments/feed`],
      itemCount: 2,
    })
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual(['/page', '/harbour'])
  })

  test('the second fetch is guarded as the first', async () => {
    await expect(read('/page-of-private')).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  test('a page that it names is not followed in turn', async () => {
    const before = server.requests.length
    await expect(read('/page-of-page')).rejects.toMatchObject({ code: 'unsupported_content' })
    const paths = server.requests.slice(before).map(({ path }) => path)
    expect(paths.slice(0, 2)).toEqual(['/page-of-page', '/page'])
    expect(paths).not.toContain('/harbour')
  })
})

describe('in parts', () => {
  test('gives every item once, also when items are added meanwhile', async () => {
    pages['/growing'] = xml(many(7, 10))
    const first = await read('/growing', { limit: 3 })
    expect(first).toMatchObject({ itemCount: 3, totalItems: 7 })
    pages['/growing'] = xml(many(9, 8))
    const second = await read('/growing', { limit: 3, cursor: first['nextCursor'] })
    const third = await read('/growing', { limit: 3, cursor: second['nextCursor'] })
    expect([first, second, third].flatMap(titles)).toEqual(
      [10, 11, 12, 13, 14, 15, 16].map((id) => `Item ${id}`),
    )
    expect(third['nextCursor']).toBeUndefined()
    expect([first, second, third].map((part) => part['itemsLeft'])).toEqual([4, 1, undefined])
  })

  test('the feed of a page is found again, also where it has moved', async () => {
    pages['/shop'] = { body: alternate('/gone') + alternate('/shop-news') }
    pages['/shop-news'] = xml(many(6))
    const first = await read('/shop', { limit: 2 })
    const second = await read('/shop', { limit: 2, cursor: first['nextCursor'] })
    pages['/shop'] = { body: alternate('/shop-moved') }
    pages['/shop-moved'] = xml(many(6))
    pages['/shop-news'] = { status: 404, body: '' }
    const third = await read('/shop', { limit: 2, cursor: second['nextCursor'] })
    expect([first, second, third].flatMap(titles)).toEqual(
      [0, 1, 2, 3, 4, 5].map((id) => `Item ${id}`),
    )
  })

  test('a cursor is good for its feed and its since only', async () => {
    const { nextCursor: cursor } = await read('/many', { limit: 3 })
    for (const [path, more] of [
      ['/harbour', {}],
      ['/many', { since: '7d' }],
    ] as const) {
      await expect(read(path, { cursor, ...more })).rejects.toMatchObject({ code: 'invalid_input' })
    }
    pages['/replaced'] = xml(many(5))
    const { nextCursor: lost } = await read('/replaced', { limit: 3 })
    pages['/replaced'] = xml(many(5, 100))
    await expect(read('/replaced', { cursor: lost })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('Begin anew') as string,
    })
  })

  test('since leaves out what is older, by time or by age', async () => {
    const dated = (id: number, date: string): string => item(id, `<pubDate>${date}</pubDate>`)
    pages['/dated'] = xml(rss(dated(1, '2026-01-02T00:00:00Z') + dated(2, '2025-12-30') + item(3)))
    expect(titles(await read('/dated', { since: '2026-01-01' }))).toEqual(['Item 1', 'Item 3'])
    expect(TEST_TIME.toISOString()).toMatch(/^2026-01-02T03/)
    expect(await read('/dated', { since: '36h' })).toMatchObject({ itemCount: 2, totalItems: 2 })
    expect(await read('/dated', { since: '7d' })).toMatchObject({ itemCount: 3, totalItems: 3 })
  })

  test('a model gets twenty items as text, and is told how to go on', async () => {
    expect(rssToJson.agent?.defaults).toEqual({ limit: 20 })
    const result = await read('/many', rssToJson.agent?.defaults)
    const text = rssToJson.agent?.text?.(result as never) ?? ''
    expect(
      text.startsWith(
        `# The Harbour\n\nrss 2.0 · ${server.origin}/many · 20 of 50 items\n\n## Item 0\nhttps://site.test/0\nAbout 0\n\n`,
      ),
    ).toBe(true)
    expect(text.endsWith(`For the next ones pass cursor "${String(result['nextCursor'])}".]`)).toBe(
      true,
    )
    const whole = await read('/harbour', { content: true })
    const wholeText = rssToJson.agent?.text?.(whole as never) ?? ''
    expect(wholeText).toContain(
      '## Item 1\n2004-01-02T00:48Z · https://site.test/1\nAbout 1\n```html\n<p>About 1</p>\n```',
    )
    expect(wholeText).not.toContain('cursor')
  })
})

describe('errors', () => {
  test.each([
    ['/silent', 'unsupported_content', 422, /extract/],
    ['/paper', 'unsupported_content', 422, /pdf_to_markdown/],
    ['/image', 'unsupported_content', 422, /RSS/],
    ['/data', 'unsupported_content', 422, /RSS/],
    ['/sitemap', 'unsupported_content', 422, /RSS/],
    ['/empty', 'unsupported_content', 422, /empty/],
    ['/broken-json', 'unparsable', 422, /another feed/],
    ['/broken-gzip', 'unparsable', 422, /without \.gz/],
    ['/bomb', 'too_large', 413, /At most/],
    ['/huge', 'too_large', 413, /./],
    ['/nowhere', 'upstream_refused', 502, /Check the address/],
    ['/gone', 'upstream_refused', 502, /Check the address/],
    ['/gone-xml', 'upstream_refused', 502, /Check the address/],
    ['/page-of-gone', 'upstream_refused', 502, /Check the address/],
    ['/broken', 'upstream_failed', 502, /later/],
    ['/busy', 'upstream_failed', 502, /minute/],
    ['/cut', 'upstream_failed', 502, /./],
    ['/wall', 'page_blocked', 502, /another source/],
    ['/wall-403', 'page_blocked', 502, /another source/],
    ['/quiet-wall', 'page_blocked', 502, /another source/],
  ])('%s: %s', async (path, code, status, hint) => {
    const error: unknown = await read(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, status, hint: expect.stringMatching(hint) as string })
    expect(JSON.stringify([String(error), error])).not.toContain('secret-words')
  })

  test('a server that does not answer in time: upstream_timeout, 504', async () => {
    const { services } = caller
    const fetch = createLocalFetch({
      allowHosts: ['127.0.0.1'],
      userAgent: 'Bellhop/test',
      log: services.log,
      deadlineMs: 200,
    })
    const outcome = runOperation(
      rssToJson,
      { url: `${server.origin}/hang` },
      {
        services: { ...services, fetch },
        caller: undefined,
        principal: LOCAL_PRINCIPAL,
        signal: AbortSignal.timeout(PATIENCE_MS),
        progress: () => {},
      },
    )
    await expect(outcome).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 })
  })

  test.each([
    {},
    { url: 'feed.xml' },
    { url: '' },
    { url: 'ftp://site.test/feed' },
    { url: 7 },
    { url: 'https://site.test/', limit: 0 },
    { url: 'https://site.test/', limit: 1.5 },
    { url: 'https://site.test/', since: 'yesterday' },
    { url: 'https://site.test/', cursor: 'x' },
    { url: 'https://site.test/', content: 'yes' },
  ])('%j is invalid_input', async (input) => {
    verifies('utility:4.4:url')
    await expect(caller.call(rssToJson, input)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
    })
  })

  test('a private address is url_not_allowed', async () => {
    const outcome = caller.call(rssToJson, { url: 'http://169.254.169.254/feed' })
    await expect(outcome).rejects.toMatchObject({ code: 'url_not_allowed', status: 400 })
  })

  test('a call that is cancelled ends', async () => {
    const controller = new AbortController()
    const outcome = caller.call(
      rssToJson,
      { url: `${server.origin}/hang` },
      { signal: controller.signal, progress: () => controller.abort() },
    )
    await expect(outcome).rejects.toMatchObject({ code: 'cancelled' })
  })
})
