import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { openBuyer, type TestBuyerParts } from '../../../support/buyer.ts'
import { startFacilitator } from '../../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import { challenge, offer, reply, settle, startOddSeller } from '../../../support/odd-seller.ts'
import { newAddress, startSeller, workshop } from '../../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 50_000
const shop = workshop()
const middling = shop.operations[1] as AnyOperation
const payTo = newAddress()
/** Each test moves the clock of its chain. */
let chain: UsdcChain
let account: PrivateKeyAccount

beforeEach(async () => {
  chain = await startUsdcChain()
  account = await chain.account(FUNDS)
  return async () => chain[Symbol.asyncDispose]()
}, CHAIN_START_MAX_MS)

describe('time', () => {
  test('[27] an authorization that expired unused is released by the chain’s clock, not by ours', async () => {
    await using odd = await startOddSeller(async (_call, response) =>
      challenge(response, [offer(payTo, { maxTimeoutSeconds: 300 })]),
    )
    let aheadMs = 0
    await using buyer = await openBuyer({
      usdc: chain,
      account,
      url: odd.url,
      aheadMs: () => aheadMs,
      policy: { perDayUnits: PRICE },
    })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toThrow()
    aheadMs = 3_600_000
    await buyer.buyer.reconcile()
    expect(await buyer.rows()).toMatchObject([{ state: 'open' }])
    // Still counted: the day's budget is used up.
    await expect(buyer.call(middling, { text: 'b' })).rejects.toMatchObject({
      fields: { reason: 'over_day_budget' },
    })
    expect(buyer.signatures()).toBe(1)
    // A node may be some blocks behind another: the very end is not the end yet.
    await chain.chain.rpc('evm_increaseTime', [310])
    await chain.chain.mine()
    await buyer.buyer.reconcile()
    expect(await buyer.rows()).toMatchObject([{ state: 'open' }])
    await chain.chain.rpc('evm_increaseTime', [90])
    await chain.chain.mine()
    // The next call looks for what has been released before it gives up.
    await expect(buyer.call(middling, { text: 'b' })).rejects.toMatchObject({
      fields: { reason: 'not_taken' },
    })
    expect(await buyer.rows()).toMatchObject([{ state: 'released', reason: 'expired' }, {}])
    expect(buyer.signatures()).toBe(2)
  })

  test('what the token says is used is not released, even before its event can be seen', async () => {
    await using odd = await startOddSeller(async (_call, response) =>
      challenge(response, [offer(payTo)]),
    )
    const blind: TestBuyerParts['chain'] = (real) => ({
      ...real,
      verifier: async () => ({ outcome: 'open' }),
    })
    await using buyer = await openBuyer({ usdc: chain, account, url: odd.url, chain: blind })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toThrow()
    await chain.chain.rpc('evm_increaseTime', [200])
    await chain.chain.mine()
    await buyer.buyer.reconcile()
    expect(await buyer.rows()).toMatchObject([{ state: 'open' }])
  })

  test('a call whose payment expired unused is bought anew', async () => {
    await using local = await startFacilitator(chain, payTo)
    let isHonest = false
    await using odd = await startOddSeller(async ({ payment }, response) => {
      if (!payment || !isHonest) return challenge(response, [offer(payTo)])
      const settlement = await settle(local.local, payment)
      if (!settlement.success) return challenge(response, [offer(payTo)])
      return reply(response, { text: 'a', run: 1 }, { settlement })
    })
    await using buyer = await openBuyer({
      usdc: chain,
      account,
      url: odd.url,
      aheadMs: () => (isHonest ? 200_000 : 0),
    })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toThrow()
    await chain.chain.rpc('evm_increaseTime', [200])
    await chain.chain.mine()
    isHonest = true
    expect(await buyer.call(middling, { text: 'a' })).toEqual({ text: 'a', run: 1 })
    expect(buyer.signatures()).toBe(2)
    expect(FUNDS - (await chain.balance(account.address))).toBe(PRICE)
  })

  test('the day’s budget looks back 24 hours, the session’s as far as the process', async () => {
    let aheadMs = 0
    await using facilitator = await startFacilitator(chain, payTo)
    const { operations } = shop
    await using seller = await startSeller({ usdc: chain, payTo, facilitator, operations })
    await using buyer = await openBuyer({
      usdc: chain,
      account,
      url: seller.http.url,
      aheadMs: () => aheadMs,
      policy: { perDayUnits: PRICE, perSessionUnits: 2 * PRICE },
    })
    await buyer.call(middling, { text: '1' })
    const over = { fields: { reason: 'over_day_budget' } }
    await expect(buyer.call(middling, { text: '2' })).rejects.toMatchObject(over)
    aheadMs = 25 * 3_600_000
    expect(await buyer.journal.totals('eip155:8453')).toMatchObject({ day: 0, session: PRICE })
  })
})
