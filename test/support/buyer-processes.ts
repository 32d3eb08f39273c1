import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openStore } from '../../src/store/open.ts'
import { tempDir } from './bellhop.ts'
import type { TestFacilitator } from './chain-facilitator.ts'
import type { UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { startSeller, workshop } from './seller.ts'
import { quietLog } from './store-backend.ts'

const CHILD = join(import.meta.dirname, 'buyer-child.ts')

/** What one call of theirs costs. */
const PRICE = 2_000

/** What came of one call of a buyer. */
export interface BuyerOutcome {
  answer?: object
  reason?: string
}

/** A buyer in a process of its own: see `buyer-child.ts` for what comes after the address of the seller. */
export function startBuyer(
  { rpc }: Pick<UsdcChain, 'rpc'>,
  key: Hex,
  location: string,
  url: string,
  ...rest: readonly (string | number)[]
) {
  const child = spawn(process.execPath, [CHILD, location, url, rpc.url, ...rest.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // What the first one has compiled, the others need not.
    env: { ...process.env, NODE_COMPILE_CACHE: join(location, '../compiled') },
  })
  child.stdin.end(key)
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  return {
    child,
    async outcomes() {
      if (child.exitCode === null) await once(child, 'close')
      const lines = printed.split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as BuyerOutcome)
    },
  }
}

/** Lets processes spend from one budget of ten calls, every other one by `pay_fetch`; resolves to what came of it. */
export async function spendTogether(
  market: { usdc: UsdcChain; payTo: Hex; facilitator: TestFacilitator },
  { processes, callsOfEach }: { processes: number; callsOfEach: number },
): Promise<{ answers: number; refusals: number; paid: number; got: number }> {
  const { usdc, payTo } = market
  using dir = tempDir()
  await using seller = await startSeller({ ...market, operations: workshop().operations })
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await usdc.mint(address, 50 * PRICE)
  const before = await usdc.balance(payTo)
  const location = join(dir.path, 'shared.sqlite')
  await (await openStore({ location, log: quietLog })).close()
  const buyers = Array.from({ length: processes }, (_, n) => {
    const way = n % 2 === 0 ? 'call' : 'fetch'
    return startBuyer(usdc, key, location, seller.http.url, n, callsOfEach, 10 * PRICE, way)
  })
  const outcomes = (await Promise.all(buyers.map(async (buyer) => buyer.outcomes()))).flat()
  return {
    answers: outcomes.filter(({ answer }) => answer).length,
    refusals: outcomes.filter(({ reason }) => reason === 'over_day_budget').length,
    paid: 50 * PRICE - (await usdc.balance(address)),
    got: (await usdc.balance(payTo)) - before,
  }
}

/** What `spendTogether` must come to with so many calls. */
export function tenOf(calls: number): Awaited<ReturnType<typeof spendTogether>> {
  return { answers: 10, refusals: calls - 10, paid: 10 * PRICE, got: 10 * PRICE }
}
