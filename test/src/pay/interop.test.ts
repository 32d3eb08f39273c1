import {
  checkL2ForOpenAPI,
  getOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { decodePaymentResponseHeader } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../tools/index.ts'
import { openBuyer } from '../../support/buyer.ts'
import type { TestFacilitator } from '../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../support/chain-usdc.ts'
import { buyMany, eachOnce, POST, stockBuyer } from '../../support/many-calls.ts'
import { openMarket } from '../../support/market.ts'
import type { TestSeller } from '../../support/seller.ts'

const catalogue = operations.filter(({ price }) => price !== undefined)
let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
const { payTo, shop } = openMarket((market) => ({ usdc, facilitator, seller } = market), {
  operations: catalogue,
})
const sold = [...shop.operations, ...catalogue]

describe('[28] the stock client @x402/fetch', () => {
  test('pays each route its price and gets its answers', async () => {
    const { account, fetchPaid } = await stockBuyer(usdc, 10_000)
    const before = await usdc.balance(payTo)
    for (const path of ['/cheap', '/middling', '/dear']) {
      const response = await fetchPaid(seller.http.url + path, { ...POST, body: '{"text":"a"}' })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ text: 'a' })
      const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '')
      expect(receipt).toMatchObject({ success: true, network: 'eip155:8453' })
    }
    expect(await usdc.balance(account.address)).toBe(4_000)
    expect(await usdc.balance(payTo)).toBe(before + 6_000)
  })

  // The same with 256 calls is in test/long/pay.
  test('[33] 48 calls, 32 at a time: each settled exactly once', { tags: 'full' }, async () => {
    const outcome = await buyMany({ usdc, seller, shop }, payTo, { calls: 48, atOnce: 32 })
    expect(outcome).toEqual(eachOnce(48))
  })
})

describe('a facilitator with the stock code of directories', () => {
  const listed = { discoveryInfo: { input: { method: 'POST' } }, tags: ['web'], method: 'POST' }

  test('lists what the stock client paid for, whose words it gets byte for byte', async () => {
    const { fetchPaid } = await stockBuyer(usdc, 10_000)
    const url = `${seller.http.url}/cheap`
    facilitator.catalogue.length = 0
    const { challenge } = await seller.call('/cheap', undefined)
    expect((await fetchPaid(url, { ...POST, body: '{"text":"a"}' })).status).toBe(200)
    expect(facilitator.catalogue).toMatchObject([{ ...listed, resourceUrl: url }])
    const { resource, extensions } = facilitator.received.at(-1) ?? {}
    expect(JSON.stringify(resource)).toBe(JSON.stringify(challenge?.resource))
    expect(JSON.stringify(extensions)).toBe(JSON.stringify(challenge?.extensions))
  })

  test('lists what our own buyer paid for', async () => {
    const account = await usdc.account(10_000)
    await using buyer = await openBuyer({ usdc, account, url: seller.http.url })
    facilitator.catalogue.length = 0
    const [cheap] = shop.operations
    if (!cheap) throw new Error('nothing for sale')
    await buyer.call(cheap, { text: 'listed' })
    expect(facilitator.catalogue).toMatchObject([
      { ...listed, resourceUrl: `${seller.http.url}/cheap` },
    ])
    expect(seller.seller.listing()).toEqual({ status: 'success' })
  })
})

describe('[31] @agentcash/discovery, which directories read sellers with', () => {
  test('finds the price and the protocol of every route', async () => {
    const found = (await getOpenAPI(seller.http.url)).unwrapOr(null)
    if (!found || isOpenApiParseFailure(found)) throw new Error('not read')
    const all = checkL2ForOpenAPI(found).routes
    // The others are for operators and clients of MCP.
    const routes = all.filter(({ authMode, price }) => authMode === 'paid' || price !== undefined)
    expect(all.length).toBeGreaterThan(routes.length)
    const expected = sold.map(({ http, price }) => ({
      path: http.path,
      method: 'POST',
      authMode: 'paid',
      price,
      currency: 'USD',
      protocols: ['x402'],
    }))
    expect(routes).toHaveLength(sold.length)
    expect(
      routes.map(({ price, ...route }) => ({ ...route, price: price?.split(' ')[0] })),
    ).toEqual(expected.map((route) => expect.objectContaining(route)))
  })

  test.each(sold.map(({ http }) => http.path))(
    'has nothing to say against the 402 of %s',
    async (path) => {
      const answer = await seller.call(path, undefined)
      // It looks at the header first, and without one at a body of version 1, of which it warns.
      for (const challenge of [answer.challenge, answer.body]) {
        const verdict = validatePaymentRequiredDetailed(challenge, { requireInputSchema: true })
        expect(verdict.issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(verdict.valid).toBe(true)
      }
      // Clients of node give up at 16 KB of headers.
      expect(answer.headers.get('payment-required')?.length).toBeLessThan(8_192)
    },
  )
})
