import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { PERMIT2 } from '../../../src/pay/protocol/permits.ts'
import { openStore } from '../../../src/store/open.ts'
import { tempDir } from '../../support/bellhop.ts'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import type { Hex } from '../../support/chain.ts'
import { startOddMcpSeller, toolChallenge, toolText } from '../../support/odd-mcp-seller.ts'
import {
  challenge,
  type OddSeller,
  offer,
  reply,
  settle,
  startOddSeller,
} from '../../support/odd-seller.ts'
import { installPermits, startStockFacilitator } from '../../support/permits.ts'
import { newAddress } from '../../support/seller.ts'
import { quietLog } from '../../support/store-backend.ts'

const CHILD = join(import.meta.dirname, '../../support/dying-buyer-child.ts')
const PRICE = 2_000
const FUNDS = 10_000
const payTo = newAddress()
startChainAndFacilitator(payTo)
const compiled = tempDir()
let stock: Awaited<ReturnType<typeof startStockFacilitator>>
beforeAll(async () => {
  await installPermits(usdc)
  stock = await startStockFacilitator(usdc)
  return async () => {
    await stock[Symbol.asyncDispose]()
    compiled[Symbol.dispose]()
  }
})

/** Settles each payment once, and knows it again, as sellers should. */
function openTill(settleNew: (payment: Record<string, unknown>) => Promise<object>) {
  const settled = new Map<string, Promise<object>>()
  return async (payment: object): Promise<object> => {
    const key = JSON.stringify(payment)
    const settlement = settled.get(key) ?? settleNew(payment as Record<string, unknown>)
    settled.set(key, settlement)
    return settlement
  }
}

async function settlePermit(paymentPayload: Record<string, unknown>): Promise<object> {
  const { accepted: paymentRequirements } = paymentPayload
  const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements })
  const response = await fetch(`${stock.url}/settle`, { method: 'POST', body })
  return (await response.json()) as object
}

/** Sells any request, for an authorization or for a permit. */
async function startWebSeller(isPermit: boolean): Promise<OddSeller> {
  const take = openTill(
    isPermit ? settlePermit : async (payment) => settle(facilitator.local, payment),
  )
  const terms = offer(payTo, isPermit ? { extra: { assetTransferMethod: 'permit2' } } : {})
  return startOddSeller(async ({ payment }, response) =>
    payment
      ? reply(response, { bought: true }, { settlement: await take(payment) })
      : challenge(response, [terms]),
  )
}

/** Sells one tool. */
async function startToolSeller(): Promise<OddSeller> {
  const take = openTill(async (payment) => settle(facilitator.local, payment))
  return startOddMcpSeller({
    async answer({ meta }) {
      const payment = meta['x402/payment']
      if (!payment) return toolChallenge([offer(payTo)])
      return toolText('{"bought":true}', await take(payment))
    },
  })
}

const WAYS: Readonly<Record<string, () => Promise<OddSeller>>> = {
  fetch: async () => startWebSeller(false),
  permit: async () => startWebSeller(true),
  mcp: startToolSeller,
}

async function openWallet(): Promise<{ key: Hex; spent: () => Promise<number> }> {
  const key = generatePrivateKey()
  const { address: from } = privateKeyToAccount(key)
  await usdc.mint(from, FUNDS)
  const abi = parseAbi(['function approve(address, uint256)'])
  const args = [PERMIT2, BigInt(FUNDS)] as const
  const data = encodeFunctionData({ abi, functionName: 'approve', args })
  await usdc.chain.sendAs(from, { to: usdc.network.asset.address, data })
  return { key, spent: async () => FUNDS - (await usdc.balance(from)) }
}

/** Lets a buyer call once; resolves to what it printed, and to the signal that ended it. */
async function call(key: Hex, ...args: string[]): Promise<{ said: string; signal: string | null }> {
  const child = spawn(process.execPath, [CHILD, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // What the first one has compiled, the others need not.
    env: { ...process.env, NODE_COMPILE_CACHE: join(compiled.path, 'cache') },
  })
  child.stdin.end(key)
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  const said = await text(child.stdout)
  const [, signal] = await closed
  return { said, signal }
}

describe.each(Object.keys(WAYS))('a buyer by %s', (way) => {
  // What was reserved and never signed counts until the chain has let it expire; that nobody holds it, only the chain can tell.
  test.each([
    ['signing', 0, 2],
    ['sending', 0, 1],
    ['answered', 1, 1],
  ])('killed at %s is followed by one that pays once', async (step, sentBefore, rows) => {
    using dir = tempDir()
    await using seller = await (WAYS[way] as () => Promise<OddSeller>)()
    const { key, spent } = await openWallet()
    const location = join(dir.path, 'store.sqlite')
    const place = [location, seller.url, usdc.rpc.url, way] as const
    expect(await call(key, ...place, step)).toEqual({ said: '', signal: 'SIGKILL' })
    expect(seller.payments()).toHaveLength(sentBefore)
    expect(await spent()).toBe(sentBefore * PRICE)
    const next = await call(key, ...place)
    expect(next).toEqual({ said: '{"answer":"{\\"bought\\":true}"}', signal: null })
    const payments = seller.payments().map((payment) => JSON.stringify(payment))
    expect([payments.length, new Set(payments).size]).toEqual([sentBefore + 1, 1])
    expect(await spent()).toBe(PRICE)
    const store = await openStore({ location, log: quietLog })
    const journal = await store.db.selectFrom('buyer_authorization').selectAll().execute()
    await store.close()
    // Spent where the chain was asked before the process ended; else as the seller claims.
    expect(journal.filter(({ delivered }) => delivered === 1)).toMatchObject([
      { transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string },
    ])
    expect(journal).toHaveLength(rows)
  })
})
