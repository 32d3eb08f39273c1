import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from '../../../src/http/listen.ts'
import { quietLog } from '../../support/store-backend.ts'

test.each([
  ['no Host', 'GET / HTTP/1.0\r\n\r\n'],
  ['a Host that is no name', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
])('a request with %s is answered in the documented shape', async (_, request) => {
  const server = await listen(() => new Response('reached'), {
    host: '127.0.0.1',
    port: 0,
    log: quietLog,
  })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    error: { code: 'invalid_input', retryable: false, hint: expect.any(String) },
  })
  await server.close(async () => {})
})

test('a connection is kept for longer than proxies keep theirs', async () => {
  const server = await listen(() => new Response('reached'), {
    host: '127.0.0.1',
    port: 0,
    log: quietLog,
  })
  const { headers } = await fetch(server.url)
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(120)
  await server.close(async () => {})
})

test(
  'who was refused many times and comes again at once waits, and nobody else',
  { tags: 'full' },
  async () => {
    const begun: string[] = []
    const answerOf = (request: Request) => {
      const who = request.headers.get('authorization') ?? ''
      begun.push(who)
      return new Response('', { status: who === 'loud' ? 429 : 200 })
    }
    const server = await listen(answerOf, { host: '127.0.0.1', port: 0, log: quietLog })
    const ask = async (who: string) =>
      (await fetch(server.url, { headers: { authorization: who } })).text()
    await Promise.all(Array.from({ length: 40 }, async () => ask('loud')))
    begun.length = 0
    await Promise.all([ask('loud'), ask('quiet')])
    expect(begun).toEqual(['quiet', 'loud'])
    await server.close(async () => {})
  },
)
