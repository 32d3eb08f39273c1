// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.ts'
import type { TestFacilitator } from '../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../support/chain-usdc.ts'
import { newCustomer } from '../../support/customer.ts'
import { SOLD, someInvalidInputs } from '../../support/invalid-inputs.ts'
import { openMarket } from '../../support/market.ts'
import { openRefusalWays, type RefusalWays } from '../../support/refusal-ways.ts'
import type { TestSeller } from '../../support/seller.ts'

/** The whole table is in test/long/pay. */
const EVERY_NTH = 23

let usdc: UsdcChain
let seller: TestSeller
let facilitator: TestFacilitator
let ways: RefusalWays
const { payTo } = openMarket((market) => ({ usdc, seller, facilitator } = market), {
  operations: SOLD,
})
beforeAll(async () => {
  ways = await openRefusalWays(seller, await newCustomer(usdc, seller, payTo))
})
afterAll(async () => ways[Symbol.asyncDispose]())

const cases = someInvalidInputs(EVERY_NTH)

test('what can be refused without the work is a 400, free, unpaid and paid, by route and by tool', async () => {
  verifies('utility:3:invalid', 'utility:4:2:400')
  for (const invalid of cases) {
    const answers = await ways.tryAll(invalid)
    const others = Object.entries(answers).filter(([, answer]) => answer !== '400')
    expect(others, `${invalid.operation.name}, ${invalid.fault}`).toEqual([])
  }
  // Nothing was asked of the facilitator, and nothing counted.
  expect([facilitator.calls, await seller.rows()]).toEqual([{ verify: 0, settle: 0 }, []])
})
