import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNPAID_BURST_CALLS } from '../../../src/pay/limits.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { startFacilitator, type TestFacilitator } from '../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { type Customer, newCustomer } from '../../support/customer.ts'
import {
  newAddress,
  startSeller,
  type TestSeller,
  type Workshop,
  workshop,
} from '../../support/seller.ts'

const body = { text: 'a' }
const payTo = newAddress()
const shop: Workshop = workshop()
let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
let customer: Customer

beforeAll(async () => {
  usdc = await startUsdcChain()
  facilitator = await startFacilitator(usdc, payTo)
  seller = await startSeller({ usdc, payTo, facilitator, operations: shop.operations })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})
beforeEach(async () => {
  Object.assign(shop, { runs: 0, delayMs: 0, failure: 'none', meanwhile: async () => {} })
  Object.assign(facilitator.calls, { verify: 0, settle: 0 })
  // Of its own in each test, so that no limit of one payer reaches into another test.
  customer = await newCustomer(usdc, seller, payTo)
})

/** As the customer of the running test does. */
const payFor: Customer['payFor'] = async (...terms) => customer.payFor(...terms)
const charging: Customer['charging'] = async (run) => customer.charging(run)
const rowOf: Customer['rowOf'] = async (payment) => customer.rowOf(payment)

describe('a payment whose answer is not there any more', () => {
  /** Sells once, and then changes what the book says of the answer. */
  async function sellAndChange(answer: { answer: string | null; answer_until_ms: number | null }) {
    const payment = await payFor('/middling')
    await seller.call('/middling', body, payment)
    await expect.poll(async () => (await rowOf(payment))?.state).toBe('settled')
    const nonce = payment.payload.authorization.nonce.toLowerCase()
    await seller.store.write(async (tx) =>
      tx.updateTable('seller_payment').set(answer).where('id', 'like', `%${nonce}`).execute(),
    )
    return payment
  }

  test('[5] since its time is over: it buys nothing more', async () => {
    const payment = await sellAndChange({ answer: '{"text":"old","run":1}', answer_until_ms: 1 })
    const { result, paid } = await charging(async () => seller.call('/middling', body, payment))
    expect([result.status, result.challenge?.error]).toEqual([402, 'payment_already_used'])
    expect([paid, shop.runs]).toEqual([0, 1])
  })

  test('[22] since the process that was paid died before it had one: it is owed, and free', async () => {
    const payment = await sellAndChange({ answer: null, answer_until_ms: null })
    const { result, paid } = await charging(async () => [
      await seller.call('/middling', body, payment),
      await seller.call('/middling', body, payment),
    ])
    expect(result.map(({ status, body: { run } }) => [status, run])).toEqual([
      [200, 2],
      [200, 2],
    ])
    expect([paid, shop.runs, facilitator.calls.settle]).toEqual([0, 2, 1])
  })
})

describe('two instances that share a ledger', () => {
  test('[26d] work once for one payment, and sell it for nothing else', async () => {
    const { operations } = shop
    await using other = await startSeller({
      usdc,
      payTo,
      facilitator,
      operations,
      store: seller.store,
    })
    shop.delayMs = 50
    const payment = await payFor('/middling')
    const { result, paid } = await charging(async () =>
      Promise.all([
        seller.call('/middling', body, payment),
        other.call('/middling', body, payment),
        other.call('/middling', { text: 'b' }, payment),
      ]),
    )
    const conflicts = result.filter(({ status }) => status === 409)
    const answers = result.filter(({ status }) => status === 200)
    expect(conflicts.length).toBeGreaterThanOrEqual(1)
    expect(answers.length + conflicts.length).toBe(3)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([paid, shop.runs]).toEqual([2_000, 1])
  })

  test('[26d] that see a payment in the same instant work for it once', async () => {
    const { operations } = shop
    const { store } = seller
    await using other = await startSeller({ usdc, payTo, facilitator, operations, store })
    const payment = await payFor('/middling')
    const { signal } = new AbortController()
    const call = { operation: 'middling', transport: 'http', peer: undefined, signal } as const
    let runs = 0
    const work = async () => ({ run: (runs += 1) })
    const { result, paid } = await charging(async () =>
      Promise.all(
        [seller, other].map(async ({ seller: { gate } }) =>
          gate.pass({ ...call, input: body, payment }, work),
        ),
      ),
    )
    expect(result).toMatchObject([{ answer: { run: 1 } }, { answer: { run: 1 } }])
    expect([paid, runs]).toEqual([2_000, 1])
  })
})

describe('limits', () => {
  test('one payer has 32 calls under way at most', async () => {
    shop.delayMs = 300
    const payments = await Promise.all(Array.from({ length: 40 }, async () => payFor('/cheap')))
    const { result, paid } = await charging(async () =>
      Promise.all(payments.map(async (payment) => seller.call('/cheap', body, payment))),
    )
    const served = result.filter(({ status }) => status === 200).length
    expect(result.filter(({ status }) => status === 429)).toHaveLength(40 - served)
    expect(served).toBe(32)
    expect(paid).toBe(32_000)
  })

  test('unpaid calls of one address are limited', async () => {
    const { gate } = seller.seller
    const call = { operation: 'cheap', transport: 'http', input: body, payment: undefined } as const
    const { signal } = new AbortController()
    const ask = async (peer: string) => gate.pass({ ...call, peer, signal }, async () => ({}))
    const flood = async () => {
      for (let n = 0; n < 10 * UNPAID_BURST_CALLS; n++) await ask('198.51.100.7')
    }
    await expect(flood()).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await ask('198.51.100.8')).toMatchObject({ kind: 'challenge' })
  })

  test('[34] bad payments of one address end in 429', async () => {
    const bad = await payFor('/cheap', { signed: { value: '1' } })
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => (await seller.call('/cheap', body, bad)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([402]))
    const refused = await seller.call('/cheap', body, await payFor('/cheap'))
    expect([refused.status, refused.body]).toMatchObject([429, { error: { code: 'rate_limited' } }])
    expect(shop.runs).toBe(0)
  })
})
