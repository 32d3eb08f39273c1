import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../src/contract/operation.ts'
import { LIFETIME_MAX_S } from '../../../src/pay/buyer-limits.ts'
import { LIFE_MAX_MS } from '../../../src/pay/limits.ts'
import { searchBlocks } from '../../../src/pay/settlement-verifier.ts'
import { openBuyer } from '../../support/buyer.ts'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { challenge, offer, settle, startOddSeller } from '../../support/odd-seller.ts'
import { newAddress, startSeller, workshop } from '../../support/seller.ts'

const MINUTE_MS = 60_000
const PRICE = 2_000
const FUNDS = 10_000
const payTo = newAddress()
startChainAndFacilitator(payTo)

const MINUTES = [-10, -4, 0, 4, 20]

/** Whether both sides and the chain take what is signed: it lives for some time by each clock, and not for too long by the seller's. */
function isTaken(buyerMinutes: number, sellerMinutes: number): boolean {
  const endsMs = LIFETIME_MAX_S * 1_000 + buyerMinutes * MINUTE_MS
  const leftMs = endsMs - sellerMinutes * MINUTE_MS
  return endsMs > 0 && leftMs > 0 && leftMs <= LIFE_MAX_MS
}

describe.each(MINUTES)('a seller whose clock is %i minutes ahead', (sellerMinutes) => {
  test.each(MINUTES)(
    'and a buyer whose clock is %i minutes ahead: paid once and answered, or neither',
    async (buyerMinutes) => {
      const shop = workshop()
      const { operations } = shop
      const aheadMs = sellerMinutes * MINUTE_MS
      const parts = { usdc, payTo, facilitator, operations, aheadMs }
      await using seller = await startSeller(parts)
      const account = await usdc.account(FUNDS)
      await using buyer = await openBuyer({
        usdc,
        account,
        url: seller.http.url,
        aheadMs: () => buyerMinutes * MINUTE_MS,
      })
      const bought = buyer.call(operations[1] as AnyOperation, { text: 'a' })
      const refusal = { code: 'payment_refused', fields: { reason: 'not_taken' } }
      const taken = isTaken(buyerMinutes, sellerMinutes)
      await (taken
        ? expect(bought).resolves.toEqual({ text: 'a', run: 1 })
        : expect(bought).rejects.toMatchObject(refusal))
      const calls = taken ? 1 : 0
      const paid = FUNDS - (await usdc.balance(account.address))
      expect([shop.runs, paid, buyer.signatures()]).toEqual([calls, calls * PRICE, 1])
      // What ended before it was sent is given back at once, by the chain's clock.
      const state = taken ? 'spent' : buyerMinutes === -10 ? 'released' : 'open'
      expect(await buyer.rows()).toMatchObject([{ state }])
    },
  )
})

test('a payment whose answer was lost is found, though the clock that wrote it down was ahead of its block', async () => {
  await using odd = await startOddSeller(async ({ payment }, response) => {
    if (!payment) return challenge(response, [offer(payTo)])
    await settle(facilitator.local, payment)
    return void response.writeHead(403).end()
  })
  const account = await usdc.account(FUNDS)
  const aheadMs = () => 10 * MINUTE_MS
  await using buyer = await openBuyer({ usdc, account, url: odd.url, aheadMs })
  const [, middling] = workshop().operations
  await expect(buyer.call(middling as AnyOperation, { text: 'a' })).rejects.toThrow()
  await usdc.chain.rpc('anvil_mine', ['0x12c'])
  await buyer.buyer.reconcile()
  expect(await buyer.rows()).toMatchObject([{ state: 'spent', units: PRICE }])
})

test('blocks are looked through from before a time that is ahead of the chain', async () => {
  const head = { number: 1_000_000n, timestamp: 1_700_000_000n }
  const sinceMs = Number(head.timestamp) * 1_000 + 5 * MINUTE_MS
  const looked: bigint[] = []
  await searchBlocks(head, { sinceMs, blockMinMs: 2_000 }, async (first) => {
    looked.push(first)
    return undefined
  })
  expect(head.number - (looked[0] ?? head.number)).toBeGreaterThanOrEqual(450n)
})
