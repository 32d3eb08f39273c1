import { expect, test } from 'vitest'
import { createHttpApp, type HttpParts } from '../../../../src/http/app.ts'
import { NO_KEYS, parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { createMetrics } from '../../../../src/lib/metrics.ts'
import { RateLimit } from '../../../../src/lib/rate-limit.ts'
import { sampleOperations, testServices } from '../../../support/operations.ts'

const ANN = 'a'.repeat(32)
const BOB = 'b'.repeat(32)

/** Calls a server on which one caller may make two calls a minute. */
function serve(parts: Partial<HttpParts>) {
  const app = createHttpApp({
    operations: sampleOperations,
    services: testServices(),
    metrics: createMetrics(() => 0),
    mcp: async () => Response.json({}),
    allowedHosts: [],
    publicUrl: 'http://localhost:1',
    callLimit: new RateLimit([{ count: 2, seconds: 60 }]),
    ...parts,
  })
  return async (path: string, key?: string, remoteAddress = '192.0.2.1') => {
    const headers = { host: 'localhost', ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const init = { method: 'POST', headers, body: '{"text":"a"}' }
    const response = await app.request(path, init, { incoming: { socket: { remoteAddress } } })
    return [response.status, response.headers.get('retry-after')]
  }
}

test('a key has its calls at all doors together, and others have their own', async () => {
  const call = serve({ keys: parseKeyFile(`ann ${ANN}\nbob ${BOB}`) })
  expect(await call('/echo', ANN)).toEqual([200, null])
  expect(await call('/mcp', ANN, '192.0.2.2')).toEqual([200, null])
  expect(await call('/echo', ANN)).toEqual([429, '30'])
  expect(await call('/mcp', ANN)).toEqual([429, '30'])
  expect(await call('/echo', BOB)).toEqual([200, null])
})

test('strangers at a public server are counted by address', async () => {
  const call = serve({ hostAccess: { strangers: false, key: () => false } })
  for (const status of [200, 200, 429]) expect((await call('/mcp'))[0]).toBe(status)
  expect((await call('/mcp', undefined, '192.0.2.2'))[0]).toBe(200)
})

test('nobody is counted where nobody else comes', async () => {
  const call = serve({ hostAccess: { strangers: true, key: () => false } })
  for (let at = 0; at < 5; at += 1) expect((await call('/mcp'))[0]).toBe(200)
})

test('who is refused for want of a key is not counted', async () => {
  const call = serve({ keys: NO_KEYS })
  for (let at = 0; at < 5; at += 1) expect((await call('/echo'))[0]).toBe(401)
})
