import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { OperationError } from '../../../src/contract/errors.ts'
import type { AgentImage, Services } from '../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { PICTURES_MAX_BYTES } from '../../../src/core/reading/limits.ts'
import { asTool } from '../../../src/core/run/agent-form.ts'
import { readFeedText } from '../../../src/feed/feed-text.ts'
import { AGENT_PART_CHARS } from '../../../src/markdown/limits.ts'
import { extract } from '../../../tools/web/extract.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'
import { gifOf, pngOf } from '../../support/pictures.ts'
import { reading, type ReadOptions, single } from '../../support/reading.ts'

const long = Array.from(
  { length: 300 },
  (_, n) => `<p>Paragraph ${n} of a long page about tides.</p>`,
)
const items = Array.from(
  { length: 30 },
  (_, n) => `<item><title>Item ${n}</title><link>https://site.test/${n}</link>
  <pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate><description>${`Words about ${n}. `.repeat(60)}</description></item>`,
)
/** Grey pixels that no compression makes smaller. */
const noise = (width: number, height: number) => {
  const rows = Array.from({ length: height }, () => [Buffer.alloc(1), randomBytes(width)])
  return Buffer.concat(rows.flat())
}
const typed = (body: string | Uint8Array, type: string) => ({
  headers: { 'content-type': type },
  body,
})

servePagesToCaller({
  '/page': {
    body: `<html lang="en"><head><title>Tides</title><meta name="author" content="Ada Porter">
      <meta property="article:published_time" content="2026-01-01T10:00:00Z"></head>
      <body><article><h1>Tides</h1>${long.slice(0, 5).join('')}</article></body></html>`,
  },
  '/long': { body: `<title>Long</title><article><h1>Long</h1>${long.join('')}</article>` },
  // Neither the ending nor the declared type says what it is.
  '/report.html': typed(
    pdfOf([paragraph(72, 700, ['The walnut harvest was better than last year.'])], {
      title: 'Harvest',
      author: 'Ben Ox',
    }),
    'text/html',
  ),
  '/feed': typed(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`,
    'text/plain',
  ),
  '/a.csv': typed('name,age\nAda,36\n', 'text/csv'),
  '/a.json': typed('{"walnuts":"nuts"}', 'application/json'),
  '/picture': typed(pngOf(3, 2), 'application/octet-stream'),
  '/moving.gif': typed(gifOf(3), 'image/gif'),
  '/broken.png': typed(pngOf(3, 2).subarray(0, 30), 'image/png'),
  '/wide.png': typed(pngOf(4_000, 20), 'image/png'),
  '/heavy.png': typed(pngOf(1_000, 700, { pixels: noise(1_000, 700) }), 'image/png'),
  '/zip': typed('PK\x03\x04 and more', 'application/zip'),
  '/refresh': { body: '<meta http-equiv=refresh content="0;url=/report.html">' },
  '/large.pdf': typed(
    Buffer.concat([pdfOf([paragraph(72, 700, ['Large.'])]), Buffer.alloc(6_000_000, '\n')]),
    'application/pdf',
  ),
  '/large': { body: `<p>${'large '.repeat(1_000_000)}` },
})

const at = (path: string) => `${server.origin}${path}`

async function readOne(path: string, args: Record<string, unknown> = {}, options?: ReadOptions) {
  const before = server.requests.length
  const { parts, text } = await reading({ urls: at(path), ...args }, options)
  expect(parts).toHaveLength(1)
  return { part: parts[0]!, text, fetches: server.requests.length - before }
}

describe('each kind, told by its bytes and fetched once', () => {
  test('a page: who wrote it when, and the text that extract gives', async () => {
    const { part, text, fetches } = await readOne('/page')
    expect(part).toMatchObject({
      address: at('/page'),
      url: at('/page'),
      kind: 'page',
      title: 'Tides',
      author: 'Ada Porter',
      date: '2026-01-01T10:00:00Z',
      length: expect.stringMatching(/^\d+ words$/),
      text: (await single(asTool(extract), { url: at('/page') }))['markdown'],
    })
    expect(fetches).toBe(1)
    expect(text).toMatch(/^\[Tides · Ada Porter · 2026-01-01T10:00:00Z · page · \d+ words · http/)
  })

  test.each(['/report.html', '/refresh'])('a PDF at %s', async (path) => {
    const { part, fetches } = await readOne(path)
    expect(part).toMatchObject({
      kind: 'pdf',
      url: at('/report.html'),
      title: 'Harvest',
      author: 'Ben Ox',
      length: 'Page 1 of 1, 8 words',
      text: (await single(asTool(pdfToMarkdown), { url: at('/report.html') }))['markdown'],
    })
    expect(fetches).toBe(path === '/refresh' ? 2 : 1)
  })

  test('a feed: items with dates and links, all of them', async () => {
    const { part, fetches } = await readOne('/feed', { maxChars: 50_000 })
    const feed = await single(rssToJson, { url: at('/feed') })
    const listed = { ...feed, nextCursor: undefined } as never
    expect(part).toMatchObject({
      kind: 'feed',
      title: 'News',
      length: '30 items',
      text: readFeedText(listed),
    })
    expect(fetches).toBe(1)
    const next = await readOne('/feed', { cursor: part.cursor })
    expect(next.part.text).toContain('https://site.test/29')
    const short = await readOne('/feed', { maxChars: 4_000 })
    expect(short.part.text.length).toBeLessThan(4_000)
    expect(short.part.text.match(/https:\/\/site\.test\/\d+/g)).toHaveLength(20)
    const found = await readOne('/feed', { find: 'ABOUT 27' })
    expect(found.part.text).toContain('https://site.test/27')
  })

  test('text', async () => {
    const { part, fetches } = await readOne('/a.json')
    expect([part.kind, fetches]).toEqual(['json', 1])
    expect(part.text).toContain('"walnuts"')
    expect(part.text).toBe((await single(asTool(extract), { url: at('/a.json') }))['markdown'])
  })

  test('values separated by commas, as a table', async () => {
    const { part, fetches } = await readOne('/a.csv')
    expect([part.kind, fetches]).toEqual(['csv', 1])
    expect(part.text).toBe('| name | age |\n| --- | --- |\n| Ada | 36 |')
  })

  test.each([
    ['/picture', 'image/png', '3 × 2 pixels'],
    ['/moving.gif', 'image/gif', 'the first of 3 frames'],
    ['/heavy.png', 'image/jpeg', '1000 × 700 pixels, shown as 500 × 350, '],
    ['/wide.png', 'image/png', '4000 × 20 pixels, shown as 1568 × 8, '],
  ])('a picture at %s is shown', async (path, mimeType, length) => {
    const images: AgentImage[] = []
    const { part, fetches } = await readOne(path, {}, { show: (image) => void images.push(image) })
    expect(part).toMatchObject({ kind: 'image', length: expect.stringContaining(length) })
    expect(JSON.stringify(part)).not.toContain('bytes":')
    expect(fetches).toBe(1)
    expect(images).toMatchObject([{ mimeType, data: expect.stringMatching(/^[\w+/]+=*$/) }])
    const bytes = Buffer.from(images[0]?.data ?? '', 'base64').byteLength
    expect(bytes).toBeLessThanOrEqual(PICTURES_MAX_BYTES)
  })

  test('a PDF may be larger than a page', async () => {
    expect((await readOne('/large.pdf')).part).toMatchObject({ kind: 'pdf', text: 'Large.' })
    await expect(readOne('/large')).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('what fails', () => {
  test.each([
    ['/zip', 'unparsable'],
    ['/missing', 'upstream_refused'],
    ['/broken.png', 'unsupported_content'],
  ])('alone fails the call: %s', async (path, code) => {
    await expect(readOne(path)).rejects.toMatchObject({ code, hint: expect.any(String) })
  })

  test('stands beside what worked', async () => {
    const urls = [at('/page'), at('/missing'), at('/report.html'), 'ftp://site.test/', at('/a.csv')]
    const { parts, text } = await reading({ urls })
    expect(parts.map(({ address }) => address)).toEqual(urls)
    expect(parts.map(({ kind, error }) => kind ?? error?.code)).toEqual([
      'page',
      'upstream_refused',
      'pdf',
      'invalid_input',
      'csv',
    ])
    expect(parts[1]?.error).toEqual({
      code: 'upstream_refused',
      message: 'The page answered with HTTP status 404.',
      hint: 'There is no page at this address. Check the address.',
    })
    expect(text).toContain('[2 of 5 · ')
    expect(text).toContain('upstream_refused: The page answered with HTTP status 404. There is no')
  })

  test('too many addresses, none, and a cursor for several', async () => {
    const url = at('/page')
    for (const args of [
      { urls: [] },
      { urls: Array.from({ length: 6 }, () => url) },
      { urls: [url, url], cursor: 'x' },
      { urls: [url], cursor: 'x' },
      { urls: [`https://site.test/${'a'.repeat(10_000)}`] },
      { urls: [url], find: 'a'.repeat(201) },
    ]) {
      await expect(reading(args)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  test('chat addresses where there is no such place', async () => {
    const nowhere = reading({ urls: 'chat://nowhere' })
    await expect(nowhere).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('chat://inbox'),
    })
  })
})

describe('parts', () => {
  test('share the room of the answer, and go on by their cursor, which the single tool takes too', async () => {
    const { parts } = await reading({ urls: [at('/long'), at('/page')], maxChars: 4_000 })
    const [first] = parts
    const whole = await single(asTool(extract), { url: at('/long'), maxChars: 2_000 })
    expect(first).toMatchObject({ text: whole['markdown'], cursor: whole['nextCursor'] })
    const next = await readOne('/long', { cursor: first?.cursor })
    expect(next.fetches).toBe(0)
    const args = { url: at('/long'), maxChars: AGENT_PART_CHARS, cursor: first?.cursor }
    expect(next.part.text).toBe((await single(asTool(extract), args))['markdown'])
    expect(next.text).not.toContain('[Truncated')
  })

  test('that hold words', async () => {
    const { part, fetches } = await readOne('/long', { find: 'paragraph 250' })
    expect(part).toMatchObject({ found: 1 })
    const [, cursor] = /^\[Long · cursor "(.+)"\]$/m.exec(part.text ?? '') ?? []
    expect((await readOne('/long', { cursor })).part.text).toMatch(/^Paragraph 250/)
    expect(fetches).toBe(1)
  })

  test('are asked for loosely', async () => {
    const { host } = server
    const { parts } = await reading({ urls: JSON.stringify([at('/a.csv')]), max_chars: '600' })
    expect(parts).toMatchObject([{ kind: 'csv' }])
    expect(host).toBe('127.0.0.1')
    const seen: string[] = []
    const fetch: Services['fetch'] = async (url) => {
      seen.push(url)
      throw new OperationError('upstream_failed', 'No.')
    }
    await expect(reading({ urls: 'example.com/a' }, { services: { fetch } })).rejects.toThrow('No.')
    expect(seen).toEqual(['https://example.com/a'])
  })

  test('are counted one by one', async () => {
    let admitted = 0
    const admit = () => {
      admitted += 1
      if (admitted > 1) throw new OperationError('rate_limited', 'Too many.')
    }
    const urls = [at('/page'), at('/a.csv'), at('/a.json')]
    const { parts } = await reading({ urls }, { admit })
    expect(parts.map(({ kind, error }) => kind ?? error?.code)).toEqual([
      'page',
      'csv',
      'rate_limited',
    ])
    expect(admitted).toBe(2)
  })

  test('are charged to the caller, each of their fetches and jobs', async () => {
    const charged: (string | undefined)[] = []
    const principal = { ...LOCAL_PRINCIPAL, id: 'key ada' }
    const { fetch, sandbox } = caller.services
    const services: Partial<Services> = {
      fetch: async (url, options) => {
        charged.push(`fetch ${options.principal?.id}`)
        return fetch(url, options)
      },
      sandbox: {
        ...sandbox,
        run: async (job, input, options) => {
          charged.push(`${job.name} ${options.principal?.id}`)
          return sandbox.run(job, input, options)
        },
      },
    }
    const urls = [at('/page'), at('/report.html'), at('/feed'), at('/picture')]
    await reading({ urls }, { services, principal })
    expect(charged.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
      'extract key ada',
      'feed key ada',
      'fetch key ada',
      'fetch key ada',
      'fetch key ada',
      'fetch key ada',
      'pdf key ada',
      'show key ada',
    ])
  })
})
