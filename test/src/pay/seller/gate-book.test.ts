import { describe, expect, test } from 'vitest'
import { UNPAID_BURST_CALLS } from '../../../../src/pay/limits.ts'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { newCustomer } from '../../../support/customer.ts'
import {
  charging,
  customer,
  facilitator,
  openShop,
  payFor,
  rowOf,
  seller,
  usdc,
} from '../../../support/open-shop.ts'
import { signPayment } from '../../../support/payments.ts'
import { startSeller } from '../../../support/seller.ts'
import { stopClock } from '../../../support/stopped-clock.ts'

const body = { text: 'a' }

const { shop, payTo } = openShop()

describe('a payment whose answer is not there any more', () => {
  /** Sells once, and then changes what the book says of the answer. */
  async function sellAndChange(answer: { answer: string | null; answer_until_ms: number | null }) {
    const payment = await payFor('/middling')
    await seller.call('/middling', body, payment)
    await expect.poll(async () => (await rowOf(payment))?.state).toBe('settled')
    const nonce = payment.payload.authorization.nonce.toLowerCase()
    await seller.store.write(async (tx) =>
      tx.updateTable('seller_payment').set(answer).where('id', 'like', `%${nonce}`).execute(),
    )
    return payment
  }

  test('[5] since its time is over: it buys nothing more', async () => {
    const payment = await sellAndChange({ answer: '{"text":"old","run":1}', answer_until_ms: 1 })
    const { result, paid } = await charging(async () => seller.call('/middling', body, payment))
    expect([result.status, result.challenge?.error]).toEqual([402, 'payment_already_used'])
    expect([paid, shop.runs]).toEqual([0, 1])
  })

  test('[22] since the process that was paid died before it had one: it is owed, and free', async () => {
    const payment = await sellAndChange({ answer: null, answer_until_ms: null })
    const { result, paid } = await charging(async () => [
      await seller.call('/middling', body, payment),
      await seller.call('/middling', body, payment),
    ])
    expect(result.map(({ status, body: { run } }) => [status, run])).toEqual([
      [200, 2],
      [200, 2],
    ])
    expect([paid, shop.runs, facilitator.calls.settle]).toEqual([0, 2, 1])
  })
})

describe('two instances that share a ledger', () => {
  test('[26d] work once for one payment, and sell it for nothing else', async () => {
    const { operations } = shop
    await using other = await startSeller({
      usdc,
      payTo,
      facilitator,
      operations,
      store: seller.store,
    })
    shop.delayMs = 50
    const payment = await payFor('/middling')
    const { result, paid } = await charging(async () =>
      Promise.all([
        seller.call('/middling', body, payment),
        other.call('/middling', body, payment),
        other.call('/middling', { text: 'b' }, payment),
      ]),
    )
    const conflicts = result.filter(({ status }) => status === 409)
    const answers = result.filter(({ status }) => status === 200)
    expect(conflicts.length).toBeGreaterThanOrEqual(1)
    expect(answers.length + conflicts.length).toBe(3)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([paid, shop.runs]).toEqual([2_000, 1])
  })

  test('[26d] that see a payment in the same instant work for it once', async () => {
    const { operations } = shop
    const { store } = seller
    await using other = await startSeller({ usdc, payTo, facilitator, operations, store })
    const payment = await payFor('/middling')
    const { signal } = new AbortController()
    const call = { operation: 'middling', transport: 'http', peer: undefined, signal } as const
    let runs = 0
    const work = async () => ({ run: (runs += 1) })
    const { result, paid } = await charging(async () =>
      Promise.all(
        [seller, other].map(async ({ seller: { gate } }) =>
          gate.pass({ ...call, input: body, payment }, work),
        ),
      ),
    )
    expect(result).toMatchObject([{ answer: { run: 1 } }, { answer: { run: 1 } }])
    expect([paid, runs]).toEqual([2_000, 1])
  })
})

describe('limits', () => {
  test('one payer has 32 calls under way at most', { tags: 'full' }, async () => {
    const done = Promise.withResolvers<void>()
    shop.meanwhile = async () => done.promise
    const { accepted } = await payFor('/cheap')
    const payments = await Promise.all(
      Array.from({ length: 40 }, async () => signPayment(customer.account, accepted)),
    )
    let refused = 0
    const call = async (payment: Payment): Promise<number> => {
      const { status } = await seller.call('/cheap', body, payment)
      if (status === 429) refused += 1
      return status
    }
    const { result, paid } = await charging(async () => {
      const calls = Promise.all(payments.map(call))
      await expect.poll(() => [shop.runs, refused]).toEqual([32, 8])
      done.resolve()
      return calls
    })
    expect(result.filter((status) => status === 200)).toHaveLength(32)
    expect(paid).toBe(32_000)
    // What was turned away can be shown again.
    const rows = await seller.rows()
    const payer = customer.account.address.toLowerCase()
    expect(rows.filter((row) => row.payer === payer)).toHaveLength(32)
  })

  test('forgeries in the name of a payer do not take its places', async () => {
    facilitator.faults.verifyDelayMs = 400
    const { signal } = new AbortController()
    const pass = async (payment: Payment, peer: string) =>
      seller.seller.gate.pass(
        { operation: 'cheap', transport: 'http', input: body, payment, peer, signal },
        async () => ({ text: 'a' }),
      )
    const own = await payFor('/cheap')
    const forgeries = Array.from({ length: 40 }, (_, n) => {
      const forged = structuredClone(own)
      forged.payload.authorization.nonce = `0x${String(n).padStart(64, '0')}`
      forged.payload.signature = `0x${'1'.repeat(130)}`
      return forged
    })
    const refused = forgeries.map(async (payment) => pass(payment, '198.51.100.9'))
    expect(await pass(own, '198.51.100.10')).toMatchObject({ kind: 'sold' })
    const kinds = (await Promise.all(refused)).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['challenge']))
  })

  test('unpaid calls of one address are limited', async () => {
    const { gate } = seller.seller
    const call = { operation: 'cheap', transport: 'http', input: body, payment: undefined } as const
    const { signal } = new AbortController()
    const ask = async (peer: string) => gate.pass({ ...call, peer, signal }, async () => ({}))
    const flood = async () => {
      for (let n = 0; n < 10 * UNPAID_BURST_CALLS; n++) await ask('198.51.100.7')
    }
    await expect(flood()).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await ask('198.51.100.8')).toMatchObject({ kind: 'challenge' })
  })

  test(
    '[34] payments that nobody has signed end in 429, and shut out nobody who has signed',
    { tags: 'full' },
    async () => {
      using _ = stopClock()
      const bad = await payFor('/cheap', { sent: forge })
      // Equal ones would be one payment that several callers wait for.
      const forged = Array.from({ length: 60 }, (__, n) => {
        const other = structuredClone(bad)
        other.payload.authorization.nonce = `0x${String(n).padStart(64, '0')}`
        return other
      })
      await Promise.all(forged.map(async (payment) => seller.call('/cheap', body, payment)))
      const refused = await seller.call('/cheap', body, bad)
      expect([refused.status, refused.body]).toMatchObject([
        429,
        { error: { code: 'rate_limited' } },
      ])
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect([shop.runs, facilitator.calls]).toEqual([0, { verify: 0, settle: 0 }])
      const honest = await seller.call('/cheap', body, await payFor('/cheap'))
      expect([honest.status, shop.runs]).toEqual([200, 1])
    },
  )

  test(
    '[34] signed payments that fail their check are limited for their payer alone',
    { tags: 'full' },
    async () => {
      const poor = await newCustomer(usdc, seller, payTo, 0)
      using _ = stopClock()
      const { accepted } = await poor.payFor('/cheap')
      const call = async () => {
        const payment = await signPayment(poor.account, accepted)
        return (await seller.call('/cheap', body, payment)).status
      }
      // All at once are let in, since none has failed yet; they fill the bucket.
      const first = await Promise.all(Array.from({ length: 60 }, call))
      expect(first).toContain(402)
      expect(await call()).toBe(429)
      expect((await seller.call('/cheap', body, await payFor('/cheap'))).status).toBe(200)
    },
  )
})

/** Breaks a signature, as who does not have the key must. */
function forge(payment: Payment): void {
  payment.payload.signature = `0x${'1'.repeat(130)}`
}
