import {
  checkL2ForOpenAPI,
  getOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { startFacilitator, type TestFacilitator } from '../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { newAddress, startSeller, type TestSeller, workshop } from '../../support/seller.ts'
import { operations } from '../../../tools/index.ts'

const payTo = newAddress()
const shop = workshop()
const sold = [...shop.operations, ...operations.filter(({ price }) => price !== undefined)]
let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller

beforeAll(async () => {
  usdc = await startUsdcChain()
  facilitator = await startFacilitator(usdc, payTo)
  seller = await startSeller({ usdc, payTo, facilitator, operations: sold })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** The stock buyer, paying from an account with that much. */
async function stockBuyer(units: number) {
  const account = await usdc.account(units)
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
  return { account, fetchPaid: wrapFetchWithPayment(fetch, client) }
}

describe('[28] the stock client @x402/fetch', () => {
  test('pays each route its price and gets its answers', async () => {
    const { account, fetchPaid } = await stockBuyer(10_000)
    const before = await usdc.balance(payTo)
    for (const path of ['/cheap', '/middling', '/dear']) {
      const response = await fetchPaid(seller.http.url + path, { ...post, body: '{"text":"a"}' })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ text: 'a' })
      const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '')
      expect(receipt).toMatchObject({ success: true, network: 'eip155:8453' })
    }
    expect(await usdc.balance(account.address)).toBe(4_000)
    expect(await usdc.balance(payTo)).toBe(before + 6_000)
  })

  test('[33] 256 calls, 32 at a time: each settled exactly once', async () => {
    const { account, fetchPaid } = await stockBuyer(256_000)
    const before = await usdc.balance(payTo)
    const runs = shop.runs
    const transactions = new Set<string>()
    const queue = Array.from({ length: 256 }, (_, n) => n)
    const one = async (): Promise<void> => {
      for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
        const body = JSON.stringify({ text: `call ${n}` })
        const response = await fetchPaid(`${seller.http.url}/cheap`, { ...post, body })
        expect(await response.json()).toMatchObject({ text: `call ${n}` })
        const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '')
        transactions.add(receipt.transaction)
      }
    }
    await Promise.all(Array.from({ length: 32 }, one))
    expect(transactions.size).toBe(256)
    expect(shop.runs - runs).toBe(256)
    expect(await usdc.balance(account.address)).toBe(0)
    expect(await usdc.balance(payTo)).toBe(before + 256_000)
    await expect
      .poll(async () => (await seller.rows()).filter(({ state }) => state !== 'settled'))
      .toEqual([])
  }, 240_000)
})

describe('[31] @agentcash/discovery, which directories read sellers with', () => {
  test('finds the price and the protocol of every route', async () => {
    const found = (await getOpenAPI(seller.http.url)).unwrapOr(null)
    if (!found || isOpenApiParseFailure(found)) throw new Error('not read')
    const { routes } = checkL2ForOpenAPI(found)
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
      const verdict = validatePaymentRequiredDetailed(answer.body, { requireInputSchema: true })
      expect(verdict.issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(verdict.valid).toBe(true)
      // Clients of node give up at 16 KB of headers.
      expect(answer.headers.get('payment-required')?.length).toBeLessThan(8_192)
    },
  )
})
