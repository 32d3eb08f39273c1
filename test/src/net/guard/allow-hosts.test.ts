import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { parseAllowHosts } from '../../../../src/net/guard/allow-hosts.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import { startPageServer } from '../../../support/page-server.ts'

const signal = new AbortController().signal
const log = pino({ level: 'silent' })
const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const fetchAllowing = (...allowHosts: string[]) =>
  createLocalFetch({ allowHosts, userAgent: 'Bellhop', log, resolve, deadlineMs: 60_000 })

describe('parseAllowHosts', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', 80, true],
    ['127.0.0.1', '127.0.0.1', 6379, true],
    ['127.0.0.1:80', '127.0.0.1', 80, true],
    ['127.0.0.1:80', '127.0.0.1', 443, false],
    ['127.0.0.1:443', '127.0.0.1', 443, true],
    ['127.0.0.1:443', '127.0.0.1', 80, false],
    ['127.0.0.1:8000', '127.0.0.1', 8000, true],
    ['127.0.0.1:8000', '127.0.0.1', 8001, false],
    ['127.1', '127.0.0.1', 80, true],
    ['0x7f000001:80', '127.0.0.1', 80, true],
    ['127.0.0.1', '127.0.0.2', 80, false],
    ['127.0.0.1', 'localhost', 80, false],
    ['127.0.0.1', '[::1]', 80, false],
    ['127.0.0.1', '[::ffff:7f00:1]', 80, false],
    ['localhost', '127.0.0.1', 80, false],
    ['localhost', 'app.localhost', 80, false],
    ['LOCALHOST.', 'localhost', 80, true],
    ['localhost', 'localhost.', 80, true],
    ['::1', '[::1]', 80, true],
    ['[::1]', '::1', 80, true],
    ['[::1]:8000', '[::1]', 8000, true],
    ['[::1]:8000', '[::1]', 80, false],
    ['[0:0::0:1]', '[::1]', 80, true],
    ['docs.internal', 'docs.internal', 80, true],
    ['docs.internal', 'a.docs.internal', 80, false],
    ['internal', 'docs.internal', 80, false],
    ['bücher.internal', 'xn--bcher-kva.internal', 80, true],
  ])('%s allows %s port %i: %s', (entry, host, port, expected) => {
    expect(parseAllowHosts([entry]).has(host, port)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '*',
    '*.internal',
    'http://127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1/path',
    '10.0.0.0/8',
    'user@127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:x',
    '127.0.0.1:70000',
    'a b',
    'a?b',
    'a#b',
    'a\\b',
    '256.0.0.1',
    'fe80::1%eth0',
  ])('refuses the entry %j', (entry) => {
    expect(() => parseAllowHosts([entry])).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
    expect(() => fetchAllowing(entry)).toThrow('is not a host')
  })

  it('allows nothing by default', () => {
    expect(parseAllowHosts([]).has('127.0.0.1', 80)).toBe(false)
  })
})

describe('an allowed host', () => {
  it('may be fetched on any port, or on the one that is named', async () => {
    await using pages = await startPageServer({ '/': { body: 'ok' } })
    for (const entry of [pages.host, `${pages.host}:${pages.port}`]) {
      expect(await fetchAllowing(entry)(pages.url, { signal })).toMatchObject({ status: 200 })
    }
    await expect(
      fetchAllowing(`${pages.host}:${pages.port + 1}`)(pages.url, { signal }),
    ).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect(pages.requests).toHaveLength(2)
  })

  it('may be a name that resolves to a private address', async () => {
    await using pages = await startPageServer({ '/': { body: 'ok' } })
    for (const name of ['docs.internal', 'localhost', 'intranet']) {
      const url = `http://${name}:${pages.port}/`
      expect(await fetchAllowing(name)(url, { signal })).toMatchObject({ status: 200, url })
    }
  })

  it('allows no other host that leads to the same place', async () => {
    await using pages = await startPageServer({ '/': { body: 'ok' } })
    const guarded = fetchAllowing('127.0.0.1', 'docs.internal')
    const hosts = ['localhost', '[::1]', '[::ffff:127.0.0.1]', '127.0.0.2', 'a.docs.internal']
    for (const host of [...hosts, 'www.bellhop-vectors.com']) {
      await expect(guarded(`http://${host}:${pages.port}/`, { signal })).rejects.toMatchObject({
        code: 'url_not_allowed',
      })
    }
    await expect(guarded('http://www.bellhop-vectors.com/', { signal })).rejects.toMatchObject({
      cause: { reason: 'resolved_address' },
    })
    expect(pages.requests).toEqual([])
  })

  it('cannot redirect to a host that is not allowed, and keeps the other rules', async () => {
    await using hidden = await startPageServer({ '/': { body: 'secret' } })
    await using pages = await startPageServer({
      '/other-port': { status: 302, headers: { location: hidden.url }, body: '' },
      '/name': { status: 302, headers: { location: `http://localhost:${hidden.port}/` }, body: '' },
      '/mapped': { status: 302, headers: { location: 'http://[::ffff:127.0.0.1]/' }, body: '' },
      '/user': { status: 302, headers: { location: '//user@127.0.0.1/' }, body: '' },
      '/file': { status: 302, headers: { location: 'file:///etc/passwd' }, body: '' },
    })
    const guarded = fetchAllowing(`127.0.0.1:${pages.port}`)
    for (const path of ['/other-port', '/name', '/mapped', '/user', '/file']) {
      await expect(guarded(pages.origin + path, { signal })).rejects.toMatchObject({
        code: 'url_not_allowed',
      })
    }
    await expect(guarded(`http://user@127.0.0.1:${pages.port}/`, { signal })).rejects.toMatchObject(
      { cause: { reason: 'userinfo' } },
    )
    expect(hidden.requests).toEqual([])
    expect(pages.requests).toHaveLength(5)
  })
})
