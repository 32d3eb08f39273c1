// @module-tag full
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { Breaker } from '../../../../src/pay/seller/breaker.ts'
import { createGate } from '../../../../src/pay/seller/gate.ts'
import { Ledger } from '../../../../src/pay/seller/ledger.ts'
import { runSettler } from '../../../../src/pay/seller/settler.ts'
import type { TestFacilitator } from '../../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import { type Customer, newCustomer } from '../../../support/customer.ts'
import { openMarket } from '../../../support/market.ts'
import { type RpcProxy, reply, startRpcProxy } from '../../../support/rpc-proxy.ts'
import { type SellerAnswer, startSeller, type TestSeller } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

const PRICE = 2_000
const body = { text: 'a' }
const NOT_USED = `0x${'0'.repeat(64)}` as const
/** Keccak-256 of `authorizationState(address,bytes32)`, first four bytes. */
const AUTHORIZATION_STATE = '0xe94a0102'

let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
let customer: Customer
/** What the seller of these tests sees of the chain; it may be behind. */
let node: RpcProxy
let isBehind = false

const { shop, payTo } = openMarket((market) => ({ usdc, facilitator } = market))
beforeAll(async () => {
  node = await startRpcProxy(usdc.rpc.url, ({ id, method, params }, response) => {
    const call = JSON.stringify(params)
    const isAsked = method === 'eth_call' && call.includes(AUTHORIZATION_STATE.slice(2))
    return isBehind && isAsked ? reply(response, id, NOT_USED) : false
  })
  const view: UsdcChain = { ...usdc, rpc: { ...usdc.rpc, url: node.url } }
  const { operations } = shop
  seller = await startSeller({ usdc: view, payTo, facilitator, operations, settleWaitMs: 300 })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})
beforeEach(async () => {
  isBehind = false
  customer = await newCustomer(usdc, seller, payTo)
})

/** A process that shares the seller's book, takes a payment, and dies in the middle of the work. */
async function dieWorking(payment: Payment, answer?: object): Promise<void> {
  const { gate } = seller.seller
  const ledger = new Ledger(async () => seller.store, 'dead', Date.now)
  const dying = createGate({
    prices: gate.prices,
    baseUrl: () => gate.baseUrl(),
    facilitator: facilitator.local,
    breaker: new Breaker(Date.now, () => {}),
    verifier: usdc.verifier,
    signatures: async () => usdc.signatures,
    ledger,
    log: quietLog,
    now: Date.now,
  })
  const { signal } = new AbortController()
  const call = { operation: 'middling', transport: 'http', input: body, peer: undefined } as const
  const working = Promise.withResolvers<void>()
  void dying.pass({ ...call, payment, signal }, async () => {
    working.resolve()
    return new Promise(() => {})
  })
  await working.promise
  const { id } = (await customer.rowOf(payment)) ?? { id: '' }
  if (answer) await ledger.record(id, JSON.stringify(answer))
  await ledger.lapse(id, -1)
}

/** Shows a payment until it is not pending any more: the settler may be looking at it at the same time. */
async function insist(payment: Payment): Promise<SellerAnswer> {
  for (let n = 0; ; n++) {
    const answer = await seller.call('/middling', body, payment)
    if (answer.status !== 503 || n === 50) return answer
  }
}

describe('a payment of a process that died', () => {
  test('[22] is not given up for an empty wallet by whoever shows it again', async () => {
    const payment = await customer.payFor('/middling')
    await dieWorking(payment, { text: 'a', run: 7 })
    await usdc.drain(customer.account)
    const waiting = await seller.call('/middling', body, payment)
    expect([waiting.status, waiting.challenge]).toEqual([503, undefined])
    // So that the settler need not wait for it in the next test.
    await usdc.mint(customer.account.address, 100_000)
  })

  test('[22] which sent it with its last breath, while the node is behind: owed, never challenged anew', async () => {
    const payment = await customer.payFor('/middling')
    isBehind = true
    const { result, paid } = await customer.charging(async () => {
      await dieWorking(payment)
      await facilitator.local.settle(payment, payment.accepted)
      const early = await seller.call('/middling', body, payment)
      expect([early.status, early.challenge]).toEqual([503, undefined])
      expect(await customer.rowOf(payment)).toMatchObject({ state: 'working' })
      isBehind = false
      await expect.poll(async () => (await customer.rowOf(payment))?.state).toBe('settled')
      return seller.call('/middling', body, payment)
    })
    expect([result.status, result.body, paid]).toEqual([200, { text: 'a', run: 1 }, PRICE])
  })

  test('[22] whose work then fails stays in the book: it may have been sent', async () => {
    const payment = await customer.payFor('/middling')
    const { result, paid } = await customer.charging(async () => {
      await dieWorking(payment)
      shop.failure = 'typed'
      expect((await insist(payment)).status).toBe(502)
      shop.failure = 'none'
      // Only now does it land.
      await facilitator.local.settle(payment, payment.accepted)
      return insist(payment)
    })
    expect([result.status, paid, facilitator.calls.settle]).toEqual([200, PRICE, 1])
  })

  test('[22] is not given up for an empty wallet by the settler, and collected when it can be', async () => {
    const payment = await customer.payFor('/middling')
    const { result, paid } = await customer.charging(async () => {
      await dieWorking(payment, { text: 'a', run: 7 })
      await usdc.drain(customer.account)
      // The background settler takes it up first, then a call that shows the payment.
      await expect.poll(() => facilitator.calls.settle).toBeGreaterThan(2)
      expect(await customer.rowOf(payment)).toMatchObject({ state: 'settling', doubtful: 1 })
      const waiting = await seller.call('/middling', body, payment)
      expect([waiting.status, waiting.challenge]).toEqual([503, undefined])
      expect(await customer.rowOf(payment)).toMatchObject({ state: 'settling', doubtful: 1 })
      await usdc.mint(customer.account.address, 100_000)
      await expect.poll(async () => (await customer.rowOf(payment))?.state).toBe('settled')
      return seller.call('/middling', body, payment)
    })
    expect([result.status, result.body]).toEqual([200, { text: 'a', run: 7 }])
    expect([paid, shop.runs]).toEqual([PRICE, 0])
  })

  test('is settled for what it was worth then, whatever the price is now', async () => {
    const payment = await customer.payFor('/middling')
    await dieWorking(payment)
    await facilitator.local.settle(payment, payment.accepted)
    const tag = seller.seller.gate.prices.get('middling')
    if (!tag) throw new Error('not for sale')
    const { amount } = tag.requirements
    tag.requirements.amount = '9000'
    try {
      const answer = await insist(payment)
      expect([answer.status, answer.body]).toEqual([200, { text: 'a', run: 1 }])
    } finally {
      tag.requirements.amount = amount
    }
  })
})

test('leases are renewed while a round of the settler waits for a slow facilitator', async () => {
  const payment = await customer.payFor('/middling')
  // Nobody but the settler of this test is to take it.
  await seller.seller.close()
  await dieWorking(payment, { text: 'a', run: 7 })
  const stop = new AbortController()
  const hanging = Promise.withResolvers<never>()
  let verifications = 0
  let renewals = 0
  const settling = runSettler(
    {
      facilitator: {
        verify: async () => ({ isValid: true }),
        settle: async () => {
          verifications += 1
          return hanging.promise
        },
      },
      breaker: new Breaker(Date.now, () => {}),
      verifier: usdc.verifier,
      ledger: new Ledger(async () => seller.store, 'settler', Date.now),
      log: quietLog,
      now: Date.now,
      keepAlive: async () => void (renewals += 1),
    },
    stop.signal,
  )
  await expect.poll(() => verifications).toBe(1)
  const before = renewals
  await expect.poll(() => renewals - before).toBeGreaterThan(1)
  stop.abort()
  hanging.reject(new Error('down'))
  await settling
})
