import { afterAll, beforeAll } from 'vitest'
import { startFacilitator, type TestFacilitator } from './chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from './chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from './chain.ts'

/** A local chain with the asset of payments, once `startChainAndFacilitator` was called. */
export let usdc: UsdcChain
/** Settles payments on it. */
export let facilitator: TestFacilitator

/** Starts both for all tests of a file, for a seller that is paid at this address. */
export function startChainAndFacilitator(payTo: Hex): void {
  beforeAll(async () => {
    usdc = await startUsdcChain()
    facilitator = await startFacilitator(usdc, payTo)
  }, CHAIN_START_MAX_MS)
  afterAll(async () => {
    await facilitator[Symbol.asyncDispose]()
    await usdc[Symbol.asyncDispose]()
  })
}
