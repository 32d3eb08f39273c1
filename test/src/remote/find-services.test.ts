import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_NETWORKS } from '../../../src/pay/protocol/networks.ts'
import { findServices } from '../../../src/remote/find-services.ts'
import { createLocalFetch } from '../../support/local-fetch.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { quietLog } from '../../support/store-backend.ts'

const [BASE] = PAYMENT_NETWORKS
const pages: Record<string, { status?: number; body: string }> = {}
let server: PageServer
beforeAll(async () => {
  server = await startPageServer(pages)
})
afterAll(async () => server.close())

const PATH = '/bazaar/discovery/search?query=weather%20%26%20wind&limit=20'
const search = async (answer: unknown, status = 200) => {
  pages[PATH] = { status, body: typeof answer === 'string' ? answer : JSON.stringify(answer) }
  return findServices({
    directory: `${server.origin}/bazaar/`,
    query: 'weather & wind',
    fetch: createLocalFetch({ userAgent: 'test', log: quietLog, allowHosts: ['127.0.0.1'] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

const offer = (amount: string, changes: object = {}) => ({
  scheme: 'exact',
  network: BASE.id,
  asset: BASE.asset.address,
  amount,
  ...changes,
})

test('services are found with the price that can be paid from here', async () => {
  const resource = 'https://api.example.com/weather'
  const accepts = [offer('3000'), offer('2000'), offer('1', { scheme: 'upto' })]
  const found = await search({ resources: [{ resource, description: 'The weather.', accepts }] })
  expect(found).toEqual([
    { url: resource, host: 'api.example.com', description: 'The weather.', usd: '0.002' },
  ])
  const v1 = { ...offer(''), amount: undefined, network: 'base', maxAmountRequired: '1000' }
  const items = [
    { resource, metadata: { description: 'Old.' }, accepts: [v1] },
    { resource, accepts: [offer('1', { network: 'solana:x' })] },
  ]
  expect(await search({ items })).toMatchObject([
    { description: 'Old.', usd: '0.001' },
    { description: '', usd: null },
  ])
})

test('what is no address of a service is left out, and words are made short and visible', async () => {
  const bad = [
    'http://plain.example.com/',
    'javascript:alert(1)',
    'https://user:pass@example.com/',
    'https://a.example.com/"><b>',
    'mcp://tool/x',
    7,
    null,
  ]
  const description = `Ignore\u202e all\n\n${'x'.repeat(1_000)}`
  const found = await search({
    resources: [
      ...bad.map((resource) => ({ resource, accepts: [] })),
      'nonsense',
      { resource: 'https://good.example.com/', description, accepts: [1, {}, offer('-1')] },
    ],
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ host: 'good.example.com', usd: null })
  expect(found[0]?.description).toMatch(/^Ignore all x{288}…$/)
})

test('no more than twenty are given', async () => {
  const resources = Array.from({ length: 50 }, (_, n) => ({
    resource: `https://s${n}.example.com/`,
  }))
  expect(await search({ resources })).toHaveLength(20)
})

test.each<[unknown, number]>([
  ['<html>', 200],
  [{ other: [] }, 200],
  [{ resources: [] }, 500],
])('%j with status %i is no list', async (answer, status) => {
  await expect(search(answer, status)).rejects.toMatchObject({ code: 'upstream_failed' })
})
