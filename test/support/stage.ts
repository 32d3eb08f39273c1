import { expect } from 'vitest'
import type { Payment } from '../../src/pay/protocol/messages.ts'
import { startFacilitator, type TestFacilitator } from './chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { signPayment } from './payments.ts'
import {
  newAddress,
  type SellerAnswer,
  startSeller,
  type TestSeller,
  type Workshop,
} from './seller.ts'

/** What a call of these stages costs. */
export const PRICE = 2_000

/** What every call of them sends. */
export const BODY = { text: 'a' }

/** A seller, its facilitator and one buyer on a chain. */
export interface Stage extends AsyncDisposable {
  seller: TestSeller
  facilitator: TestFacilitator
  pay(): Promise<Payment>
  /** Calls as a patient buyer does: repeatedly with the same payment, as long as the answers ask for it. */
  insist(payment: Payment): Promise<{ answer: SellerAnswer; statuses: number[] }>
  /** What the buyer has paid and what the seller has got since the stage was set. */
  moved(): Promise<[paid: number, got: number]>
}

/** Sets it up. Everything on it is new, but for the chain. */
export async function openStage(
  usdc: UsdcChain,
  shop: Workshop,
  { settleWaitMs = 15_000, confirmMaxMs = 10_000 } = {},
): Promise<Stage> {
  const payTo = newAddress()
  const facilitator = await startFacilitator(usdc, payTo, { confirmMaxMs })
  const { operations } = shop
  const seller = await startSeller({ usdc, payTo, facilitator, operations, settleWaitMs })
  const buyer = await usdc.account(20_000)
  return {
    seller,
    facilitator,
    async pay() {
      const { challenge } = await seller.call('/middling', BODY)
      const [requirements] = challenge?.accepts ?? []
      if (!requirements) throw new Error('no challenge')
      return signPayment(buyer, requirements)
    },
    async insist(payment) {
      const statuses: number[] = []
      for (;;) {
        const answer = await seller.call('/middling', BODY, payment)
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

/**
 * Buys on a chain with blocks of so many seconds, from a seller that waits for its settlements and from one
 * that does not, whose buyer has to ask again.
 */
export async function buyBetweenBlocks(blockTimeSeconds: number, shop: Workshop) {
  await using slow = await startUsdcChain({ blockTimeSeconds })
  const runs = shop.runs
  await using patient = await openStage(slow, shop, { settleWaitMs: 60_000, confirmMaxMs: 60_000 })
  await using hasty = await openStage(slow, shop, { confirmMaxMs: 300, settleWaitMs: 100 })
  const [payment, other] = await Promise.all([patient.pay(), hasty.pay()])
  const height = async () => Number(await slow.chain.rpc<Hex>('eth_blockNumber'))
  const counted = async () => {
    const before = await height()
    const answer = await patient.seller.call('/middling', BODY, payment)
    return { answer, blocks: (await height()) - before }
  }
  const [{ answer, blocks }, insisted] = await Promise.all([counted(), hasty.insist(other)])
  return {
    patient: { status: answer.status, blocks },
    // On a busy machine a block may come before the first answer.
    hasty: [...new Set(insisted.statuses)].filter((status) => status !== 503),
    moved: [await patient.moved(), await hasty.moved()],
    runs: shop.runs - runs,
  }
}

/** What must come of it: an answer before so many blocks have been mined. */
export function withinBlocks(maxBlocks: number) {
  return {
    patient: { status: 200, blocks: expect.toSatisfy((blocks: number) => blocks <= maxBlocks) },
    hasty: [200],
    moved: [
      [PRICE, PRICE],
      [PRICE, PRICE],
    ],
    runs: 2,
  }
}
