import { describe, expect, test } from 'vitest'
import { toOperationError } from '../../../../src/contract/errors.ts'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { MINUTE_MS } from '../../../../src/lib/durations.ts'
import { searchBlocks } from '../../../../src/pay/chain/settlement-verifier.ts'
import { LIFE_MAX_MS, LIFE_MIN_MS, LIFETIME_MAX_S } from '../../../../src/pay/limits.ts'
import { openBuyer } from '../../../support/buyer.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import { challenge, offer, settle, startOddSeller } from '../../../support/odd-seller.ts'
import { newAddress, startSeller, workshop } from '../../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 10_000
const payTo = newAddress()
startChainAndFacilitator(payTo)

/** By how many minutes the clocks of a buyer and a seller are ahead. */
const CLOCKS = [
  [0, 0],
  [4, 0],
  [4, 4],
  [4, -10],
  [0, -10],
  [0, 4],
  [20, 0],
  [-4, -4],
  [-10, 0],
] as const

const ANSWERED = { answer: { text: 'a', run: 1 } }
const REFUSED = {
  reason: 'not_taken',
  seller: expect.stringContaining('authorization_valid_before') as string,
}

/** What the purchase comes to that a buyer signs for so long, when its end and what is left of it by the seller are looked at. */
function outcomeOf(endsMs: number, sellerMinutes: number): 'spent' | 'open' {
  const leftMs = endsMs - sellerMinutes * MINUTE_MS
  const isTaken = endsMs > LIFE_MIN_MS && leftMs > LIFE_MIN_MS && leftMs <= LIFE_MAX_MS
  // What had ended before it was sent is not given back at once: by the buyer's clock it has not ended yet.
  return isTaken ? 'spent' : 'open'
}

describe('a call is paid once and answered, or neither', () => {
  test.each(CLOCKS)(
    'by a buyer whose clock is %i minutes ahead, of a seller whose clock is %i ahead',
    { tags: 'full' },
    async (buyerMinutes, sellerMinutes) => {
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
      const tag = seller.seller.gate.prices.get('middling')
      const lifeSeconds = tag?.requirements.maxTimeoutSeconds ?? 0
      const lifeMs = Math.min(lifeSeconds, LIFETIME_MAX_S) * 1_000
      const state = outcomeOf(lifeMs + buyerMinutes * MINUTE_MS, sellerMinutes)
      const said = await buyer.call(operations[1] as AnyOperation, { text: 'a' }).then(
        (answer) => ({ answer }),
        (thrown: unknown) => toOperationError(thrown).fields,
      )
      expect(said).toMatchObject(state === 'spent' ? ANSWERED : REFUSED)
      const calls = state === 'spent' ? 1 : 0
      const paid = FUNDS - (await usdc.balance(account.address))
      expect([shop.runs, paid, buyer.signatures()]).toEqual([calls, calls * PRICE, 1])
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
