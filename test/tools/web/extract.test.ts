import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { verifies } from '../../requirements/verifies.ts'
import { TEST_TIME } from '../../support/call.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/pages')
const sentence = 'The tide comes in twice a day, and the boats wait for it. '
const paragraphs = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, index) => `<p>${mark}${index} ${sentence.repeat(3)}</p>`).join(
    '',
  )
const article = (body: string): string => `<title>Tides</title><article>${body}</article>`
const typed = (contentType: string, body: string): Page => ({
  headers: { 'content-type': contentType },
  body,
})

const pages: Record<string, Page> = {
  '/article': { body: readFileSync(join(fixtures, 'article.html')) },
  '/essay': { body: readFileSync(join(fixtures, 'about-captchas.html')) },
  '/moved': { status: 301, headers: { location: '/article' }, body: '' },
  '/long': { body: article(paragraphs(60)) },
  '/negotiated': {
    body: (request, response) => {
      const wantsMarkdown = request.headers.accept?.startsWith('text/markdown,') ?? false
      response.setHeader('content-type', wantsMarkdown ? 'text/markdown' : 'text/html')
      response.end(wantsMarkdown ? '---\ntitle: From the site\n---\nExactly *this*.' : '<p>no</p>')
    },
  },
  '/data': typed('application/json', '{"tide":"low"}'),
  '/note.txt': typed('text/plain', '\n  plain ![a](b) <b>\n\ntext\n'),
  '/hostile.md': typed(
    'text/markdown',
    '    [a](java\u200Bscript:x) ![x]\u200B(https://leak.test/) [b](java\u2060script:x)',
  ),
  '/titled': {
    body: article(paragraphs(3)).replace(
      'Tides',
      'x](javascript:y) `a` &lt;img onerror=b&gt; ![](http://leak.test/)\nTides',
    ),
  },
  '/legacy': {
    headers: { 'content-type': 'text/html; charset=windows-1251' },
    body: Buffer.concat([
      Buffer.from('<article><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
      Buffer.from('</p></article>'),
    ]),
  },
  '/paper': typed('text/html', '%PDF-1.7\n'),
  '/feed': typed('text/html', '<rss version="2.0"></rss>'),
  '/image': typed('text/html', '\u0089PNG'),
  '/gif': typed('text/html', 'GIF89a\u0001\u0000'),
  '/zip': typed('text/html', 'PK\u0003\u0004'),
  '/empty': typed('text/html', ''),
  '/missing-pdf': { ...typed('application/pdf', '%PDF-1.7'), status: 404 },
  '/gone': { status: 410, body: '<p>It is gone, secret-words.</p>' },
  '/broken': { status: 500, body: '' },
  '/busy': { status: 429, body: '<p>Slow down.</p>' },
  '/members': { status: 403, body: '<p>For members only.</p>' },
  '/wall': {
    status: 503,
    body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>',
  },
  '/quiet-wall': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' },
  '/shell': { body: '<div id="root"></div><script src="/app.js"></script>' },
  '/deep': { body: '<div>'.repeat(30_000) },
}

servePagesToCaller(pages)

const read = async (path: string, input: object = {}): Promise<Record<string, unknown>> =>
  caller.call(extract, { url: server.origin + path, ...input })

describe('the result', () => {
  test(
    'is the article of the page, with the fields of the contract and what the page says of itself',
    { tags: 'full' },
    async () => {
      verifies('utility:4.1:article', 'utility:4.1:response', 'utility:4.1:url')
      verifies('utility:2.2:ExtractResult.title', 'utility:2.2:ExtractResult.markdown')
      verifies('utility:2.2:ExtractResult.wordCount', 'utility:2.2:ExtractResult.fetchedAt')
      const result = await read('/article')
      expect(Object.keys(result).toSorted()).toEqual([
        'fetchedAt',
        'language',
        'markdown',
        'pageType',
        'removed',
        'title',
        'url',
        'wordCount',
      ])
      expect(result['title']).toBe('How the lighthouse at Cape Ost was saved')
      expect(result['markdown']).toContain('## Nine days on rails')
      expect(result['markdown']).not.toContain('NOISE')
      expect(result['wordCount']).toBe(202)
      expect(result['fetchedAt']).toBe(TEST_TIME.toISOString())
    },
  )

  test('names the final address', async () => {
    verifies('utility:2.2:ExtractResult.url')
    expect((await read('/moved'))['url']).toBe(`${server.origin}/article`)
  })

  test('is whole unless a limit is asked for', async () => {
    const result = await read('/long')
    expect(result['markdown']).toContain('59 The tide')
    expect(result['nextCursor']).toBeUndefined()
  })

  test('is decoded by the charset of the header', async () => {
    expect((await read('/legacy'))['markdown']).toBe('При')
  })

  test('reports progress', async () => {
    const steps: unknown[] = []
    await caller.call(
      extract,
      { url: `${server.origin}/article` },
      { progress: (s) => steps.push(s) },
    )
    expect(steps.length).toBeGreaterThan(0)
  })
})

test('costs what the contract says, at the path it says', () => {
  verifies('utility:4.1:price', 'utility:4.1:path')
  expect(extract).toMatchObject({ price: '0.002', http: { method: 'POST', path: '/extract' } })
})

describe('in parts', () => {
  async function partsOf(path: string, input: object = {}): Promise<Record<string, unknown>[]> {
    const parts = [await read(path, { maxChars: 2_000, ...input })]
    for (;;) {
      const cursor = parts.at(-1)?.['nextCursor']
      if (cursor === undefined) return parts
      parts.push(await read(path, { maxChars: 2_000, cursor, ...input }))
    }
  }

  test('gives the whole article, from one fetch', async () => {
    const whole = await read('/long')
    const before = server.requests.length
    const parts = await partsOf('/long')
    expect(server.requests.length - before).toBe(1)
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.map((part) => part['markdown']).join('')).toBe(whole['markdown'])
    expect(parts.slice(0, -1).every((part) => part['truncated'] === true)).toBe(true)
    expect(parts.at(-1)?.['truncated']).toBeUndefined()
    for (const part of parts) {
      expect((part['markdown'] as string).length).toBeLessThanOrEqual(2_000)
      expect(part['wordCount']).toBe(whole['wordCount'])
    }
  })

  test('goes on after a fresh fetch when the beginning is the same', async () => {
    pages['/growing'] = { body: article(paragraphs(30)) }
    const first = await read('/growing', { maxChars: 2_000 })
    caller.setTime(new Date(TEST_TIME.getTime() + 3_600_000))
    pages['/growing'] = { body: article(paragraphs(31)) }
    const rest = await read('/growing', { cursor: first['nextCursor'] })
    caller.setTime(TEST_TIME)
    expect(rest['markdown']).toContain('30 The tide')
    expect(`${String(first['markdown'])}${String(rest['markdown'])}`).toBe(
      (await read('/growing'))['markdown'],
    )
  })

  test('says so when the page has changed meanwhile', async () => {
    pages['/changing'] = { body: article(paragraphs(30)) }
    const { nextCursor: cursor } = await read('/changing', { maxChars: 2_000 })
    caller.setTime(new Date(TEST_TIME.getTime() + 3_600_000))
    pages['/changing'] = { body: article(paragraphs(30, 'New. ')) }
    const outcome = read('/changing', { maxChars: 2_000, cursor })
    await expect(outcome).rejects.toMatchObject({
      code: 'invalid_input',
      hint: 'Begin anew without the cursor.',
    })
    caller.setTime(TEST_TIME)
  })

  test.each([{ links: 'none' }, { images: 'none' }])('refuses a cursor with %j', async (other) => {
    const { nextCursor: cursor } = await read('/long', { maxChars: 2_000 })
    await expect(read('/long', { cursor, ...other })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(read('/article', { cursor })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a model gets parts and is told how to go on', async () => {
    const result = await read('/long', { ...extract.agent?.defaults, maxChars: 2_000 })
    const text = extract.agent?.text?.(result as never) ?? ''
    expect(text).toMatch(
      /^---\ntitle: Tides\nsite: 127\.0\.0\.1\nurl: <.*\/long>\n---\n\n0 The tide/,
    )
    expect(text.endsWith(`pass cursor "${String(result['nextCursor'])}".]`)).toBe(true)
    expect(extract.agent?.defaults?.maxChars).toBe(20_000)
  })

  test('the title is no Markdown in the text for a model', async () => {
    const result = await read('/titled')
    expect(result['title']).toBe(
      'x](javascript:y) `a` <img onerror=b> ![](http://leak.test/) Tides',
    )
    expect((extract.agent?.text?.(result as never) ?? '').split('\n')[0]).toBe(
      '# x\\](javascript:y) \\`a\\` \\<img onerror=b> !\\[\\](http://leak.test/) Tides',
    )
  })
})

describe('a document that is no HTML', () => {
  test('Markdown of the site is asked for first and used as it is', async () => {
    expect(await read('/negotiated')).toMatchObject({
      title: 'From the site',
      markdown: 'Exactly *this*.',
    })
  })

  test('JSON and text are passed through', async () => {
    expect((await read('/data'))['markdown']).toBe('```json\n{"tide":"low"}\n```')
    expect((await read('/note.txt'))['markdown']).toBe('```\n  plain ![a](b) <b>\n\ntext\n```')
  })

  test('Markdown of others follows the style, whatever invisible characters part', async () => {
    const style = { links: 'none', images: 'none' }
    expect((await read('/hostile.md', style))['markdown']).toBe('a  b')
    expect((await read('/hostile.md'))['markdown']).toBe('a ![x](https://leak.test/) b')
  })
})

describe('errors', () => {
  test.each([
    ['/paper', 'unsupported_content', /pdf_to_markdown/],
    ['/feed', 'unsupported_content', /rss_to_json/],
    ['/gif', 'unsupported_content', /image/],
    ['/zip', 'unsupported_content', /download/],
    ['/empty', 'unsupported_content', /empty/],
    ['/nowhere', 'upstream_refused', /Check the address/],
    ['/missing-pdf', 'upstream_refused', /Check the address/],
    ['/gone', 'upstream_refused', /Check the address/],
    ['/broken', 'upstream_failed', /later/],
    ['/busy', 'upstream_failed', /minute/],
    ['/members', 'upstream_refused', /another source/],
    ['/wall', 'page_blocked', /another source/],
    ['/quiet-wall', 'page_blocked', /another source/],
    ['/shell', 'needs_javascript', /browser tool/],
    ['/deep', 'unparsable', /another address/],
  ])('%s: %s', async (path, code, hint) => {
    await expect(read(path)).rejects.toMatchObject({
      code,
      hint: expect.stringMatching(hint) as string,
    })
  })

  test('carry the status, and no word of the page', async () => {
    const error = (await read('/gone').catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ fields: { status: 410 } })
    expect(JSON.stringify([error.message, error])).not.toContain('secret-words')
  })

  test('an essay about captchas is no bot wall', async () => {
    expect((await read('/essay'))['markdown']).toContain('traffic lights')
  })

  test.each(['ftp://a.test/', 'not an address', '/relative', '', undefined])(
    'url %j is invalid_input',
    async (url) => {
      verifies('utility:4:3')
      await expect(caller.call(extract, { url })).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test('a private address is url_not_allowed', async () => {
    const outcome = caller.call(extract, { url: 'http://10.0.0.1/' })
    await expect(outcome).rejects.toMatchObject({ code: 'url_not_allowed', status: 400 })
  })

  test('a cancelled call is cancelled', async () => {
    const outcome = caller.call(
      extract,
      { url: `${server.origin}/article` },
      { signal: AbortSignal.abort() },
    )
    await expect(outcome).rejects.toThrow()
  })
})
