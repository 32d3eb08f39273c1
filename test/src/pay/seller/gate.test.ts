import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { BASE } from '../../../support/chain-usdc.ts'
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
import type { PaymentChanges } from '../../../support/payments.ts'
import { newAddress } from '../../../support/seller.ts'

const body = { text: 'a' }
let buyer: PrivateKeyAccount

const { shop, payTo } = openShop()
beforeEach(() => {
  buyer = customer.account
})

describe('an unpaid call', () => {
  test.each([
    ['/cheap', '1000'],
    ['/middling', '2000'],
    ['/dear', '3000'],
  ])(
    '[1] of %s is challenged for %s units, in the header and for version 1 in the body',
    async (path, amount) => {
      verifies('utility:1:paid', 'utility:1:x402', 'utility:5:2')
      verifies('utility:8:price:0.001', 'utility:8:price:0.002', 'utility:8:price:0.003')
      const { result, paid, got } = await charging(async () => seller.call(path, body))
      expect(result.status).toBe(402)
      const old = { network: 'base', maxAmountRequired: amount, asset: BASE.asset.address, payTo }
      expect(result.body).toMatchObject({
        x402Version: 1,
        error: 'Payment required',
        accepts: [old],
      })
      expect(result.challenge?.resource.url).toBe(seller.http.url + path)
      expect(result.challenge?.accepts).toEqual([
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount,
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo,
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
      ])
      expect([paid, got, shop.runs]).toEqual([0, 0, 0])
    },
  )

  test('[1] a zero-length body is a probe; any other invalid body is a 400', async () => {
    expect((await seller.call('/cheap', undefined)).status).toBe(402)
    expect((await seller.call('/cheap', { text: 1 })).status).toBe(400)
    const paid = await seller.call('/cheap', undefined, await payFor('/cheap'))
    expect([paid.status, facilitator.calls.verify]).toEqual([400, 0])
  })

  test('[4] [7] work is never to be paid before it is done', async () => {
    // The flow `upfront` of the protocol charges for work that fails.
    const { challenge } = await seller.call('/cheap', body)
    expect(challenge?.accepts[0]?.extra).not.toHaveProperty('paymentFlow')
  })
})

describe('a paid call', () => {
  test('[2] is answered, and its receipt names the transfer on the chain', async () => {
    verifies('utility:3:paid')
    const payment = await payFor('/middling')
    const { result, paid, got } = await charging(async () =>
      seller.call('/middling', body, payment),
    )
    expect(result.status).toBe(200)
    expect(result.body).toEqual({ text: 'a', run: 1 })
    expect([paid, got]).toEqual([2_000, 2_000])
    expect(result.settlement).toMatchObject({
      success: true,
      network: 'eip155:8453',
      payer: buyer.address.toLowerCase(),
      amount: '2000',
    })
    const verdict = await usdc.verifier({
      asset: usdc.network.asset.address,
      from: buyer.address,
      to: payTo,
      units: 2_000,
      nonce: payment.payload.authorization.nonce,
      sinceMs: Date.now() - 60_000,
      untilMs: Date.now() + 60_000,
    })
    expect(verdict).toEqual({ outcome: 'paid', transaction: result.settlement?.transaction })
  })

  test.each(['typed', 'untyped'] as const)(
    '[3] whose work fails (%s) is not charged, and may be sent again',
    async (failure) => {
      const payment = await payFor('/middling')
      shop.failure = failure
      const failed = await charging(async () => seller.call('/middling', body, payment))
      expect(failed.result.status).toBe(failure === 'typed' ? 502 : 500)
      expect(failed.result.settlement).toBeUndefined()
      expect(failed.result.text).not.toContain('secret-cause')
      expect([failed.paid, failed.got, facilitator.calls.settle]).toEqual([0, 0, 0])
      expect(await rowOf(payment)).toBeUndefined()
      shop.failure = 'none'
      const again = await charging(async () => seller.call('/middling', body, payment))
      expect([again.result.status, again.paid]).toEqual([200, 2_000])
    },
  )

  test.each([undefined, 'an_id_of_the_buyer_0001'])(
    '[5] [20] sent again is given the same bytes, and charged once (payment id %s)',
    async (id) => {
      const payment = await payFor('/middling', id === undefined ? {} : { id })
      const { result, paid } = await charging(async () => {
        const first = await seller.call('/middling', body, payment)
        return [first, await seller.call('/middling', body, payment)] as const
      })
      const [first, second] = result
      expect([first.status, second.status, paid]).toEqual([200, 200, 2_000])
      expect(first.headers.has('idempotent-replayed')).toBe(false)
      expect(second.headers.get('idempotent-replayed')).toBe('true')
      expect(second.text).toBe(first.text)
      expect(second.settlement).toEqual(first.settlement)
      expect([shop.runs, facilitator.calls.settle]).toEqual([1, 1])
    },
  )

  test('[20] with a payment id: its signature alone, which is public, opens nothing', async () => {
    const payment = await payFor('/middling', { id: 'an_id_of_the_buyer_0002' })
    await seller.call('/middling', body, payment)
    const { extensions: _secret, ...stolen } = payment
    const thief = await seller.call('/middling', body, stolen)
    expect(thief.status).toBe(409)
    expect(thief.body).not.toHaveProperty('run')
  })

  test('[6] sent eight times at once is worked for once and charged once', async () => {
    shop.delayMs = 50
    const payment = await payFor('/middling')
    const { result, paid } = await charging(async () =>
      Promise.all(Array.from({ length: 8 }, async () => seller.call('/middling', body, payment))),
    )
    expect(result.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(result.map(({ text }) => text)).size).toBe(1)
    expect([paid, shop.runs, facilitator.calls.settle]).toEqual([2_000, 1, 1])
  })

  test('[8] [21] is for one route and one body only', async () => {
    const payment = await payFor('/middling')
    const { result, paid } = await charging(async () => [
      await seller.call('/middling', body, payment),
      await seller.call('/middling', { text: 'b' }, payment),
      await seller.call('/dear', body, payment),
    ])
    expect(result.map(({ status }) => status)).toEqual([200, 409, 409])
    expect(result[1]?.body).toMatchObject({ error: { code: 'payment_conflict' } })
    expect([paid, shop.runs]).toEqual([2_000, 1])
  })

  test('[11] is checked and settled by our own terms, whatever it says they were', async () => {
    const payment = await payFor('/middling', {
      sent: ({ accepted }) => {
        accepted.extra = { name: 'Another Coin', version: '9' }
      },
    })
    const { result, paid, got } = await charging(async () =>
      seller.call('/middling', body, payment),
    )
    expect([result.status, paid, got]).toEqual([200, 2_000, 2_000])
  })

  test('[10] follows at once on a forgery of itself: it is not taken for that', async () => {
    const payment = await payFor('/middling')
    const forged = structuredClone(payment)
    forged.payload.authorization.value = '1'
    const { result, paid } = await charging(async () => {
      const refused = await seller.call('/middling', body, forged)
      return [refused.status, (await seller.call('/middling', body, payment)).status]
    })
    expect([result, paid]).toEqual([[402, 200], 2_000])
  })

  test('[8] [21] is for one body only even while it is under way', async () => {
    shop.delayMs = 100
    const payment = await payFor('/middling')
    const { result, paid } = await charging(async () =>
      Promise.all([
        seller.call('/middling', body, payment),
        seller.call('/middling', { text: 'b' }, payment),
      ]),
    )
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect([paid, shop.runs]).toEqual([2_000, 1])
  })
})

describe('a payment that is not good', () => {
  const seconds = (fromNow: number) => String(Math.floor(Date.now() / 1_000) + fromNow)
  const cases: [string, () => PaymentChanges, RegExp][] = [
    ['[9] is past its time', () => ({ signed: { validBefore: seconds(-10) } }), /valid_before/],
    ['[9] has 5 s left', () => ({ signed: { validBefore: seconds(5) } }), /valid_before/],
    ['[9] lives for ten years', () => ({ signed: { validBefore: seconds(3e8) } }), /valid_before/],
    ['[9] begins later', () => ({ signed: { validAfter: seconds(30) } }), /valid_after/],
    ['[10] is signed for less', () => ({ signed: { value: '1' } }), /value_mismatch/],
    [
      '[10] was raised after signing',
      () => ({
        signed: { value: '1' },
        sent: (payment) => void (payment.payload.authorization.value = '2000'),
      }),
      /signature/,
    ],
    [
      '[10] accepts less than is asked',
      () => ({ sent: (payment) => void (payment.accepted.amount = '1') }),
      /no_matching/,
    ],
    ['[11] pays somebody else', () => ({ signed: { to: newAddress() } }), /recipient_mismatch/],
    [
      '[11] is for another network',
      () => ({ sent: (payment) => void (payment.accepted.network = 'eip155:1') }),
      /no_matching/,
    ],
    [
      '[11] is of another token',
      () => ({ sent: (payment) => void (payment.accepted.asset = newAddress()) }),
      /no_matching/,
    ],
    [
      '[11] is of another scheme',
      () => ({ sent: (payment) => void (payment.accepted.scheme = 'upto') }),
      /no_matching/,
    ],
    [
      '[11] accepts another payee',
      () => ({ sent: (payment) => void (payment.accepted.payTo = newAddress()) }),
      /no_matching/,
    ],
    ['[10] is signed for another domain', () => ({ domainName: 'USDC' }), /signature/],
  ]

  test.each(cases)('%s: challenged anew, no work, no charge', async (_, changes, reason) => {
    const payment = await payFor('/middling', changes())
    const { result, paid, got } = await charging(async () =>
      seller.call('/middling', body, payment),
    )
    expect(result.status).toBe(402)
    expect(result.challenge?.error).toMatch(reason)
    expect([paid, got, shop.runs, facilitator.calls.settle]).toEqual([0, 0, 0, 0])
    // What can be seen here is refused without asking anybody.
    expect(facilitator.calls.verify).toBe(0)
    await expect.poll(async () => rowOf(payment)).toBeUndefined()
  })

  test('[12] of an empty wallet: challenged anew, no work', async () => {
    await usdc.drain(buyer)
    const payment = await payFor('/middling')
    const answer = await seller.call('/middling', body, payment)
    expect([answer.status, shop.runs]).toEqual([402, 0])
    expect(answer.challenge?.error).toMatch(/insufficient_balance/)
  })

  test.each(['e30', '{}', '!!', 'a'.repeat(17_000)])(
    '[13] [34] a header that is no payment (%#) is refused without a word of the cause',
    async (header) => {
      const answer = await seller.call('/middling', body, header)
      expect([answer.status, shop.runs, facilitator.calls.verify]).toEqual([
        header.length > 16_000 ? 431 : 400,
        0,
        0,
      ])
      expect(answer.text).not.toMatch(/ at .*\.ts|zod|Error:/i)
    },
  )
})

describe('a payment that changes while the work is done', () => {
  test('[18] the buyer empties its wallet: no content, and nothing is booked', async () => {
    const payment = await payFor('/middling')
    const gotBefore = await usdc.balance(payTo)
    shop.meanwhile = async () => usdc.drain(buyer)
    const answer = await seller.call('/middling', body, payment)
    expect([answer.status, answer.settlement?.success]).toEqual([402, false])
    expect(answer.body).not.toHaveProperty('run')
    expect(await usdc.balance(payTo)).toBe(gotBefore)
    expect(await rowOf(payment)).toMatchObject({ state: 'refused', answer: null, payment: '' })
    const again = await seller.call('/middling', body, payment)
    expect([again.status, shop.runs]).toEqual([402, 1])
  })

  test('[18] [26b] the buyer cancels its authorization: no content, and nothing is booked', async () => {
    const payment = await payFor('/middling')
    shop.meanwhile = async () => usdc.cancel(buyer, payment.payload.authorization.nonce)
    const { result, paid, got } = await charging(async () =>
      seller.call('/middling', body, payment),
    )
    expect([result.status, paid, got]).toEqual([402, 0, 0])
    expect(result.body).not.toHaveProperty('run')
    expect(await rowOf(payment)).toMatchObject({ state: 'refused', reason: 'authorization_void' })
  })

  test('[26c] somebody else hands it to the chain first: content, and the real transaction', async () => {
    const payment = await payFor('/middling')
    let transaction = ''
    shop.meanwhile = async () => {
      const settled = await facilitator.local.settle(payment, payment.accepted)
      ;({ transaction } = settled)
    }
    const { result, paid, got } = await charging(async () =>
      seller.call('/middling', body, payment),
    )
    expect([result.status, paid, got]).toEqual([200, 2_000, 2_000])
    expect(result.settlement).toMatchObject({ success: true, transaction })
  })

  test('a payer whose settlements keep failing is not worked for any more', async () => {
    for (let n = 0; n < 3; n++) {
      const payment = await payFor('/cheap')
      shop.meanwhile = async () => usdc.cancel(buyer, payment.payload.authorization.nonce)
      expect((await seller.call('/cheap', body, payment)).status).toBe(402)
    }
    const answer = await seller.call('/cheap', body, await payFor('/cheap'))
    expect(answer.status).toBe(429)
    expect(shop.runs).toBe(3)
  })
})
