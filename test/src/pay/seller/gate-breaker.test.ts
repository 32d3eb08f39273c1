// @module-tag full
import { beforeEach, describe, expect, test } from 'vitest'
import { findWords } from '../../../../src/pay/seller/kept-words.ts'
import type { FacilitatorFaults, TestFacilitator } from '../../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../../support/chain-usdc.ts'
import { type Customer, newCustomer } from '../../../support/customer.ts'
import { openMarket } from '../../../support/market.ts'
import type { TestSeller } from '../../../support/seller.ts'

let aheadMs = 0
let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
let first: Customer
let second: Customer
const { shop, payTo } = openMarket((market) => ({ usdc, facilitator, seller } = market), {
  settleWaitMs: 2_000,
  aheadMs: () => aheadMs,
})
beforeEach(async () => {
  aheadMs = 0
  first = await newCustomer(usdc, seller, payTo)
  second = await newCustomer(usdc, seller, payTo)
})

const body = { text: 'a' }
const stop = async () => (await findWords(seller.store, 'stop', `eip155:8453:${payTo}`))?.reason

/** How a facilitator fails that is out of order, out of quota, or in words that nobody knows. */
const FAILURES: readonly (readonly [string, Partial<FacilitatorFaults>])[] = [
  ['drops the connection', { settleDown: true }],
  ['answers 500', { settleAnswer: { status: 500 } }],
  ['answers 429', { settleAnswer: { status: 429 } }],
  [
    'answers 429 in the words of a refusal',
    { settleAnswer: { status: 429, body: { success: false, errorReason: 'insufficient_funds' } } },
  ],
  ['answers 401', { settleAnswer: { status: 401 } }],
  [
    'refuses for its quota',
    {
      settleAnswer: {
        status: 200,
        body: { success: false, transaction: '', network: '', errorReason: 'quota_exceeded' },
      },
    },
  ],
]

describe.each(FAILURES)('while the facilitator %s', (_, faults) => {
  test('work is done for the first payment alone; then nothing is sold until one is settled', async () => {
    Object.assign(facilitator.faults, faults)
    const lost = await first.payFor('/middling')
    const send = async () => (await seller.call('/middling', body, lost)).status
    // However slow the machine is: sent again, it is tried again, and not worked for again.
    await expect.poll(async () => [await send(), await stop()]).not.toContain(undefined)
    await expect.poll(stop).toEqual(expect.any(String))
    expect(shop.runs).toBe(1)
    const { verify } = facilitator.calls
    const payment = await second.payFor('/middling')
    for (let n = 0; n < 3; n++) {
      const refused = await seller.call('/middling', body, payment)
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { error: { code: 'unavailable' } },
      ])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
    }
    // Neither worked for, nor asked about, nor kept: it can be sent again.
    expect([shop.runs, facilitator.calls.verify - verify]).toEqual([1, 0])
    expect(await second.rowOf(payment)).toBeUndefined()
    // Who only asks for the price is told.
    expect((await seller.call('/middling', body)).status).toBe(402)
    Object.assign(facilitator.faults, { settleDown: false, settleAnswer: undefined })
    aheadMs += 10_001
    const { result, paid } = await second.charging(async () =>
      seller.call('/middling', body, await second.payFor('/middling')),
    )
    expect([result.status, paid]).toEqual([200, 2_000])
    await expect.poll(stop).toBeNull()
    // The first is settled too, or refused for good: nobody tries it again while another facilitator fails.
    await expect.poll(async () => [200, 402].includes(await send())).toBe(true)
    expect(shop.runs).toBe(2)
  })
})

test('a facilitator that asks to be left alone is asked once, until then', async () => {
  const headers = { 'retry-after': '20' }
  facilitator.faults.settleAnswer = { status: 429, headers }
  const payment = await first.payFor('/middling')
  expect((await seller.call('/middling', body, payment)).status).toBe(503)
  expect((await seller.call('/middling', body, payment)).status).toBe(503)
  expect(facilitator.calls.settle).toBe(1)
  const other = await seller.call('/middling', body, await second.payFor('/middling'))
  expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(15)
  facilitator.faults.settleAnswer = undefined
  aheadMs += 20_001
  const { result, paid } = await first.charging(async () => seller.call('/middling', body, payment))
  expect([result.status, paid, shop.runs]).toEqual([200, 2_000, 1])
})

test('buyers cannot stop the selling: payments that fail for reasons of theirs do not count', async () => {
  for (let n = 0; n < 4; n++) {
    const poor = await newCustomer(usdc, seller, payTo)
    shop.meanwhile = async () => usdc.drain(poor.account)
    const failed = await seller.call('/middling', body, await poor.payFor('/middling'))
    expect(failed.status).not.toBe(200)
  }
  shop.meanwhile = async () => {}
  const paid = await seller.call('/middling', body, await first.payFor('/middling'))
  expect(paid.status).toBe(200)
})
