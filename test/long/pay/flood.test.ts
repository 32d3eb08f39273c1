import { setTimeout as delay } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { encodeHeader } from '../../../src/pay/protocol/codec.ts'
import type { Payment } from '../../../src/pay/protocol/messages.ts'
import { PAYMENT_SIGNATURE_HEADER } from '../../../src/pay/protocol/names.ts'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { newCustomer } from '../../support/customer.ts'
import { signPayment } from '../../support/payments.ts'
import { newAddress, startSeller, workshop } from '../../support/seller.ts'

const BAD_PER_SECOND = 40
/** Bad payments before the first honest one: more than any bucket holds. */
const BEFORE_COUNT = 100
const ATTACKER = '198.51.100.7'
const HONEST_CALLS = 100

const payTo = newAddress()
startChainAndFacilitator(payTo)

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

/** How the shop is reached: the proxies that it knows of, and what the one before it adds for attackers and for honest payers. */
const ARRANGEMENTS: Readonly<Record<string, { proxies: number; honest: string }>> = {
  'a proxy that the shop was not told of, so that all come from one address': {
    proxies: 0,
    honest: '198.51.100.8',
  },
  'a proxy, from the address of the attacker': { proxies: 1, honest: ATTACKER },
  'a proxy, from another address': { proxies: 1, honest: '198.51.100.8' },
}

/** One paid call as it comes through a proxy; resolves to its status. */
async function callFrom(address: string, url: string, text: string, payment: Payment) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      [PAYMENT_SIGNATURE_HEADER]: encodeHeader(payment),
    },
    body: JSON.stringify({ text }),
  })
  await response.arrayBuffer()
  return response.status
}

describe.each(Object.entries(ATTACKS))('%s, 40 a second from one address', (_, attack) => {
  test.each(Object.entries(ARRANGEMENTS))(
    'leave honest payers nearly all of their calls behind %s',
    async (__, { proxies, honest }) => {
      const { operations } = workshop()
      await using seller = await startSeller({
        usdc,
        payTo,
        facilitator,
        operations,
        trustedProxies: proxies,
      })
      const url = `${seller.http.url}/cheap`
      const customers = await Promise.all(
        Array.from({ length: 5 }, async () => newCustomer(usdc, seller, payTo)),
      )
      const good = await customers[0]?.payFor('/cheap')
      if (!good) throw new Error('no payment')
      const over = new AbortController()
      const attacked: Promise<number>[] = []
      const attacking = (async () => {
        while (!over.signal.aborted) {
          attacked.push(attack(good).then(async (bad) => callFrom(ATTACKER, url, 'bad', bad)))
          await delay(1_000 / BAD_PER_SECOND)
        }
      })()
      await expect.poll(() => attacked.length, { timeout: 60_000 }).toBeGreaterThan(BEFORE_COUNT)
      const statuses: number[] = []
      for (let n = 0; n < HONEST_CALLS; n += customers.length) {
        const round = customers.map(async (customer, index) =>
          callFrom(honest, url, `honest ${n + index}`, await customer.payFor('/cheap')),
        )
        statuses.push(...(await Promise.all(round)))
      }
      over.abort()
      await attacking
      expect(new Set(await Promise.all(attacked)).has(200)).toBe(false)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
        0.99 * HONEST_CALLS,
      )
    },
  )
})
