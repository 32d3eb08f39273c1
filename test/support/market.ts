import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { noFaults, startFacilitator, type TestFacilitator } from './chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from './chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from './chain.ts'
import { newAddress, startSeller, type TestSeller, type Workshop, workshop } from './seller.ts'

/** A chain, a facilitator and a seller, for all tests of one file. */
export interface Market {
  payTo: Hex
  shop: Workshop
  usdc: UsdcChain
  facilitator: TestFacilitator
  seller: TestSeller
}

/** How a market differs from the usual one. */
export interface MarketOptions {
  /** Sold or given away beside the workshop. */
  operations?: readonly AnyOperation[]
  settleWaitMs?: number
  /** How far the clock of the seller runs ahead of the real one. */
  aheadMs?: () => number
}

/**
 * Opens a market before the tests of the calling file, sets it back before each, and closes it at the end.
 * `opened` is called once it is open.
 */
export function openMarket(
  opened: (market: Market) => void,
  { operations = [], ...options }: MarketOptions = {},
): Pick<Market, 'payTo' | 'shop'> {
  const payTo = newAddress()
  const shop = workshop()
  const open: AsyncDisposable[] = []
  let meter: TestFacilitator
  beforeAll(async () => {
    const usdc = await startUsdcChain()
    const facilitator = await startFacilitator(usdc, payTo)
    const offered = [...shop.operations, ...operations]
    const parts = { usdc, payTo, facilitator, operations: offered, ...options }
    const seller = await startSeller(parts)
    open.push(seller, facilitator, usdc)
    meter = facilitator
    opened({ payTo, shop, usdc, facilitator, seller })
  }, CHAIN_START_MAX_MS)
  afterAll(async () => {
    for (const part of open) await part[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    Object.assign(shop, { runs: 0, delayMs: 0, failure: 'none', meanwhile: async () => {} })
    Object.assign(meter.calls, { verify: 0, settle: 0 })
    Object.assign(meter.faults, noFaults())
  })
  return { payTo, shop }
}
