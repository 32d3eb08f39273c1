import { setTimeout as delay } from 'node:timers/promises'
import type { Payment } from '../../src/pay/messages.ts'
import { type FacilitatorFaults, startFacilitator } from '../../test/support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../test/support/chain-usdc.ts'
import { signPayment } from '../../test/support/payments.ts'
import { callRoute, newAddress, startSeller, workshop } from '../../test/support/seller.ts'
import { startStockSeller, stockFetch } from './stock.ts'

const FUNDS = 100_000
const BODY = { text: 'a' }
const RETRIES = 8

/** What one side did under one fault, after the caller has tried again. */
export interface Loss {
  fault: string
  system: string
  paid: number
  answers: number
  runs: number
}

interface Fault {
  name: string
  blockTimeSeconds?: number
  confirmMaxMs?: number
  faults: Partial<FacilitatorFaults>
  /** Whether the fault is gone when the caller tries again. */
  passes: boolean
}

const FAULTS: readonly Fault[] = [
  { name: 'none', faults: {}, passes: true },
  { name: 'settling takes 1.6 s, then a retry', faults: { settleDelayMs: 1_600 }, passes: true },
  { name: 'the answer to a settlement is lost', faults: { loseSettleAnswer: true }, passes: true },
  { name: 'down while settling, then a retry', faults: { settleDown: true }, passes: true },
  {
    name: '4 s blocks, receipt awaited for 0.3 s',
    blockTimeSeconds: 4,
    confirmMaxMs: 300,
    faults: {},
    passes: false,
  },
]

/** Runs every fault against the stock stack and against ours, each with money of its own. */
export async function measureLosses(): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const fault of FAULTS) {
    const { blockTimeSeconds } = fault
    await using usdc = await startUsdcChain(blockTimeSeconds ? { blockTimeSeconds } : {})
    losses.push(await stockLoss(usdc, fault), await ourLoss(usdc, fault))
  }
  return losses
}

/** A buyer of stock parts that tries again once, as every agent does after an error. */
async function stockLoss(usdc: UsdcChain, fault: Fault): Promise<Loss> {
  const payTo = newAddress()
  await using facilitator = await startFacilitator(usdc, payTo, confirmOf(fault))
  await using seller = await startStockSeller(payTo, facilitator)
  const buyer = await usdc.account(FUNDS)
  const fetchPaid = stockFetch(buyer)
  Object.assign(facilitator.faults, fault.faults)
  let answers = 0
  for (let attempt = 0; attempt < 2 && answers === 0; attempt++) {
    const response = await fetchPaid(`${seller.url}/sold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    })
    if (response.status === 200) answers += 1
    if (fault.passes) Object.assign(facilitator.faults, noFaults())
    await delay(1_000)
  }
  await landed(fault)
  const paid = FUNDS - (await usdc.balance(buyer.address))
  return { fault: fault.name, system: 'stock', paid, answers, runs: seller.runs }
}

/** A buyer that does as our seller says: it sends the same payment again. */
async function ourLoss(usdc: UsdcChain, fault: Fault): Promise<Loss> {
  const payTo = newAddress()
  const shop = workshop()
  await using facilitator = await startFacilitator(usdc, payTo, confirmOf(fault))
  const { operations } = shop
  await using seller = await startSeller({
    usdc,
    payTo,
    facilitator,
    operations,
    settleWaitMs: 1_000,
  })
  const buyer = await usdc.account(FUNDS)
  const { challenge } = await seller.call('/middling', BODY)
  const [requirements] = challenge?.accepts ?? []
  if (!requirements) throw new Error('no challenge')
  const payment: Payment = await signPayment(buyer, requirements)
  Object.assign(facilitator.faults, fault.faults)
  let answers = 0
  for (let attempt = 0; attempt < RETRIES && answers === 0; attempt++) {
    const { status } = await callRoute(`${seller.http.url}/middling`, BODY, payment)
    if (status === 200) answers += 1
    if (fault.passes) Object.assign(facilitator.faults, noFaults())
    await delay(status === 200 ? 0 : 1_000)
  }
  await landed(fault)
  const paid = FUNDS - (await usdc.balance(buyer.address))
  return { fault: fault.name, system: 'Bellhop', paid, answers, runs: shop.runs }
}

const noFaults = (): FacilitatorFaults => ({
  down: false,
  settleDown: false,
  verifyDelayMs: 0,
  settleDelayMs: 0,
  loseSettleAnswer: false,
})

const confirmOf = ({ confirmMaxMs }: Fault) => (confirmMaxMs === undefined ? {} : { confirmMaxMs })

/** Money that is on its way arrives before it is counted. */
async function landed({ blockTimeSeconds = 1 }: Fault): Promise<void> {
  await delay(blockTimeSeconds * 1_500)
}
