import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { Neighbours } from '../../../../src/mcp/sessions/neighbours.ts'

/** A server that answers with an event stream, which stays open. */
async function startOther() {
  const requests: {
    method?: string | undefined
    url?: string | undefined
    headers: IncomingHttpHeaders
    body: string
  }[] = []
  const closed = vi.fn<() => void>()
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    response.once('close', closed)
    const answer = async () => {
      requests.push({ method, url, headers, body: await text(request) })
      if (method === 'DELETE') response.writeHead(204).end()
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    }
    void answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    requests,
    closed,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const credentials = { authorization: 'Bearer key', 'mcp-session-id': 'other.1', host: 'chat.test' }
const ADDRESS = 'http://chat.test/mcp?a=b'

test('a request of a session goes to the server in its id, as it came, and its stream comes back', async () => {
  await using other = await startOther()
  const neighbours = new Neighbours({ id: 'self', find: async () => other.origin })
  const leaving = new AbortController()
  const headers = { ...credentials, 'transfer-encoding': 'chunked', 'accept-encoding': 'gzip' }
  const request = new Request(ADDRESS, { method: 'POST', headers, signal: leaving.signal })
  const answer = await neighbours.handOn('other.1', request, { jsonrpc: '2.0', id: 1 })
  expect([answer?.status, answer?.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = answer?.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  expect(other.requests).toMatchObject([
    { method: 'POST', url: '/mcp?a=b', headers: credentials, body: '{"jsonrpc":"2.0","id":1}' },
  ])
  expect(other.requests[0]?.headers).not.toHaveProperty('accept-encoding')
  leaving.abort()
  await reader?.read().catch(() => undefined)
  await vi.waitFor(() => expect(other.closed).toHaveBeenCalled())
  const ending = new Request(ADDRESS, { method: 'DELETE', headers: credentials })
  expect((await neighbours.handOn('other.1', ending, undefined))?.status).toBe(204)
  await neighbours.close()
})

test('it goes on once, and nowhere where no such server is', async () => {
  await using other = await startOther()
  const find = async (id: string) => ({ other: other.origin, gone: 'http://127.0.0.1:9' })[id]
  const neighbours = new Neighbours({ id: 'self', find })
  const handOn = async (id: string, more: Record<string, string> = {}) =>
    neighbours.handOn(id, new Request(ADDRESS, { headers: { ...credentials, ...more } }), undefined)
  expect(await handOn('gone.1')).toBeUndefined()
  expect(await handOn('unknown.1')).toBeUndefined()
  expect(await handOn('')).toBeUndefined()
  await handOn('other.1')
  const handedOn = {
    'x-bellhop-handed-on': String(other.requests[0]?.headers['x-bellhop-handed-on']),
  }
  expect(await handOn('other.1', handedOn)).toBeUndefined()
  expect(other.requests).toHaveLength(1)
  expect(neighbours.makeSessionId()).toMatch(/^self\.[\da-f-]{36}$/)
  await neighbours.close()
})
