import { expect, test } from 'vitest'
import { offersOf } from '../../../../src/core/select/offers.ts'
import { servedOverHttp } from '../../../../src/core/select/select.ts'
import { createHttpApp } from '../../../../src/http/app.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import type { Paths } from '../../../../src/http/routes/route-says.ts'
import { createMetrics } from '../../../../src/lib/metrics.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../../src/pay/protocol/terms.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import { testServices } from '../../../support/operations.ts'
import { emptyDesk } from '../../../support/owner-desk.ts'

const publicUrl = 'http://localhost'
const operations = servedOverHttp(await wholeCatalogue())
const prices = priceTable(offersOf(operations), {
  network: PAYMENT_NETWORKS[0],
  payTo: '0x00000000000000000000000000000000000000aa',
})

/** A server with everything on: a chat, keys, and sales. */
const app = createHttpApp({
  operations,
  services: testServices(),
  metrics: createMetrics(() => 0),
  mcp: async () => new Response(null),
  allowedHosts: [],
  publicUrl,
  chat: { desk: emptyDesk },
  keys: parseKeyFile(`alice ${'k'.repeat(32)}`),
  gate: {
    prices,
    baseUrl: () => publicUrl,
    pass: async () => Promise.reject(new Error('nobody pays here')),
  },
})

const headers = { host: 'localhost' }

async function documentAt(path: string): Promise<Paths> {
  const response = await app.request(path, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  return ((await response.json()) as { paths: Paths }).paths
}

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/:\w+(\{[^/]+\})?|\{\w+\}|\*/g, '{}')
}

/** Stands for parameters of any kind. */
function example(shape: string): string {
  return shape.replaceAll('{}', '123')
}

test('the documents list every route that the server answers, and no other', async () => {
  const documents = [await documentAt('/openapi.json'), await documentAt('/api/v1/openapi.json')]
  const described = documents.flatMap((paths) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map(
        (verb) => `${verb === 'head' ? 'GET' : verb.toUpperCase()} ${shapeOf(path)}`,
      ),
    ),
  )
  const served = app.routes
    .filter(({ method }) => method !== 'ALL')
    // With a slash behind it, as libraries for resumable uploads and some MCP clients write it.
    .filter(({ path }) => !['/api/v1/tus/', '/mcp/'].includes(path))
    .map(({ method, path }) => `${method} ${shapeOf(path)}`)
  expect(new Set(described).size).toBe(described.length)
  expect(described.length).toBeGreaterThan(150)
  expect([...new Set(served)].toSorted()).toEqual(described.toSorted())
})

test('what takes every method is no route: it refuses those that a route does not take', async () => {
  const others = app.routes.filter(({ method, path }) => method === 'ALL' && path !== '/*')
  expect(others.length).toBeGreaterThan(100)
  for (const { path } of others) {
    const shape = shapeOf(path)
    const taken = app.routes.filter((route) => shapeOf(route.path) === shape)
    const unknown = ['PUT', 'POST', 'GET', 'DELETE'].find(
      (method) => !taken.some((route) => route.method === method),
    )
    if (unknown === undefined) throw new Error(`${path} takes all of them`)
    const response = await app.request(example(shape), { method: unknown, headers })
    expect([response.status, path]).toEqual([405, path])
  }
})
