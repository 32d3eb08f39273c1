import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test, vi } from 'vitest'
import { tempDir } from '../../../support/bellhop.ts'
import { spendTogether, startBuyer, tenOf } from '../../../support/buyer-processes.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import type { Hex } from '../../../support/chain.ts'
import { challenge, offer, reply, settle, startOddSeller } from '../../../support/odd-seller.ts'
import { newAddress, startSeller, workshop } from '../../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 100_000
/** Several processes start on what may be a busy machine. */
const PROCESSES_MAX_MS = 60_000
const payTo = newAddress()
const dir = tempDir()
startChainAndFacilitator(payTo)

afterAll(() => {
  dir[Symbol.dispose]()
})

async function funded(): Promise<{ key: Hex; address: Hex }> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await usdc.mint(address, FUNDS)
  return { key, address }
}

test(
  '[23] a buyer killed after sending: its successor sends the same payment, once paid, one answer',
  async () => {
    let isSettled = false
    await using odd = await startOddSeller(async ({ payment }, response) => {
      if (!payment) return challenge(response, [offer(payTo)])
      await settle(facilitator.local, payment)
      const isFirst = !isSettled
      isSettled = true
      // The first buyer never hears of it.
      return isFirst ? undefined : reply(response, { text: 'a', run: 1 })
    })
    const { key, address } = await funded()
    const location = join(dir.path, 'killed.sqlite')
    const first = startBuyer(usdc, key, location, odd.url, 'call')
    await vi.waitFor(() => expect(isSettled).toBe(true))
    first.child.kill('SIGKILL')
    expect(await first.outcomes()).toEqual([])
    const second = startBuyer(usdc, key, location, odd.url, 'call')
    expect(await second.outcomes()).toEqual([{ answer: { text: 'a', run: 1 } }])
    const payments = odd.payments().map((payment) => JSON.stringify(payment))
    expect([payments.length, new Set(payments).size]).toEqual([2, 1])
    expect(FUNDS - (await usdc.balance(address))).toBe(PRICE)
    expect(await usdc.balance(payTo)).toBe(PRICE)
  },
  PROCESSES_MAX_MS,
)

test(
  '[23] the same with our own seller: the work is done once',
  async () => {
    const shop = workshop()
    const { operations } = shop
    await using seller = await startSeller({ usdc, payTo, facilitator, operations })
    const { key, address } = await funded()
    const before = await usdc.balance(payTo)
    const location = join(dir.path, 'ours.sqlite')
    facilitator.faults.settleDelayMs = 500
    const first = startBuyer(usdc, key, location, seller.http.url, 'call')
    await vi.waitFor(() => expect(shop.runs).toBe(1))
    first.child.kill('SIGKILL')
    expect(await first.outcomes()).toEqual([])
    facilitator.faults.settleDelayMs = 0
    const second = startBuyer(usdc, key, location, seller.http.url, 'call')
    expect(await second.outcomes()).toEqual([{ answer: { text: 'call 0', run: 1 } }])
    expect([FUNDS - (await usdc.balance(address)), shop.runs]).toEqual([PRICE, 1])
    expect((await usdc.balance(payTo)) - before).toBe(PRICE)
  },
  PROCESSES_MAX_MS,
)

test(
  '[25] four processes, of which two pay any service, share a budget, and together spend what it says',
  async () => {
    const market = { usdc, payTo, facilitator }
    expect(await spendTogether(market, { processes: 4, callsOfEach: 6 })).toEqual(tenOf(24))
  },
  PROCESSES_MAX_MS,
)
