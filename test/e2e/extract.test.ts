import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveBellhop, type Served } from '../support/bellhop.ts'
import { CLIENTS, type McpClient, type ToolAnswer } from '../support/clients.ts'
import { type Page, type PageServer, startPageServer } from '../support/page-server.ts'

const sentence = 'The tide comes in twice a day, and the boats wait for it in the harbour. '
const text = (count: number): string => `<p>${sentence.repeat(3)}</p>`.repeat(count)
const json = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const page = (body: string, head = ''): Page => ({
  body: `<html><head><title>Tides</title>${head}</head><body>${body}</body></html>`,
})
const article = (head = '', body = text(8)): Page => page(`<article>${body}</article>`, head)
const moved = (content: string): Page =>
  article(`<meta http-equiv="Refresh" content="${content}">`, '<p>Moving on.</p>')

const pages: Record<string, Page> = {
  '/plain': article(),
  '/app': page(
    `<div id="root"><p>${sentence}${sentence}${sentence}</p></div><script src="a.js"></script>`,
  ),
  '/wants-scripts': page(
    `<p>${sentence.repeat(4)}</p><noscript>Please enable JavaScript to see all of it.</noscript><script>1</script>`,
  ),
  '/app-with-text': page(`<div id="root">${text(12)}</div><script src="a.js"></script>`),
  '/check': page('<p>Please verify that you are human before you go on. Reference number 7.</p>'),
  '/about-checks': article('', `${text(8)}<p>Some sites verify that you are human.</p>`),
  '/paid-by-data': article(json({ '@type': 'NewsArticle', isAccessibleForFree: false })),
  '/paid-by-text-data': article(json({ '@type': 'NewsArticle', isAccessibleForFree: 'False' })),
  '/paid-by-part': article(
    json({
      '@type': 'NewsArticle',
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false },
    }),
  ),
  '/paid-by-tier': article('<meta property="article:content_tier" content="locked">'),
  '/paid-by-words': article('', `${text(3)}<p>Subscribe now to continue reading.</p>`),
  '/free-by-data': article(json({ '@type': 'NewsArticle', isAccessibleForFree: true })),
  '/free-teasers': article(
    '',
    `${text(5)}<p><a href="/x">Continue reading</a> Subscribe to our letter.</p>`,
  ),
  '/german': { body: `<html lang="de-AT"><article>${text(5)}</article>` },
  '/locale': article('<meta property="og:locale" content="pt_BR">'),
  '/odd-language': { body: `<html lang="the tide"><article>${text(5)}</article>` },
  '/stated': article('<meta property="og:type" content="article">'),
  '/product/boat': article(json({ '@type': 'Product', name: 'Boat' })),
  '/forum/thread-7': article(json({ '@type': 'DiscussionForumPosting' })),
  '/category/tides': page(text(4)),
  '/docs/tides': page(text(4)),
  '/t/tides': page(text(4)),
  '/note.md': { headers: { 'content-type': 'text/markdown' }, body: 'Tides.' },
  '/refresh': moved('0; url=/plain'),
  '/refresh-quoted': moved("0;URL='/plain'"),
  '/refresh-half': moved('0.5, /plain'),
  '/refresh-waits': article('<meta http-equiv="refresh" content="5; url=/plain">'),
  '/refresh-here': article('<meta http-equiv="refresh" content="0; url=/refresh-here#top">'),
  '/refresh-reload': article('<meta http-equiv="refresh" content="0">'),
  '/refresh-noscript': article(
    '<noscript><meta http-equiv="refresh" content="0;url=/plain"></noscript>',
  ),
  '/refresh-private': moved('0; url=http://10.0.0.1/'),
  '/refresh-file': moved('0; url=file:///etc/passwd'),
  '/refresh-loop': moved('0; url=/refresh-pool'),
  '/refresh-pool': moved('0; url=/refresh-loop'),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [`/chain-${n}`, moved(`0; url=/chain-${n - 1}`)]),
  ),
  '/chain-0': article(),
}

let server: PageServer
let bellhop: Served
let client: McpClient
type Answer = Record<string, unknown>

beforeAll(async () => {
  server = await startPageServer(pages)
  bellhop = await serveBellhop(['--allow-hosts', '127.0.0.1'])
  const [, connect] = CLIENTS[0]!
  client = await connect({ url: `${bellhop.url}/mcp` })
})
afterAll(async () => {
  await client.close()
  await bellhop[Symbol.asyncDispose]()
  await server.close()
})

async function overHttp(path: string, input: object = {}, route = '/extract') {
  const response = await fetch(bellhop.url + route, {
    method: 'POST',
    body: JSON.stringify({ url: server.origin + path, ...input }),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
async function overMcp(path: string, input: object = {}, name = 'extract'): Promise<ToolAnswer> {
  return client.callTool({ name, arguments: { url: server.origin + path, ...input } })
}

describe('flags over HTTP and MCP', () => {
  test.each([
    ['needsJs', true, '/app'],
    ['needsJs', true, '/wants-scripts'],
    ['needsJs', undefined, '/app-with-text'],
    ['needsJs', undefined, '/plain'],
    ['blocked', true, '/check'],
    ['blocked', undefined, '/about-checks'],
    ['blocked', undefined, '/plain'],
    ['paywalled', true, '/paid-by-data'],
    ['paywalled', true, '/paid-by-text-data'],
    ['paywalled', true, '/paid-by-part'],
    ['paywalled', true, '/paid-by-tier'],
    ['paywalled', true, '/paid-by-words'],
    ['paywalled', undefined, '/free-by-data'],
    ['paywalled', undefined, '/free-teasers'],
    ['paywalled', undefined, '/plain'],
    ['language', 'de-AT', '/german'],
    ['language', 'pt-BR', '/locale'],
    ['language', undefined, '/odd-language'],
    ['language', undefined, '/plain'],
    ['pageType', 'article', '/stated'],
    ['pageType', 'product', '/product/boat'],
    ['pageType', 'forum', '/forum/thread-7'],
    ['pageType', 'other', '/category/tides'],
    ['pageType', 'other', '/docs/tides'],
    ['pageType', 'other', '/t/tides'],
    ['pageType', undefined, '/note.md'],
    ['truncated', undefined, '/plain'],
    ['fromCache', undefined, '/plain'],
  ])('%s is %s of %s', { tags: 'full' }, async (flag, expected, path) => {
    const { status, body } = await overHttp(path)
    expect(status).toBe(200)
    expect(body[flag]).toBe(expected)
    expect((await overMcp(path)).structuredContent?.[flag]).toBe(expected)
  })

  test.each([
    ['/app', /\[Perhaps incomplete: scripts may add most of the text\.\]$/],
    ['/check', /\[Perhaps a bot check in place of the page\.\]$/],
    ['/paid-by-tier', /\[Not all of the text is free: perhaps only the beginning\.\]$/],
    ['/plain', /harbour\.$/],
  ])('a model is told in words: %s', async (path, expected) => {
    expect((await overMcp(path)).content[0]?.text).toMatch(expected)
  })

  test('truncated and fromCache are true where they are', async () => {
    const input = { maxTokens: 200, maxAge: 600 }
    expect((await overHttp('/stated', input)).body).toMatchObject({ truncated: true })
    const again = { truncated: true, fromCache: true, nextCursor: expect.any(String) as string }
    expect((await overHttp('/stated', input)).body).toMatchObject(again)
    expect((await overMcp('/stated', input)).structuredContent).toMatchObject(again)
  })
})

describe('options over HTTP and MCP', () => {
  test('a bad selector is a 400 with a hint', async () => {
    const { status, body } = await overHttp('/plain', { selector: 'p >' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { code: 'invalid_input', hint: expect.any(String) as string },
    })
    expect(await overMcp('/plain', { exclude: ['::'] })).toMatchObject({ isError: true })
  })

  test('a selector, and one that matches nothing', async () => {
    const chosen = { selector: 'p:first-child', maxAge: 60 }
    expect((await overHttp('/plain', chosen)).body['markdown']).toBe(sentence.repeat(3).trim())
    expect((await overMcp('/plain', chosen)).structuredContent?.['markdown']).toBe(
      sentence.repeat(3).trim(),
    )
    expect(await overHttp('/plain', { selector: '.none' })).toMatchObject({
      status: 422,
      body: { error: { code: 'unparsable', fields: { reason: 'no_match' } } },
    })
  })
})

describe('a page that sends its reader on at once', () => {
  test.each(['/refresh', '/refresh-quoted', '/refresh-half', '/chain-5'])(
    '%s is followed',
    async (path) => {
      const end = server.origin + (path === '/chain-5' ? '/chain-0' : '/plain')
      for (const route of ['/extract', '/metadata', '/unfurl']) {
        expect((await overHttp(path, {}, route)).body).toMatchObject({ url: end, title: 'Tides' })
      }
      expect((await overMcp(path)).structuredContent?.['url']).toBe(end)
    },
  )

  test.each(['/refresh-waits', '/refresh-here', '/refresh-reload', '/refresh-noscript'])(
    '%s is read as it is',
    async (path) => {
      for (const route of ['/extract', '/metadata', '/unfurl']) {
        expect((await overHttp(path, {}, route)).body['url']).toBe(server.origin + path)
      }
    },
  )

  test.each(['/refresh-loop', '/chain-6'])(
    '%s ends, and is not worth another try',
    async (path) => {
      for (const route of ['/extract', '/metadata', '/unfurl']) {
        const before = server.requests.length
        expect(await overHttp(path, {}, route)).toMatchObject({
          status: 502,
          body: { error: { code: 'upstream_refused', retryable: false } },
        })
        expect(server.requests.length - before).toBe(6)
      }
    },
  )

  test('a private address behind it is refused', async () => {
    for (const route of ['/extract', '/metadata', '/unfurl']) {
      expect(await overHttp('/refresh-private', {}, route)).toMatchObject({
        status: 400,
        body: { error: { code: 'url_not_allowed' } },
      })
    }
    expect((await overHttp('/refresh-file')).body).toMatchObject({ markdown: 'Moving on.' })
  })
})
