import { expect, test } from 'vitest'
import { canaries } from '../../../support/canaries.ts'
import {
  openAt,
  refusal,
  type Route,
  startOddChatServer,
} from '../../../support/odd-chat-server.ts'

const { signal } = new AbortController()
const LENT = '/user_uploads/temporary/t0k.en/a.txt'

const lends = (url: unknown): Record<string, Route> => ({
  'GET /user_uploads/2/ab/a.txt': () => ({ url }),
})

test('an upload there is read by an address that is lent for it, without a key', async () => {
  await using odd = await startOddChatServer({
    ...lends(LENT),
    [`GET ${LENT}`]: () => ({
      status: 200,
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    }),
  })
  const file = await openAt(odd.url).openFile('2/ab/a.txt', signal)
  expect(Buffer.from(await file.read({ signal, maxBytes: 100 })).toString()).toBe('hello')
  const authorization = `Basic ${btoa(`ada@example.com:${canaries().chatKey}`)}`
  expect(odd.requests.slice(-2)).toMatchObject([
    { path: '/user_uploads/2/ab/a.txt', authorization },
    { path: LENT, authorization: undefined },
  ])
  await expect(file.read({ signal, maxBytes: 4 })).rejects.toMatchObject({ code: 'too_large' })
})

test.each([
  ['missing', 404],
  ['hidden', 403],
  ['refused', 400],
])('a file that is %s is not found, in the words of this server', async (_, status) => {
  await using odd = await startOddChatServer({
    'GET /user_uploads/2/ab/a.txt': () => refusal(status, 'SECRET_REASON'),
  })
  await expect(openAt(odd.url).openFile('2/ab/a.txt', signal)).rejects.toMatchObject({
    code: 'not_found',
    message: 'File not found.',
  })
})

test.each(['', '.', '2/../../messages', '2//a.txt', '2/./a.txt'])(
  'the path %j, which would lead to another route, is not asked for',
  async (path) => {
    await using odd = await startOddChatServer()
    await expect(openAt(odd.url).openFile(path, signal)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(odd.requests).toEqual([])
  },
)

test.each([
  'https://evil.test/user_uploads/temporary/a/b',
  '//evil.test/user_uploads/temporary/a/b',
  '@evil.test/user_uploads/temporary/a/b',
  '/api/v1/messages',
  '/user_uploads/temporary/a',
  '/user_uploads/temporary/a/b?x=y',
  '/user_uploads/temporary/a\\b/c',
  7,
  undefined,
])('%j is no address that is lent, and nothing is asked for there', async (url) => {
  await using odd = await startOddChatServer(lends(url))
  await expect(openAt(odd.url).openFile('2/ab/a.txt', signal)).rejects.toMatchObject({
    code: 'upstream_failed',
  })
  expect(odd.requests.at(-1)?.path).toBe('/user_uploads/2/ab/a.txt')
})

test('a file that is gone when it is read, and a server that is down, are no missing files', async () => {
  await using odd = await startOddChatServer(lends(LENT))
  const server = openAt(odd.url)
  const file = await server.openFile('2/ab/a.txt', signal)
  await expect(file.read({ signal, maxBytes: 100 })).rejects.toMatchObject({
    code: 'upstream_failed',
  })
  odd.routes['GET /user_uploads/2/ab/a.txt'] = () => refusal(500, 'X')
  await expect(server.openFile('2/ab/a.txt', signal)).rejects.toMatchObject({
    code: 'upstream_failed',
  })
})
