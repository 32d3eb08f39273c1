import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.ts'
import type { Payment } from '../../../src/pay/messages.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { startFacilitator, type TestFacilitator } from '../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { signPayment } from '../../support/payments.ts'
import {
  newAddress,
  type SellerAnswer,
  startSeller,
  type TestSeller,
  workshop,
} from '../../support/seller.ts'

const PRICE = 2_000
const body = { text: 'a' }
const shop = workshop()

/** A seller, its facilitator and one buyer on a chain. */
interface Scene extends AsyncDisposable {
  seller: TestSeller
  facilitator: TestFacilitator
  pay(): Promise<Payment>
  /** Calls as a patient buyer does: again with the same payment for as long as it is told to. */
  insist(payment: Payment): Promise<{ answer: SellerAnswer; statuses: number[] }>
  /** What the buyer has paid and what the seller has got since the scene was set. */
  moved(): Promise<[paid: number, got: number]>
}

async function scene(
  usdc: UsdcChain,
  { settleWaitMs = 15_000, confirmMaxMs = 10_000 } = {},
): Promise<Scene> {
  const payTo = newAddress()
  const facilitator = await startFacilitator(usdc, payTo, { confirmMaxMs })
  const { operations } = shop
  const seller = await startSeller({ usdc, payTo, facilitator, operations, settleWaitMs })
  const buyer = await usdc.account(20_000)
  return {
    seller,
    facilitator,
    async pay() {
      const { challenge } = await seller.call('/middling', body)
      const [requirements] = challenge?.accepts ?? []
      if (!requirements) throw new Error('no challenge')
      return signPayment(buyer, requirements)
    },
    async insist(payment) {
      const statuses: number[] = []
      for (;;) {
        const answer = await seller.call('/middling', body, payment)
        statuses.push(answer.status)
        const wait = Number(answer.headers.get('retry-after') ?? 0)
        if (answer.status !== 503 || statuses.length > 30) return { answer, statuses }
        await new Promise((resolve) => {
          setTimeout(resolve, Math.min(wait * 1_000, 200))
        })
      }
    },
    moved: async () => [20_000 - (await usdc.balance(buyer.address)), await usdc.balance(payTo)],
    async [Symbol.asyncDispose]() {
      await seller[Symbol.asyncDispose]()
      await facilitator[Symbol.asyncDispose]()
    },
  }
}

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
    await using stage = await scene(usdc)
    const payment = await stage.pay()
    stage.facilitator.faults.down = true
    const refused = await stage.seller.call('/middling', body, payment)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBeTruthy()
    expect(refused.challenge).toBeUndefined()
    expect([shop.runs, await stage.moved()]).toEqual([0, [0, 0]])
    stage.facilitator.faults.down = false
    const { answer } = await stage.insist(payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
  })

  test('[15] down while settling: 503 without a challenge; settled once it is back', async () => {
    await using stage = await scene(usdc, { settleWaitMs: 300 })
    const payment = await stage.pay()
    stage.facilitator.faults.settleDown = true
    const waiting = await stage.seller.call('/middling', body, payment)
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
    await using stage = await scene(usdc)
    stage.facilitator.faults.loseSettleAnswer = true
    const payment = await stage.pay()
    const answer = await stage.seller.call('/middling', body, payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
    expect(answer.settlement?.transaction).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('[16] settling takes longer than the buyer is kept waiting: paid once, answered once', async () => {
    await using stage = await scene(usdc, { settleWaitMs: 300 })
    stage.facilitator.faults.settleDelayMs = 900
    const payment = await stage.pay()
    const { answer } = await stage.insist(payment)
    expect(answer.status).toBe(200)
    expect([shop.runs, await stage.moved()]).toEqual([1, [PRICE, PRICE]])
  })

  test('nobody asks again: the background settler collects what was worked for', async () => {
    await using stage = await scene(usdc, { settleWaitMs: 200 })
    stage.facilitator.faults.settleDown = true
    const payment = await stage.pay()
    expect((await stage.seller.call('/middling', body, payment)).status).toBe(503)
    stage.facilitator.faults.settleDown = false
    await expect.poll(async () => stage.moved(), { timeout: 8_000 }).toEqual([PRICE, PRICE])
    const answer = await stage.seller.call('/middling', body, payment)
    expect([answer.status, shop.runs, await stage.moved()]).toEqual([200, 1, [PRICE, PRICE]])
  })
})

describe('a chain of two-second blocks', () => {
  let slow: UsdcChain
  beforeAll(async () => {
    slow = await startUsdcChain({ blockTimeSeconds: 2 })
  }, CHAIN_START_MAX_MS)
  afterAll(async () => slow[Symbol.asyncDispose]())

  test('[35] a call is answered within two blocks; [17] pending is never a challenge', async () => {
    verifies('utility:3:paid')
    const [patient, hasty] = await Promise.all([
      scene(slow),
      scene(slow, { confirmMaxMs: 300, settleWaitMs: 100 }),
    ])
    await using _ = patient
    await using __ = hasty
    const [payment, other] = await Promise.all([patient.pay(), hasty.pay()])
    const startedAt = performance.now()
    const timed = async () => {
      const answer = await patient.seller.call('/middling', body, payment)
      return { answer, ms: performance.now() - startedAt }
    }
    const [{ answer, ms }, insisted] = await Promise.all([timed(), hasty.insist(other)])
    expect(answer.status).toBe(200)
    expect(ms).toBeLessThan(4_500)
    expect(await patient.moved()).toEqual([PRICE, PRICE])
    expect(insisted.statuses.at(-1)).toBe(200)
    expect(new Set(insisted.statuses)).toEqual(new Set([503, 200]))
    expect(await hasty.moved()).toEqual([PRICE, PRICE])
    expect(shop.runs).toBe(2)
  })
})
