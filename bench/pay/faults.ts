import { setTimeout as delay } from 'node:timers/promises'
import type { FacilitatorFaults } from '../../test/support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../test/support/chain-usdc.ts'
import type { PaymentChanges } from '../../test/support/payments.ts'
import { newAddress } from '../../test/support/seller.ts'
import { openSide, type Side, type SideOptions } from './sides.ts'

/** What one system did under one fault. */
export interface Loss {
  fault: string
  system: string
  /** What was seen: HTTP statuses, or words. */
  seen: string
  /** Atomic units, by the balances on the chain. */
  paid: number
  answers: number
  runs: number | null
}

interface Fault {
  name: string
  options?: SideOptions
  /** Seconds; instant blocks where absent. */
  blockTime?: number
  run(side: Side): Promise<void>
}

const seconds = (fromNow: number): string => String(Math.floor(Date.now() / 1_000) + fromNow)

/** Shows one payment that is not good, of each of these kinds. */
function badly(name: string, kinds: readonly (() => PaymentChanges)[]): Fault {
  return {
    name,
    async run(side) {
      for (const changes of kinds) await side.send('/middling', await side.pay(changes()))
    },
  }
}

/** Buys while the facilitator fails once. */
function troubled(name: string, faults: Partial<FacilitatorFaults>): Fault {
  return {
    name,
    async run(side) {
      Object.assign(side.facilitator.faults, faults)
      await side.buy()
    },
  }
}

const failing = (failure: 'typed' | 'untyped') => async (side: Side) => {
  side.shop.failure = failure
  await side.send('/middling', await side.pay())
}

async function twiceAtOnce(side: Side): Promise<void> {
  side.shop.delayMs = 100
  const payment = await side.pay()
  await Promise.all([side.send('/middling', payment), side.send('/middling', payment)])
}

const FAULTS: readonly Fault[] = [
  { name: 'none', run: async (side) => side.buy() },
  {
    name: 'the work fails',
    async run(side) {
      await failing('typed')(side)
      await failing('untyped')(side)
    },
  },
  { name: 'the work fails, paid up front', options: { upfront: true }, run: failing('untyped') },
  {
    name: 'the same payment again, after the settlement',
    async run(side) {
      const payment = await side.pay()
      await side.send('/middling', payment)
      await side.send('/middling', payment)
    },
  },
  { name: 'the same payment twice at once', run: twiceAtOnce },
  {
    name: 'the same payment twice at once, paid up front',
    options: { upfront: true },
    run: twiceAtOnce,
  },
  {
    name: 'a payment shown to another route of that price, to its own, and to a dearer one',
    async run(side) {
      const payment = await side.pay()
      for (const path of ['/other', '/middling', '/dear']) await side.send(path, payment)
    },
  },
  badly('past its time; 5 s left', [
    () => ({ signed: { validBefore: seconds(-10) } }),
    () => ({ signed: { validBefore: seconds(5) } }),
  ]),
  badly('the amount changed after signing; less accepted; less signed', [
    () => ({
      signed: { value: '1' },
      sent: (payment) => void (payment.payload.authorization.value = '2000'),
    }),
    () => ({ sent: (payment) => void (payment.accepted.amount = '1') }),
    () => ({ signed: { value: '1' } }),
  ]),
  badly('another payee; another network', [
    () => ({ signed: { to: newAddress() } }),
    () => ({ sent: (payment) => void (payment.accepted.network = 'eip155:1') }),
  ]),
  {
    name: 'an empty wallet',
    async run(side) {
      await side.usdc.drain(side.buyer)
      await side.send('/middling', await side.pay())
    },
  },
  { name: 'a header that is no base64', run: async (side) => side.send('/middling', '!!') },
  troubled('the facilitator is down while checking, then a retry', { down: true }),
  troubled('down while settling, then a retry', { settleDown: true }),
  troubled('the answer to a settlement is lost', { loseSettleAnswer: true }),
  troubled('settling takes 1.6 s, then a retry', { settleDelayMs: 1_600 }),
  {
    name: 'pending: 4 s blocks, receipt awaited for 0.3 s',
    blockTime: 4,
    options: { confirmMaxMs: 300 },
    run: async (side) => side.buy(),
  },
  {
    name: 'the buyer empties its wallet during the work',
    async run(side) {
      side.shop.meanwhile = async () => side.usdc.drain(side.buyer)
      await side.send('/middling', await side.pay())
    },
  },
  {
    name: 'the buyer cancels its authorization during the work',
    async run(side) {
      const payment = await side.pay()
      const { nonce } = payment.payload.authorization
      side.shop.meanwhile = async () => side.usdc.cancel(side.buyer, nonce)
      await side.send('/middling', payment)
    },
  },
  {
    name: 'the seller’s own check throws (stock: a hook; ours: the ledger)',
    options: { hookThrows: true },
    async run(side) {
      side.breakBook()
      await side.send('/middling', await side.pay())
    },
  },
]

/** Runs every fault of a seller's day against the stock stack and against ours, each with money of its own. */
export async function measureLosses(): Promise<Loss[]> {
  const losses: Loss[] = []
  await using instant = await startUsdcChain()
  for (const fault of FAULTS) {
    const { blockTime } = fault
    if (blockTime === undefined) {
      losses.push(await lossOf('stock', instant, fault), await lossOf('Bellhop', instant, fault))
      continue
    }
    await using slow = await startUsdcChain({ blockTimeSeconds: blockTime })
    losses.push(await lossOf('stock', slow, fault), await lossOf('Bellhop', slow, fault))
  }
  return losses
}

async function lossOf(system: Side['system'], usdc: UsdcChain, fault: Fault): Promise<Loss> {
  await using side = await openSide(system, usdc, fault.options)
  await fault.run(side)
  // Money that is on its way arrives before it is counted.
  await delay((fault.blockTime ?? 0.5) * 1_500)
  return { fault: fault.name, system, seen: side.statuses.join(', '), ...(await side.outcome()) }
}
