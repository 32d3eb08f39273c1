import { readdirSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { pagesOnDemand } from '../../../../src/net/cache/open.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import {
  folderOf,
  HOUR_S,
  instance,
  log,
  page,
  serve,
  START,
  TEXT,
  bodyText,
} from '../../../support/page-cache.ts'
import type { Page } from '../../../support/page-server.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'

/** A page that answers 304 to whoever knows its tag. */
function tagged(state: { etag: string; body: string; headers?: Record<string, string> }): Page {
  return {
    body: (request, response) => {
      const headers = { 'content-type': 'text/html', etag: state.etag, ...state.headers }
      const isKnown = request.headers['if-none-match'] === state.etag
      response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : state.body)
    },
  }
}

describe('a copy', () => {
  it('is given instead of a request, and says how old it is', async () => {
    const server = await serve({ '/': page() })
    const { get, pass } = instance()
    expect((await get(server.url)).stored).toBeUndefined()
    pass(60)
    const again = await get(server.url)
    expect(server.requests).toHaveLength(1)
    expect(bodyText(again)).toBe(TEXT)
    expect(again).toMatchObject({ status: 200, complete: true, url: server.url })
    expect(again.stored).toEqual({ at: new Date(START), ageS: 60 })
    expect(again.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each([
    ['older than wanted', 601, {}],
    ['as old as wanted', 600, {}],
    ['old when it came, by its Age', 300, { age: '400' }],
  ])('is not given when %s', async (_, seconds, headers) => {
    const server = await serve({ '/': page(headers) })
    const { get, pass } = instance()
    await get(server.url, 600)
    pass(seconds)
    expect((await get(server.url, 600)).stored).toBeUndefined()
    expect(server.requests).toHaveLength(2)
  })

  it('is never given to a call that names no age, or none at all', async () => {
    const server = await serve({ '/': page() })
    const { get, plain } = instance()
    await get(server.url)
    await plain(server.url)
    await get(server.url, 0)
    expect(server.requests).toHaveLength(3)
  })

  it('is not stored by a call that names no age', async () => {
    const server = await serve({ '/': page() })
    const { get, plain } = instance()
    await plain(server.url)
    await get(server.url)
    expect(server.requests).toHaveLength(2)
  })

  it('belongs to its caller', async () => {
    const server = await serve({ '/': page({ 'cache-control': 'private' }) })
    const { get } = instance()
    await get(server.url, HOUR_S, { owner: 'ann' })
    expect((await get(server.url, HOUR_S, { owner: 'bob' })).stored).toBeUndefined()
    expect((await get(server.url, HOUR_S, { owner: 'ann' })).stored).toBeDefined()
  })

  it('is no copy of what is larger than a call takes', async () => {
    const server = await serve({ '/': page() })
    const { get } = instance()
    await get(server.url)
    const small = get(server.url, HOUR_S, { maxBytes: 100 })
    await expect(small).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is not made of a download that was ended early', async () => {
    const server = await serve({ '/': page() })
    const { get } = instance()
    await get(server.url, HOUR_S, { enough: () => true })
    expect((await get(server.url)).stored).toBeUndefined()
  })

  it('stands behind each hop of a redirect that may be stored', async () => {
    const moved = { status: 301, headers: { location: '/new' }, body: '' }
    const server = await serve({ '/old': moved, '/new': page() })
    const { get } = instance()
    await get(`${server.origin}/old`)
    const again = await get(`${server.origin}/old`)
    expect(again).toMatchObject({ url: `${server.origin}/new`, hops: 1 })
    expect(server.requests).toHaveLength(2)
  })

  it('does not stand behind a redirect that holds for now only', async () => {
    const moved = { status: 302, headers: { location: '/new' }, body: '' }
    const server = await serve({ '/old': moved, '/new': page() })
    const { get } = instance()
    await get(`${server.origin}/old`)
    await get(`${server.origin}/old`)
    expect(server.requests.map(({ path }) => path)).toEqual(['/old', '/new', '/old'])
  })
})

describe('the other server decides (RFC 9111)', () => {
  it.each([
    ['no-store', page({ 'cache-control': 'No-Store, max-age=600' })],
    ['Vary: *', page({ vary: 'accept-encoding, *' })],
    ['an error', { status: 404, body: TEXT, headers: { 'cache-control': 'max-age=600' } }],
    ['a failure', { status: 503, body: TEXT, headers: { 'cache-control': 'max-age=600' } }],
  ])('%s is not stored', async (_, answer) => {
    const server = await serve({ '/': answer })
    const { get } = instance()
    await get(server.url)
    expect((await get(server.url)).stored).toBeUndefined()
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['no-cache', { 'cache-control': 'no-cache' }, 1],
    ['must-revalidate, stale', { 'cache-control': 'max-age=10, Must-Revalidate' }, 11],
    ['Pragma: no-cache', { pragma: 'no-cache' }, 1],
  ])('%s is asked for before it is given', async (_, headers, seconds) => {
    const server = await serve({ '/': tagged({ etag: '"1"', body: TEXT, headers }) })
    const { get, pass } = instance()
    await get(server.url)
    pass(seconds)
    const again = await get(server.url)
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.headers['if-none-match']).toBe('"1"')
    expect(bodyText(again)).toBe(TEXT)
  })

  it.each([
    ['must-revalidate, fresh', { 'cache-control': 'max-age=20, must-revalidate' }],
    ['stale, which a caller who names an age accepts', { 'cache-control': 'max-age=1' }],
    ['fresh by Expires', { expires: new Date(START + 60_000).toUTCString() }],
  ])('%s is given', async (_, headers) => {
    const server = await serve({ '/': page(headers) })
    const { get, pass } = instance()
    await get(server.url)
    pass(11)
    expect((await get(server.url)).stored?.ageS).toBe(11)
  })

  it('a representation that varies is given to the same request only', async () => {
    const server = await serve({ '/': page({ vary: 'Accept' }) })
    const { get } = instance()
    await get(server.url)
    expect((await get(server.url, HOUR_S, { accept: 'text/markdown' })).stored).toBeUndefined()
    expect((await get(server.url)).stored).toBeDefined()
  })

  it('one that varies by the name of the software is not given to another version', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page({ vary: 'User-Agent' }) })
    await instance({ folder }).get(server.url)
    const [name = ''] = readdirSync(folder)
    const pages = pagesOnDemand({ folder, diskMaxBytes: 1e6, now: () => START, log })
    const newer = createLocalFetch({
      allowHosts: ['127.0.0.1'],
      userAgent: 'Bellhop/2',
      log,
      pages,
    })
    const cache = { maxAgeS: HOUR_S, owner: '' }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const other = await newer(server.url, { signal, accept: 'text/html', cache })
    expect(name).toMatch(/^[0-9a-f]{64}$/)
    expect(other.stored).toBeUndefined()
  })
})

describe('asking whether a copy still holds', () => {
  it('a 304 keeps the copy and makes it young again, with its new headers', async () => {
    const state = {
      etag: '"1"',
      body: TEXT,
      headers: { 'x-tide': 'low', 'content-encoding': 'gzip' },
    }
    const server = await serve({
      '/': {
        body: (request, response) => {
          const isKnown = request.headers['if-none-match'] === state.etag
          const type = isKnown ? {} : { 'content-type': 'text/html' }
          const headers = { etag: state.etag, ...type, 'x-tide': isKnown ? 'high' : 'low' }
          response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : TEXT)
        },
      },
    })
    const { get, pass } = instance()
    await get(server.url, 600)
    pass(700)
    const confirmed = await get(server.url, 600)
    expect(bodyText(confirmed)).toBe(TEXT)
    expect(confirmed.status).toBe(200)
    expect(confirmed.headers).toMatchObject({ 'x-tide': 'high', 'content-type': 'text/html' })
    expect(confirmed.stored).toEqual({ at: new Date(START + 700_000), ageS: 0 })
    pass(300)
    expect((await get(server.url, 600)).stored?.ageS).toBe(300)
    expect(server.requests).toHaveLength(2)
  })

  it('goes by Last-Modified where there is no tag', async () => {
    const modified = 'Thu, 01 Jan 2026 00:00:00 GMT'
    const server = await serve({
      '/': {
        body: (request, response) => {
          const isKnown = request.headers['if-modified-since'] === modified
          const headers = { 'content-type': 'text/html', 'last-modified': modified }
          response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : TEXT)
        },
      },
    })
    const { get } = instance()
    await get(server.url)
    const again = await get(server.url, 0)
    expect(bodyText(again)).toBe(TEXT)
    expect(again.stored?.ageS).toBe(0)
  })

  it('gives the new page where it has changed, and keeps that', async () => {
    const state = { etag: '"1"', body: TEXT }
    const server = await serve({ '/': tagged(state) })
    const { get } = instance()
    await get(server.url)
    Object.assign(state, { etag: '"2"', body: 'High tide.' })
    expect(bodyText(await get(server.url, 0))).toBe('High tide.')
    expect(bodyText(await get(server.url))).toBe('High tide.')
    expect(server.requests).toHaveLength(2)
  })

  it('a 304 that speaks of another page is not believed', async () => {
    let count = 0
    const server = await serve({
      '/': {
        body: (_request, response) => {
          count += 1
          if (count === 2) response.writeHead(304, { etag: '"other"' }).end()
          else
            response
              .writeHead(200, { etag: '"1"', 'content-type': 'text/html' })
              .end(`page ${count}`)
        },
      },
    })
    const { get } = instance()
    await get(server.url)
    expect(bodyText(await get(server.url, 0))).toBe('page 3')
    expect(server.requests[2]?.headers['if-none-match']).toBeUndefined()
  })

  it('a page that must not be stored any more is not', async () => {
    const state = { etag: '"1"', body: TEXT, headers: {} }
    const server = await serve({ '/': tagged(state) })
    const { get } = instance()
    await get(server.url)
    Object.assign(state, { etag: '"2"', headers: { 'cache-control': 'no-store' } })
    await get(server.url, 0)
    await get(server.url)
    expect(server.requests).toHaveLength(3)
  })
})

describe('the guard', () => {
  it('checks the address of a copy: an exception that was closed is closed', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page() })
    await instance({ folder }).get(server.url)
    const closed = instance({ folder, allowHosts: [] })
    await expect(closed.get(server.url)).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  it('looks the name of a copy up: one that leads to a private address by now is refused', async () => {
    const pages = pagesOnDemand({ now: () => START, log })
    const url = 'http://tide.bellhop-names.org/'
    const options = {
      signal: AbortSignal.timeout(PATIENCE_MS),
      cache: { maxAgeS: HOUR_S, owner: '' },
    }
    const accept = '*/*'
    const requestHeaders = { 'user-agent': 'Bellhop/test', accept, 'accept-encoding': 'gzip, br' }
    const body = Buffer.from(TEXT)
    await (await pages()).store('', { url, status: 200, headers: {}, asked: requestHeaders, body })
    const fetchBy = (address: string, family: number) =>
      createLocalFetch({
        allowHosts: [],
        userAgent: 'Bellhop/test',
        log,
        resolve: async () => [{ address, family }],
        pages,
      })
    // No connection is made: nobody listens there.
    expect(bodyText(await fetchBy('93.184.215.14', 4)(url, options))).toBe(TEXT)
    for (const [address, family] of [
      ['127.0.0.1', 4],
      ['fd00::1', 6],
    ] as const) {
      const refused = fetchBy(address, family)(url, options)
      await expect(refused).rejects.toMatchObject({ code: 'url_not_allowed' })
    }
  })

  it('a lookup that never ends ends with the call', async () => {
    const pages = pagesOnDemand({ now: () => START, log })
    const url = 'http://tide.bellhop-names.org/'
    const requestHeaders = {
      'user-agent': 'Bellhop/test',
      accept: '*/*',
      'accept-encoding': 'gzip, br',
    }
    await (
      await pages()
    ).store('', { url, status: 200, headers: {}, asked: requestHeaders, body: Buffer.from('') })
    const fetch = createLocalFetch({
      allowHosts: [],
      userAgent: 'Bellhop/test',
      log,
      resolve: async () => new Promise(() => {}),
      pages,
    })
    const signal = AbortSignal.timeout(50)
    const outcome = fetch(url, { signal, cache: { maxAgeS: HOUR_S, owner: '' } })
    await expect(outcome).rejects.toMatchObject({ code: 'cancelled' })
  })
})

test('a page larger than a copy may be is not kept', async () => {
  const server = await serve({ '/': page({}, 'x'.repeat(5_000_001)) })
  const { get } = instance()
  await get(server.url, HOUR_S, { maxBytes: 6_000_000 })
  expect((await get(server.url, HOUR_S, { maxBytes: 6_000_000 })).stored).toBeUndefined()
})
