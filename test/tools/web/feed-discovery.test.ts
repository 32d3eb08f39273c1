import { expect, test } from 'vitest'
import { usualFeeds } from '../../../src/feed/usual-addresses.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { KNOWN_SITES } from '../../support/feed-sites/known.ts'
import type { Page } from '../../support/page-server.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'

const pages: Record<string, Page> = {}
servePagesToCaller(pages)

function serve(site: Readonly<Record<string, Page>>): void {
  for (const path of Object.keys(pages)) delete pages[path]
  Object.assign(pages, site)
}

const read = async (at: string): Promise<Record<string, unknown>> =>
  caller.call(rssToJson, { url: server.origin + at })

const WITH_FEED = KNOWN_SITES.filter(({ feed }) => feed !== null)

test.each(WITH_FEED)('$name', async ({ at, pages: site, feed }) => {
  serve(site)
  const found = await read(at)
  expect(found['feedUrl']).toBe(server.origin + feed)
  expect(found['items']).toMatchObject([{ title: 'Low tide' }])
})

test('a site without any says so, after a bounded number of requests', async () => {
  const site = KNOWN_SITES.find(({ feed }) => feed === null)
  serve(site?.pages ?? {})
  const before = server.requests.length
  await expect(read('/')).rejects.toMatchObject({ code: 'unsupported_content' })
  expect(server.requests.length - before).toBe(1 + 19)
})

test('what is dead or missing is said, to programs and to models', async () => {
  const site = KNOWN_SITES.find(({ name }) => name.startsWith('all named feeds fail'))
  serve(site?.pages ?? {})
  const found = await read('/')
  const unread = [
    { url: `${server.origin}/gone`, code: 'upstream_refused' },
    { url: `${server.origin}/broken`, code: 'upstream_failed' },
  ]
  expect(found).toMatchObject({ isUsual: true, unreadFeeds: unread })
  const text = rssToJson.agent?.text?.(found as never) ?? ''
  expect(text).toContain(
    `[The page names no feed that can be read; this one stands at a usual address. Feeds that it names and that could not be read: ${server.origin}/gone (upstream_refused), ${server.origin}/broken (upstream_failed).]`,
  )
  delete pages['/feed']
  await expect(read('/')).rejects.toMatchObject({
    code: 'upstream_refused',
    fields: { unreadFeeds: unread },
  })
})

test('at most ten named feeds are tried', async () => {
  const links = Array.from(
    { length: 15 },
    (_, at) => `<link rel=alternate type=application/rss+xml href=/dead/${at}>`,
  )
  serve({ '/': { body: links.join('') } })
  const before = server.requests.length
  await expect(read('/')).rejects.toMatchObject({ code: 'upstream_refused' })
  const tried = server.requests.slice(before).filter(({ path }) => path.startsWith('/dead/'))
  expect(tried).toHaveLength(10)
})

test('a position that is gone is no dead feed', async () => {
  const site = `<rss><channel>${[7, 8, 9].map((id) => `<item><guid>${id}</guid></item>`).join('')}</channel></rss>`
  serve({ ...WITH_FEED[0]?.pages, '/feed/': { body: site } })
  const first = await caller.call(rssToJson, { url: `${server.origin}/`, limit: 1 })
  serve({ ...WITH_FEED[0]?.pages, '/comments/feed/': { body: site } })
  const next = { url: `${server.origin}/`, limit: 1, cursor: first['nextCursor'] }
  await expect(caller.call(rssToJson, next)).rejects.toMatchObject({
    code: 'invalid_input',
    hint: expect.stringContaining('Begin anew') as string,
  })
})

test('behind a bot check no further address is tried', async () => {
  serve({
    '/': { body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' },
    '/feed': { body: '<rss><channel><item><title>x</title></item></channel></rss>' },
  })
  const before = server.requests.length
  await expect(read('/')).rejects.toMatchObject({ code: 'page_blocked' })
  expect(server.requests.length - before).toBe(1)
})

test('usual addresses are those of the site, at most 24', () => {
  const url = 'https://site.test/blog/2024/tides'
  const usual = usualFeeds('<meta name="generator" content="WordPress 6.6">', url)
  expect(usual).toHaveLength(24)
  expect(usual.slice(0, 3)).toEqual([
    'https://site.test/blog/2024/tides/feed/',
    'https://site.test/blog/2024/tides/?feed=rss2',
    'https://site.test/feed/',
  ])
  expect(usual.every((address) => address.startsWith('https://site.test/'))).toBe(true)
  expect(usualFeeds('', 'chat://file')).toEqual([])
})
