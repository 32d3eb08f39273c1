import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeEach } from 'vitest'
import { startChainAndFacilitator, usdc } from './chain-and-facilitator.ts'
import type { Hex } from './chain.ts'
import { type Asking, buyerAt } from './paid-requests.ts'

/** What an account of these tests has, in atomic units. */
const FUNDS = 100_000

/** Money that a test pays any service from. */
export interface Purse {
  /** What was spent of it in the running test. */
  spent(): Promise<number>
  /** A buyer whose owner has named one seller, and how it makes requests. */
  buyerAt(url: string, asking?: Asking): ReturnType<typeof buyerAt>
}

/** Starts a chain for all tests of a file, with a facilitator that pays this address, and fills a purse before each. */
export function openPurse(payTo: Hex): Purse {
  let account: PrivateKeyAccount
  startChainAndFacilitator(payTo)
  beforeEach(async () => {
    account = await usdc.account(FUNDS)
  })
  return {
    spent: async () => FUNDS - (await usdc.balance(account.address)),
    buyerAt: async (url, asking) => buyerAt({ usdc, account, url }, asking),
  }
}
