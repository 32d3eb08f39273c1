import { setTimeout as delay } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/pay/messages.ts'
import type { UsdcChain } from '../../support/chain-usdc.ts'
import { newCustomer } from '../../support/customer.ts'
import { openMarket } from '../../support/market.ts'
import { signPayment } from '../../support/payments.ts'
import type { TestSeller } from '../../support/seller.ts'

const BAD_PER_SECOND = 40
const SECONDS = 8
const HONEST_CALLS = 100

let usdc: UsdcChain
let seller: TestSeller
const { payTo } = openMarket((market) => ({ usdc, seller } = market))

/** Ways to send payments that are worth nothing. */
const ATTACKS: Readonly<Record<string, (good: Payment) => Promise<Payment>>> = {
  'signatures of nobody': async (good) => {
    const bad = structuredClone(good)
    bad.payload.authorization.nonce = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
    bad.payload.signature = `0x${'1'.repeat(130)}`
    return bad
  },
  'signatures of wallets without money': async (good) =>
    signPayment(privateKeyToAccount(generatePrivateKey()), good.accepted),
  'the wrong amount': async (good) =>
    signPayment(privateKeyToAccount(generatePrivateKey()), good.accepted, {
      signed: { value: '1' },
    }),
}

describe.each(Object.entries(ATTACKS))('%s, 40 a second from one address', (_, attack) => {
  test.each([
    ['the same address', '198.51.100.7'],
    ['another address', '198.51.100.8'],
  ])('leave honest payers at %s at least 99 %% of their calls', async (_where, peer) => {
    const { signal } = new AbortController()
    const pass = async (payment: Payment, from: string, text: string) => {
      try {
        const call = { operation: 'cheap', transport: 'http', input: { text }, signal } as const
        const work = async () => ({ text })
        return (await seller.seller.gate.pass({ ...call, payment, peer: from }, work)).kind
      } catch {
        return 'refused'
      }
    }
    const customers = await Promise.all(
      Array.from({ length: 5 }, async () => newCustomer(usdc, seller, payTo)),
    )
    const good = await customers[0]?.payFor('/cheap')
    if (!good) throw new Error('no payment')
    const over = new AbortController()
    const attacked: Promise<string>[] = []
    const attacking = (async () => {
      for (let n = 0; !over.signal.aborted && n < BAD_PER_SECOND * SECONDS; n++) {
        attacked.push(attack(good).then(async (bad) => pass(bad, '198.51.100.7', 'bad')))
        await delay(1_000 / BAD_PER_SECOND)
      }
    })()
    await delay(2_000)
    const kinds: string[] = []
    for (let n = 0; n < HONEST_CALLS; n += customers.length) {
      const round = customers.map(async (customer, index) =>
        pass(await customer.payFor('/cheap'), peer, `honest ${n + index}`),
      )
      kinds.push(...(await Promise.all(round)))
    }
    over.abort()
    await attacking
    expect(new Set(await Promise.all(attacked)).has('sold')).toBe(false)
    expect(kinds.filter((kind) => kind === 'sold').length).toBeGreaterThanOrEqual(
      0.99 * HONEST_CALLS,
    )
  })
})
