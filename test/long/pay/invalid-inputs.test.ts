import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFacilitator } from '../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../support/chain-usdc.ts'
import { newCustomer } from '../../support/customer.ts'
import { invalidInputs, SOLD } from '../../support/invalid-inputs.ts'
import { openMarket } from '../../support/market.ts'
import { openRefusalWays, type RefusalWays } from '../../support/refusal-ways.ts'
import type { TestSeller } from '../../support/seller.ts'

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

test('all that can be refused without the work is a 400, free, unpaid and paid, by route and by tool', async () => {
  const cases = invalidInputs()
  expect(cases.length).toBeGreaterThan(200)
  for (const invalid of cases) {
    const answers = await ways.tryAll(invalid)
    const others = Object.entries(answers).filter(([, answer]) => answer !== '400')
    expect(others, `${invalid.operation.name}, ${invalid.fault}`).toEqual([])
  }
  // Nothing was asked of the facilitator, and nothing counted.
  expect([facilitator.calls, await seller.rows()]).toEqual([{ verify: 0, settle: 0 }, []])
})
