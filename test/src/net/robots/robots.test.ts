import { describe, expect, test } from 'vitest'
import type { OperationError } from '../../../../src/contract/errors.ts'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../../src/contract/principal.ts'
import { createLog } from '../../../../src/lib/log.ts'
import { createGuardedFetch } from '../../../../src/net/fetch/guarded-fetch.ts'
import {
  ROBOTS_FRESH_MS,
  ROBOTS_MAX_BYTES,
  ROBOTS_MISSED_MS,
} from '../../../../src/net/robots/limits.ts'
import { obeyingFetch } from '../../../../src/net/robots/obeying-fetch.ts'
import { Robots } from '../../../../src/net/robots/robots.ts'
import { type Page, startPageServer } from '../../../support/page-server.ts'

const userAgent = 'Bellhop/test (a program)'
const { signal } = new AbortController()
const BY_RULES = { code: 'upstream_refused', fields: { reason: 'robots' } }
const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body })

/** A fetch that obeys, and its clock. */
function obeying() {
  const settings = { allowHosts: ['127.0.0.1', 'localhost'], userAgent, log: createLog('silent') }
  const clock = { nowMs: 0 }
  const robots = new Robots({
    fetch: createGuardedFetch(settings),
    userAgent,
    now: () => clock.nowMs,
  })
  const fetch = obeyingFetch(createGuardedFetch(settings), async (url, principal) =>
    robots.check(url, principal),
  )
  const read = async (url: string, principal = LOCAL_PRINCIPAL) => fetch(url, { signal, principal })
  return { clock, fetch, read }
}

describe('a fetch that obeys robots.txt', () => {
  test('asks a server for its rules once, and for nothing that these forbid', async () => {
    const pages: Record<string, Page> = {
      '/robots.txt': text('User-agent: bellhop\nDisallow: /private'),
      '/open': { body: 'open' },
      '/private': { body: 'private' },
    }
    await using server = await startPageServer(pages)
    const { read, clock } = obeying()
    const both = await Promise.all([read(`${server.origin}/open`), read(`${server.origin}/open`)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await expect(read(`${server.origin}/private?x=1`)).rejects.toMatchObject(BY_RULES)
    const requestedPaths = () => server.requests.map(({ path }) => path).toSorted()
    expect(requestedPaths()).toEqual(['/open', '/open', '/robots.txt'])
    expect(server.requests[0]?.headers['user-agent']).toBe(userAgent)
    pages['/robots.txt'] = text('')
    await expect(read(`${server.origin}/private`)).rejects.toMatchObject(BY_RULES)
    clock.nowMs += ROBOTS_FRESH_MS + 1
    expect((await read(`${server.origin}/private`)).status).toBe(200)
  })

  test('asks whoever fetches, too', async () => {
    await using server = await startPageServer({ '/open': { body: 'open' } })
    const { fetch } = obeying()
    const permit = async (): Promise<void> => Promise.reject(new Error('Not for you.'))
    const reading = fetch(`${server.origin}/open`, { signal, principal: LOCAL_PRINCIPAL, permit })
    await expect(reading).rejects.toThrow('Not for you.')
    expect(server.requests).toEqual([])
  })

  test('asks before each redirect, the other server too', async () => {
    await using other = await startPageServer({
      '/robots.txt': text('User-agent: *\nDisallow: /b'),
      '/a': { body: 'a' },
      '/b': { body: 'b' },
    })
    await using server = await startPageServer({
      '/robots.txt': text('User-agent: *\nDisallow: /secret'),
      '/to-secret': { status: 302, headers: { location: '/secret' }, body: '' },
      '/secret': { body: 'secret' },
      '/to-a': { status: 302, headers: { location: `${other.origin}/a` }, body: '' },
      '/to-b': { status: 302, headers: { location: `${other.origin}/b` }, body: '' },
    })
    const { read } = obeying()
    await expect(read(`${server.origin}/to-secret`)).rejects.toMatchObject(BY_RULES)
    await expect(read(`${server.origin}/to-b`)).rejects.toMatchObject(BY_RULES)
    expect((await read(`${server.origin}/to-a`)).url).toBe(`${other.origin}/a`)
    const requestedPaths = [...server.requests, ...other.requests].map(({ path }) => path)
    expect(new Set(requestedPaths)).toEqual(
      new Set(['/robots.txt', '/to-secret', '/to-b', '/to-a', '/a']),
    )
  })

  test('takes what is sent to a server for no reading', async () => {
    await using server = await startPageServer({
      '/robots.txt': text('User-agent: *\nDisallow: /'),
      '/hook': { body: 'ok' },
    })
    const { fetch } = obeying()
    const post = { contentType: 'text/plain', body: 'x' }
    const sent = await fetch(`${server.origin}/hook`, { signal, principal: LOCAL_PRINCIPAL, post })
    expect(sent.status).toBe(200)
  })

  test.each([
    ['404', { status: 404, body: '' }, true],
    ['403', { status: 403, body: 'User-agent: *\nDisallow: /' }, true],
    ['too many redirects', { status: 302, headers: { location: '/robots.txt' }, body: '' }, true],
    [
      'a redirect to where nobody may go',
      { status: 302, headers: { location: 'http://10.0.0.1/robots.txt' }, body: '' },
      true,
    ],
    ['503', { status: 503, body: '' }, false],
    ['a connection that breaks', { body: (request) => void request.socket.destroy() }, false],
    [
      'rules, and then more than is read',
      text(`User-agent: *\nDisallow: /page\n${'#'.repeat(3 * ROBOTS_MAX_BYTES)}`),
      false,
    ],
    [
      'more than is read, and then rules',
      text(`${'# x\n'.repeat(ROBOTS_MAX_BYTES / 2)}User-agent: *\nDisallow: /page`),
      true,
    ],
  ] satisfies [string, Page, boolean][])('where robots.txt is %s', async (_what, page, isRead) => {
    const pages: Record<string, Page> = { '/robots.txt': page, '/page': { body: 'page' } }
    await using server = await startPageServer(pages)
    const { read, clock } = obeying()
    const outcome = read(`${server.origin}/page`).then(
      ({ status }) => status,
      ({ fields }: OperationError) => fields['reason'],
    )
    expect(await outcome).toBe(isRead ? 200 : 'robots')
    pages['/robots.txt'] = text('')
    clock.nowMs += Math.max(ROBOTS_MISSED_MS, isRead ? 0 : ROBOTS_FRESH_MS) + 1
    expect((await read(`${server.origin}/page`)).status).toBe(200)
  })

  test('lets nobody find out by it what they may not reach', async () => {
    await using server = await startPageServer({
      '/robots.txt': text('User-agent: *\nDisallow: /'),
    })
    const { read } = obeying()
    const url = `http://localhost:${server.port}/page`
    await expect(read(url)).rejects.toMatchObject(BY_RULES)
    await expect(read(url, STRANGER)).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  test('stops waiting when its caller does', async () => {
    const requested = Promise.withResolvers<void>()
    await using server = await startPageServer({
      '/robots.txt': { body: () => requested.resolve() },
    })
    const { fetch } = obeying()
    const stop = new AbortController()
    const reading = fetch(`${server.origin}/`, { signal: stop.signal, principal: LOCAL_PRINCIPAL })
    await requested.promise
    stop.abort(new Error('enough'))
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})
