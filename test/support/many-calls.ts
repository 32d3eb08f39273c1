import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { PrivateKeyAccount } from 'viem/accounts'
import { vi } from 'vitest'
import type { UsdcChain } from './chain-usdc.ts'
import { BASE } from './chain-usdc.ts'
import type { TestSeller, Workshop } from './seller.ts'

/** The stock buyer @x402/fetch with so much money. */
export async function stockBuyer(
  usdc: UsdcChain,
  units: number,
): Promise<{ account: PrivateKeyAccount; fetchPaid: typeof fetch }> {
  const account = await usdc.account(units)
  return { account, fetchPaid: stockFetch(account) }
}

/** Fetches with the stock buyer, for the money of an account. */
export function stockFetch(account: PrivateKeyAccount): typeof fetch {
  const client = new x402Client().register(BASE.id, new ExactEvmScheme(account))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

/** One POST with JSON, as stock buyers send it. */
export const POST = { method: 'POST', headers: { 'content-type': 'application/json' } } as const

/** What came of many calls. */
export interface ManyCalls {
  /** Calls that brought the answer to what was asked. */
  answered: number
  /** Different transactions of their receipts. */
  transactions: number
  runs: number
  /** Atomic units. */
  paid: number
  got: number
  /** Rows of the seller's book that are settled. */
  settled: number
}

/** What must come of them. */
export function eachOnce(calls: number): ManyCalls {
  const units = calls * 1_000
  const counts = { answered: calls, transactions: calls, runs: calls, settled: calls }
  return { ...counts, paid: units, got: units }
}

/** Buys many different calls, so many at a time, of a seller that has sold nothing else at that price. */
export async function buyMany(
  { usdc, seller, shop }: { usdc: UsdcChain; seller: TestSeller; shop: Workshop },
  payTo: `0x${string}`,
  { calls, atOnce }: { calls: number; atOnce: number },
): Promise<ManyCalls> {
  const { account, fetchPaid } = await stockBuyer(usdc, calls * 1_000)
  const before = await usdc.balance(payTo)
  const runs = shop.runs
  const transactions = new Set<string>()
  const queue = Array.from({ length: calls }, (_, n) => n)
  let answered = 0
  const one = async (): Promise<void> => {
    for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
      const body = JSON.stringify({ text: `call ${n}` })
      const response = await fetchPaid(`${seller.http.url}/cheap`, { ...POST, body })
      const { text } = (await response.json()) as { text?: string }
      if (text === `call ${n}`) answered += 1
      const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '')
      transactions.add(receipt.transaction)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  const payer = account.address.toLowerCase()
  await vi.waitFor(async () => {
    const rows = await seller.rows()
    if (rows.some(({ state }) => state !== 'settled')) throw new Error('some are open')
  })
  return {
    answered,
    transactions: transactions.size,
    runs: shop.runs - runs,
    paid: calls * 1_000 - (await usdc.balance(account.address)),
    got: (await usdc.balance(payTo)) - before,
    settled: (await seller.rows()).filter((row) => row.payer === payer).length,
  }
}
