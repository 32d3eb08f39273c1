import { beforeEach } from 'vitest'
import type { TestFacilitator } from './chain-facilitator.ts'
import type { UsdcChain } from './chain-usdc.ts'
import { type Customer, newCustomer } from './customer.ts'
import { openMarket, type Market } from './market.ts'
import type { TestSeller } from './seller.ts'

/** The market of the running test file, once `openShop` was called. */
export let usdc: UsdcChain
/** See `usdc`. */
export let facilitator: TestFacilitator
/** See `usdc`. */
export let seller: TestSeller
/** The buyer of the running test: a new one each time, so that no limit of one payer reaches into another test. */
export let customer: Customer

/** Opens a market for all tests of a file, with a customer for each. */
export function openShop(): Pick<Market, 'payTo' | 'shop'> {
  const { shop, payTo } = openMarket((market) => ({ usdc, facilitator, seller } = market))
  beforeEach(async () => {
    customer = await newCustomer(usdc, seller, payTo)
  })
  return { shop, payTo }
}

/** As the customer of the running test does. */
export const payFor: Customer['payFor'] = async (...terms) => customer.payFor(...terms)
/** See `payFor`. */
export const charging: Customer['charging'] = async (run) => customer.charging(run)
/** See `payFor`. */
export const rowOf: Customer['rowOf'] = async (payment) => customer.rowOf(payment)
