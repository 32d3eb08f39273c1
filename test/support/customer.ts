import type { PrivateKeyAccount } from 'viem/accounts'
import type { Payment } from '../../src/pay/protocol/messages.ts'
import type { UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { type PaymentChanges, signPayment } from './payments.ts'
import type { TestSeller } from './seller.ts'

/** A buyer with money, at one seller. */
export interface Customer {
  account: PrivateKeyAccount
  /** Signs for the terms that a route challenges with. */
  payFor(path: string, changes?: PaymentChanges): Promise<Payment>
  /** Runs something and returns the buyer's cost and the seller's earnings. */
  charging<T>(run: () => Promise<T>): Promise<{ result: T; paid: number; got: number }>
  /** What the seller's book says of a payment. */
  rowOf(payment: Payment): Promise<Awaited<ReturnType<TestSeller['rows']>>[number] | undefined>
}

/** Opens an account with that much money. */
export async function newCustomer(
  usdc: UsdcChain,
  seller: TestSeller,
  payTo: Hex,
  funds = 100_000,
): Promise<Customer> {
  const account = await usdc.account(funds)
  return {
    account,
    async payFor(path, changes = {}) {
      const { challenge } = await seller.call(path, undefined)
      const [requirements] = challenge?.accepts ?? []
      if (!requirements) throw new Error(`${path} did not challenge`)
      return signPayment(account, requirements, changes)
    },
    async charging(run) {
      const before = await usdc.balance(account.address)
      const gotBefore = await usdc.balance(payTo)
      const result = await run()
      const paid = before - (await usdc.balance(account.address))
      return { result, paid, got: (await usdc.balance(payTo)) - gotBefore }
    },
    async rowOf(payment) {
      const nonce = payment.payload.authorization.nonce.toLowerCase()
      return (await seller.rows()).find(({ id }) => id.endsWith(nonce))
    },
  }
}
