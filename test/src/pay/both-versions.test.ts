// @module-tag full
import { describe, expect, test } from 'vitest'
import { encodeHeader } from '../../../src/pay/protocol/codec.ts'
import type { Payment } from '../../../src/pay/protocol/messages.ts'
import { seeds } from '../../support/full.ts'
import { charging, customer, openShop, payFor, seller } from '../../support/open-shop.ts'
import { inV1 } from '../../support/payments.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const { shop } = openShop()
const body = { text: 'a' }

/** The ways in which one payment can be sent. */
const FORMS: Readonly<Record<string, (payment: Payment) => Record<string, string>>> = {
  v2: (payment) => ({ 'payment-signature': encodeHeader(payment) }),
  v1: (payment) => ({ 'x-payment': encodeHeader(inV1(payment)) }),
  // As some buyers do: under both names, in one form or in each name's own.
  both: (payment) => ({ ...FORMS['v2']?.(payment), ...FORMS['v1']?.(payment) }),
  twice: (payment) => ({ ...FORMS['v2']?.(payment), 'x-payment': encodeHeader(payment) }),
  'v2 by the old name': (payment) => ({ 'x-payment': encodeHeader(payment) }),
}
const NAMES = Object.keys(FORMS)

const send = async (form: string, payment: Payment) =>
  seller.call('/middling', body, { headers: FORMS[form]?.(payment) ?? {} })

describe('a payment of version 1', () => {
  test('is taken, and its receipt is in the words of that version', async () => {
    const payment = await payFor('/middling')
    const { result, paid, got } = await charging(async () => send('v1', payment))
    expect([result.status, result.body, paid, got]).toEqual([
      200,
      { text: 'a', run: 1 },
      2_000,
      2_000,
    ])
    expect(result.headers.has('payment-response')).toBe(false)
    expect(result.settlement).toMatchObject({ success: true, network: 'base' })
  })

  test.each([
    ['another network', { network: 'polygon' }, 'no_matching_requirements'],
    ['an unknown network', { network: 'moon' }, 'no_matching_requirements'],
    ['another scheme', { scheme: 'upto' }, 'no_matching_requirements'],
  ])('for %s is refused, in both forms of a challenge', async (_, changes, error) => {
    const message = { ...inV1(await payFor('/middling')), ...changes }
    const { result, paid } = await charging(async () =>
      seller.call('/middling', body, { headers: { 'x-payment': encodeHeader(message) } }),
    )
    expect([result.status, result.challenge?.error, result.body['error'], paid]).toEqual([
      402,
      error,
      error,
      0,
    ])
    expect(shop.runs).toBe(0)
  })

  test.each(['no base64', encodeHeader({ x402Version: 1 }), encodeHeader({ x402Version: 3 })])(
    'that is none (%s) is a 400',
    async (header) => {
      const answer = await seller.call('/middling', body, { headers: { 'x-payment': header } })
      expect(answer.status).toBe(400)
    },
  )

  test('under the price is refused', async () => {
    const payment = await payFor('/middling', { signed: { value: '1' } })
    expect((await send('v1', payment)).status).toBe(402)
  })
})

describe('one payment sent again, in any form', () => {
  test.each(Array.from({ length: seeds(6, 60) }, (_, n) => n + 1))(
    'is charged once, and its work is done once (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const pick = () => NAMES[Math.floor(random() * NAMES.length)] ?? 'v2'
      const payment = await payFor('/middling')
      shop.delayMs = Math.floor(random() * 30)
      const { result, paid, got } = await charging(async () => {
        const answers = []
        for (let round = 0; round < 2; round++) {
          const atOnce = Array.from({ length: 1 + Math.floor(random() * 5) }, pick)
          answers.push(...(await Promise.all(atOnce.map(async (form) => send(form, payment)))))
        }
        return answers
      })
      expect([paid, got, shop.runs]).toEqual([2_000, 2_000, 1])
      for (const answer of result) {
        expect([answer.status, answer.body]).toEqual([200, { text: 'a', run: 1 }])
      }
    },
  )

  test('of two payments in one call only that of version 2 is charged', async () => {
    const [first, second] = [await payFor('/middling'), await payFor('/middling')]
    const headers = { ...FORMS['v2']?.(first), ...FORMS['v1']?.(second) }
    const { result, paid } = await charging(async () => seller.call('/middling', body, { headers }))
    expect([result.status, paid]).toEqual([200, 2_000])
    const nonces = (await seller.rows()).filter(
      ({ payer }) => payer === customer.account.address.toLowerCase(),
    )
    expect(nonces).toMatchObject([
      { id: expect.stringContaining(first.payload.authorization.nonce) as string },
    ])
  })

  test.each(['v1', 'v2'])(
    'with an id brings its answer to %s alone of those without',
    async (form) => {
      const payment = await payFor('/middling', { id: 'an_id_of_this_buyer_01' })
      const { result, paid } = await charging(async () => {
        const first = await send(form, payment)
        // The id never goes on the chain: who only saw the signature has no right to the answer.
        return [first, await send(form === 'v1' ? 'v2' : 'v1', payment)]
      })
      expect([result.map(({ status }) => status), paid, shop.runs]).toEqual([[200, 409], 2_000, 1])
    },
  )
})
