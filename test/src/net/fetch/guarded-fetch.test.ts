import { Writable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { toOperationError } from '../../../../src/contract/errors.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import {
  FETCHES_MAX_COUNT,
  FETCHES_PER_PRINCIPAL_MAX_COUNT,
  FETCHES_RESERVED_COUNT,
  FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from '../../../../src/net/limits.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import { bodyText } from '../../../support/page-cache.ts'
import { startPageServer } from '../../../support/page-server.ts'

const signal = new AbortController().signal
const silent = pino({ level: 'silent' })
const guarded = createLocalFetch({
  allowHosts: ['127.0.0.1'],
  userAgent: 'Bellhop/test',
  log: silent,
  deadlineMs: 60_000,
})

describe('a request', () => {
  it('is a GET with three headers of ours and no credentials', async () => {
    await using pages = await startPageServer({
      '/': { status: 302, headers: { location: '/next', 'set-cookie': 'a=b' }, body: '' },
      '/next': { body: 'ok' },
    })
    await guarded(pages.url, { signal, accept: 'text/markdown, text/html;q=0.9' })
    expect(pages.requests).toEqual(
      ['/', '/next'].map((path) => ({
        method: 'GET',
        path,
        headers: {
          host: `127.0.0.1:${pages.port}`,
          connection: 'keep-alive',
          'user-agent': 'Bellhop/test',
          accept: 'text/markdown, text/html;q=0.9',
          'accept-encoding': 'gzip, br',
        },
      })),
    )
  })
})

describe('at once', () => {
  it('are as many requests as documented, and a place is given back', async () => {
    const waiting: (() => void)[] = []
    await using pages = await startPageServer({
      '/hold': { body: (_request, response) => void waiting.push(() => response.end('ok')) },
      '/': { body: 'ok' },
    })
    const stop = new AbortController()
    const hold = async (id: string) =>
      guarded(`${pages.origin}/hold`, {
        signal: stop.signal,
        principal: { ...LOCAL_PRINCIPAL, id },
      }).then(bodyText, toOperationError)
    const each = FETCHES_PER_PRINCIPAL_MAX_COUNT + FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT
    const held = ['ann', 'bob', 'cy'].flatMap((id) => Array.from({ length: each }, () => hold(id)))
    // One of them is of somebody who has no other.
    const shared = FETCHES_MAX_COUNT - FETCHES_RESERVED_COUNT + 1
    await vi.waitFor(() => expect(waiting).toHaveLength(shared))
    expect(await hold('ann')).toMatchObject({ code: 'rate_limited', hint: expect.any(String) })
    // Who has none under way is not kept waiting by the others.
    const options = { signal, principal: { ...LOCAL_PRINCIPAL, id: 'dee' } }
    expect(bodyText(await guarded(pages.url, options))).toBe('ok')
    for (const release of waiting) release()
    expect((await Promise.all(held.slice(0, 1)))[0]).toBe('ok')
    stop.abort()
    expect(
      (await Promise.all(held)).filter((outcome) => outcome === 'ok').length,
    ).toBeGreaterThanOrEqual(shared)
    expect(bodyText(await guarded(pages.url, { signal }))).toBe('ok')
  })
})

describe('a POST', () => {
  it('carries its body, and is never redirected', async () => {
    const bodies: string[] = []
    await using pages = await startPageServer({
      '/': {
        body: (request, response) => {
          request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk))
          request.on('end', () => response.end('ok'))
        },
      },
      '/moved': { status: 307, headers: { location: '/' }, body: '' },
    })
    const post = { contentType: 'application/json', body: '{"a":1}' }
    expect(bodyText(await guarded(pages.url, { signal, post }))).toBe('ok')
    expect(bodies).toEqual([post.body])
    expect(pages.requests).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': '7' } },
    ])
    await expect(guarded(`${pages.origin}/moved`, { signal, post })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(bodies).toHaveLength(1)
  })
})

describe('a redirect', () => {
  it('is refused where the caller says so', async () => {
    await using pages = await startPageServer({
      '/': { status: 302, headers: { location: '/next' }, body: '' },
      '/next': { body: 'ok' },
    })
    await expect(guarded(pages.url, { signal, redirects: 'refuse' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(pages.requests.map(({ path }) => path)).toEqual(['/'])
  })
})

describe('an answer', () => {
  it.each([200, 204, 300, 304, 403, 404, 500, 503])(
    'with status %i is returned',
    async (status) => {
      await using pages = await startPageServer({ '/': { status, body: '' } })
      expect(await guarded(pages.url, { signal })).toMatchObject({ status, complete: true })
    },
  )

  it('has lower-case headers, repeated ones joined', async () => {
    await using pages = await startPageServer({
      '/': { headers: { 'X-One': 'a', Link: ['<a>', '<b>'], __proto__x: 'c' }, body: 'ok' },
    })
    const { headers } = await guarded(pages.url, { signal })
    expect(headers).toMatchObject({ 'x-one': 'a', link: '<a>, <b>', __proto__x: 'c' })
  })

  it.each([
    ['gzip', Buffer.from('hello')],
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['GZIP', gzipSync('hello')],
    ['identity, gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['identity', Buffer.from('hello')],
    ['', Buffer.from('hello')],
  ])('in the coding %j is decoded', async (coding, body) => {
    await using pages = await startPageServer({
      '/': { headers: { 'content-encoding': coding }, body },
    })
    expect(bodyText(await guarded(pages.url, { signal }))).toBe('hello')
  })

  it('without a body may name a coding', async () => {
    await using pages = await startPageServer({
      '/': {
        status: 403,
        headers: { 'content-encoding': 'gzip', 'content-length': '0' },
        body: '',
      },
      '/304': { status: 304, headers: { 'content-encoding': 'gzip' }, body: '' },
    })
    for (const path of ['/', '/304']) {
      expect(bodyText(await guarded(pages.origin + path, { signal }))).toBe('')
    }
  })

  it('may be as large as the cap, coded or not, and no larger', async () => {
    const page = Buffer.alloc(1000, 'a')
    await using pages = await startPageServer({
      '/': { body: page },
      '/chunked': { headers: { 'transfer-encoding': 'chunked' }, body: page },
      '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(page) },
    })
    for (const path of ['/', '/chunked', '/gzip']) {
      const url = pages.origin + path
      expect((await guarded(url, { signal, maxBytes: 1000 })).body).toHaveLength(1000)
      await expect(guarded(url, { signal, maxBytes: 999 })).rejects.toMatchObject({
        code: 'too_large',
        status: 413,
        fields: { maxBytes: 999 },
      })
    }
  })
})

describe('redirects', () => {
  it('are followed five times and not six', async () => {
    const hop = (next: number) => ({
      status: 301,
      headers: { location: `/${next}` },
      body: 'moved',
    })
    await using pages = await startPageServer({
      ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/${n}`, hop(n + 1)])),
      '/0': hop(1),
      '/6': { body: 'end' },
    })
    const fetched = await guarded(`${pages.origin}/1`, { signal })
    expect([fetched.url, bodyText(fetched)]).toEqual([`${pages.origin}/6`, 'end'])
    await expect(guarded(`${pages.origin}/0`, { signal })).rejects.toMatchObject({
      code: 'upstream_refused',
      message: 'The other server redirects too many times.',
      retryable: false,
    })
  })

  it('count what led to the address, and are refused for the same reasons', async () => {
    await using pages = await startPageServer({ '/': { body: 'end' } })
    const led = async (url: string, hops: number) =>
      guarded(pages.url, { signal, from: { url, hops } })
    expect((await led('http://a.test/', 4)).hops).toBe(5)
    await expect(led('http://a.test/', 5)).rejects.toMatchObject({ code: 'upstream_refused' })
    await expect(led('https://a.test/', 0)).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect(pages.requests).toHaveLength(1)
  })

  it('may be written in raw UTF-8, as browsers read them', async () => {
    const location = Buffer.from('/ä b?q=ü').toString('latin1')
    await using pages = await startPageServer({
      '/': { status: 302, headers: { location }, body: '' },
      '/%C3%A4%20b': { body: 'found' },
    })
    const { url, body } = await guarded(pages.url, { signal })
    expect([url, bodyText({ body })]).toEqual([`${pages.origin}/%C3%A4%20b?q=%C3%BC`, 'found'])
  })

  it('without an address are answers', async () => {
    await using pages = await startPageServer({ '/': { status: 302, body: 'where?' } })
    expect(bodyText(await guarded(pages.url, { signal }))).toBe('where?')
  })
})

describe('reading', () => {
  it('stops when the reader has enough, at any size, and closes the connection', async () => {
    let closed = false
    await using pages = await startPageServer({
      '/': {
        body: (_request, response) => {
          response.writeHead(200, { 'content-length': '99000000000' }).write('<head></head>')
          const timer = setInterval(() => response.write('<p>more</p>'), 5)
          response.on('close', () => {
            closed = true
            clearInterval(timer)
          })
        },
      },
    })
    const fetched = await guarded(pages.url, {
      signal,
      enough: (chunk) => Buffer.from(chunk).includes('</head>'),
    })
    expect(fetched).toMatchObject({ status: 200, complete: false })
    // What was already on its way may come along.
    expect(bodyText(fetched)).toMatch(/^<head><\/head>(<p>more<\/p>){0,1000}$/)
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  it('is complete when the reader never has enough, and still capped', async () => {
    await using pages = await startPageServer({ '/': { body: 'a'.repeat(1000) } })
    const enough = () => false
    expect(await guarded(pages.url, { signal, enough })).toMatchObject({ complete: true })
    await expect(guarded(pages.url, { signal, enough, maxBytes: 999 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('tells how far it has come', async () => {
    const coded = gzipSync('a'.repeat(300_000))
    const codedHeaders = { 'content-encoding': 'gzip', 'content-length': String(coded.length) }
    await using pages = await startPageServer({
      '/': { headers: { 'content-length': '300000' }, body: 'a'.repeat(300_000) },
      '/gzip': { headers: codedHeaders, body: coded },
    })
    for (const [path, total] of [
      ['/', 300_000],
      ['/gzip', undefined],
    ] as const) {
      const steps: [number, number | undefined][] = []
      await guarded(pages.origin + path, { signal, progress: (...step) => steps.push(step) })
      expect(steps.length).toBeGreaterThan(1)
      expect(steps.at(-1)).toEqual([300_000, total])
      expect(steps).toEqual(steps.toSorted(([a], [b]) => a - b))
    }
  })

  it('passes on what its observers throw', async () => {
    await using pages = await startPageServer({ '/': { body: 'ok' } })
    const fault = new TypeError('a fault of ours')
    const progress = () => {
      throw fault
    }
    await expect(guarded(pages.url, { signal, progress })).rejects.toBe(fault)
  })
})

describe('cancelling', () => {
  it.each(['before the answer', 'within the answer'])('%s closes the connection', async (when) => {
    const abort = new AbortController()
    let closed = false
    await using pages = await startPageServer({
      '/': {
        body: (_request, response) => {
          response.on('close', () => (closed = true))
          if (when === 'within the answer') response.writeHead(200).write('beginning')
          else abort.abort()
        },
      },
    })
    const progress = () => abort.abort()
    await expect(guarded(pages.url, { signal: abort.signal, progress })).rejects.toMatchObject({
      code: 'cancelled',
    })
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  it('works while the name is being looked up, and before anything began', async () => {
    const abort = new AbortController()
    let requests = 0
    const waiting = createLocalFetch({
      allowHosts: [],
      userAgent: 'Bellhop',
      log: silent,
      resolve: () => {
        requests += 1
        abort.abort()
        return new Promise(() => {})
      },
    })
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(waiting('http://example.com/', { signal: abort.signal })).rejects.toMatchObject({
        code: 'cancelled',
      })
    }
    expect(requests).toBe(1)
  })
})

describe('the deadline', () => {
  it('counts the name lookup too', async () => {
    const waiting = createLocalFetch({
      allowHosts: [],
      userAgent: 'Bellhop',
      log: silent,
      resolve: () => new Promise(() => {}),
      deadlineMs: 30,
    })
    await expect(waiting('http://example.com/', { signal })).rejects.toMatchObject({
      code: 'upstream_timeout',
      status: 504,
      fields: { deadlineMs: 30 },
    })
  })
})

describe('the log', () => {
  it('names what was refused, which the caller is not told', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'info' },
      new Writable({
        write: (line: Buffer, _encoding, done) => {
          lines.push(line.toString())
          done()
        },
      }),
    )
    await using pages = await startPageServer({
      '/': { status: 302, headers: { location: 'http://example.com:25/' }, body: '' },
    })
    const logging = createLocalFetch({ allowHosts: ['127.0.0.1'], userAgent: 'Bellhop', log })
    const failures = await Promise.all(
      [pages.url, 'http://10.1.2.3/'].map((url) =>
        logging(url, { signal }).catch((error: unknown) => error),
      ),
    )
    const logged = lines.map((line) => JSON.parse(line) as unknown)
    expect(logged).toHaveLength(2)
    expect(logged).toContainEqual(expect.objectContaining({ level: 30, refusal: 'port', hop: 2 }))
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: 30,
        refusal: 'literal_address',
        detail: '10.1.2.3',
        hop: 1,
      }),
    )
    expect(failures).toMatchObject([{ cause: { reason: 'port' } }, { status: 400 }])
    for (const { message, hint, fields } of failures as Record<string, unknown>[]) {
      expect(JSON.stringify({ message, hint, fields })).not.toMatch(/10\.1|25/)
    }
  })
})
