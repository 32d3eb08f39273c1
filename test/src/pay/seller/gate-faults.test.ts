// @module-tag full
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { startUsdcChain, type UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import { workshop } from '../../../support/seller.ts'
import { BODY, buyBetweenBlocks, openStage, PRICE, withinBlocks } from '../../../support/stage.ts'

const shop = workshop()

let usdc: UsdcChain

beforeAll(async () => {
  usdc = await startUsdcChain()
}, CHAIN_START_MAX_MS)
afterAll(async () => usdc[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(shop, { runs: 0, delayMs: 0, failure: 'none', meanwhile: async () => {} })
})

describe('faults of the facilitator', () => {
  test('[14] down while checking: 503, no work, and the same payment is good later', async () => {
    await using stage = await openStage(usdc, shop)
    const payment = await stage.pay()
    stage.facilitator.faults.down = true
    const refused = await stage.seller.call('/middling', BODY, payment)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBeTruthy()
    expect(refused.challenge).toBeUndefined()
    expect([shop.runs, await stage.moved()]).toEqual([0, [0, 0]])
    stage.facilitator.faults.down = false
    const { answer } = await stage.insist(payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
  })

  test('[15] down while settling: 503 without a challenge; settled once it is back', async () => {
    await using stage = await openStage(usdc, shop, { settleWaitMs: 300 })
    const payment = await stage.pay()
    stage.facilitator.faults.settleDown = true
    const waiting = await stage.seller.call('/middling', BODY, payment)
    expect(waiting.status).toBe(503)
    expect(waiting.body).toMatchObject({ error: { code: 'settlement_pending', retryable: true } })
    expect(waiting.settlement).toMatchObject({ success: false, errorReason: 'settlement_pending' })
    expect(waiting.challenge).toBeUndefined()
    expect(await stage.moved()).toEqual([0, 0])
    stage.facilitator.faults.settleDown = false
    const { answer } = await stage.insist(payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
  })

  test('[16] its answer to a settlement is lost: the chain is asked, and the call answered', async () => {
    await using stage = await openStage(usdc, shop)
    stage.facilitator.faults.loseSettleAnswer = true
    const payment = await stage.pay()
    const answer = await stage.seller.call('/middling', BODY, payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
    expect(answer.settlement?.transaction).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('[16] settling takes longer than the buyer is kept waiting: paid once, answered once', async () => {
    await using stage = await openStage(usdc, shop, { settleWaitMs: 300 })
    stage.facilitator.faults.settleDelayMs = 900
    const payment = await stage.pay()
    const { answer } = await stage.insist(payment)
    expect(answer.status).toBe(200)
    expect([shop.runs, await stage.moved()]).toEqual([1, [PRICE, PRICE]])
  })

  test('nobody asks again: the background settler collects what was worked for', async () => {
    await using stage = await openStage(usdc, shop, { settleWaitMs: 200 })
    stage.facilitator.faults.settleDown = true
    const payment = await stage.pay()
    expect((await stage.seller.call('/middling', BODY, payment)).status).toBe(503)
    stage.facilitator.faults.settleDown = false
    await expect.poll(async () => stage.moved()).toEqual([PRICE, PRICE])
    const answer = await stage.seller.call('/middling', BODY, payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
  })
})

test(
  // After how few blocks, on a machine with nothing else to do: test/long/pay.
  '[35] a call is answered between blocks; [17] pending is never a challenge',
  async () => {
    verifies('utility:3:paid')
    expect(await buyBetweenBlocks(1, shop)).toEqual(withinBlocks(CHAIN_START_MAX_MS / 1_000))
  },
  CHAIN_START_MAX_MS,
)
