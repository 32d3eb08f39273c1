import { expect, test } from 'vitest'
import { OperationError } from '../../../src/contract/errors.ts'
import { offersOf } from '../../../src/core/select/offers.ts'
import { LIFE_MAX_MS, LIFE_MIN_MS } from '../../../src/pay/limits.ts'
import { flawOf } from '../../../src/pay/protocol/authorization.ts'
import { PAYMENT_NETWORKS } from '../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../src/pay/protocol/terms.ts'
import { openBuyer } from '../../support/buyer.ts'
import { startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { SOLD } from '../../support/invalid-inputs.ts'
import { offer } from '../../support/odd-seller.ts'
import { signPayment } from '../../support/payments.ts'
import { newAddress } from '../../support/seller.ts'

const payTo = newAddress()
startChainAndFacilitator(payTo)
const prices = priceTable(offersOf(SOLD), { network: PAYMENT_NETWORKS[0], payTo })

test.each([...prices.values()].map((tag) => [tag.offer.name, tag] as const))(
  'an authorization for %s outlives its longest work, and the challenge asks for enough',
  async (_, { requirements, lifeMinMs, offer: { takesMaxMs = 0 } }) => {
    expect(takesMaxMs).toBeGreaterThanOrEqual(10_000)
    expect(lifeMinMs).toBe(takesMaxMs + LIFE_MIN_MS)
    expect(requirements.maxTimeoutSeconds * 1_000).toBeGreaterThan(lifeMinMs + 30_000)
    expect(requirements.maxTimeoutSeconds * 1_000).toBeLessThan(LIFE_MAX_MS)
    const payment = await signPayment(await usdc.account(0), requirements)
    const endsMs = Number(payment.payload.authorization.validBefore) * 1_000
    const flawAt = (leftMs: number) => flawOf(payment, requirements, endsMs - leftMs, lifeMinMs)
    expect(flawAt(lifeMinMs - 1)).toContain(`valid_before: ${lifeMinMs / 1_000} s must be left`)
    expect(flawAt(lifeMinMs)).toBeUndefined()
  },
)

test('a seller that hangs once it is paid ends a call after its own time, with one sending', async () => {
  const account = await usdc.account(10_000)
  const url = 'http://127.0.0.1:9/a'
  await using buyer = await openBuyer({ usdc, account, url })
  let sendings = 0
  const bought = buyer.buyer.buy(
    {
      url,
      input: {},
      takesMaxMs: 50,
      async exchange(payment, signal) {
        const challenge = { x402Version: 2, resource: { url }, accepts: [offer(payTo)] } as never
        if (!payment) return { kind: 'challenged', challenge, settlement: undefined }
        sendings += 1
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true })
        })
        const error = new OperationError('upstream_timeout', 'It hangs.')
        return { kind: 'lost', error, retryAfterMs: undefined }
      },
    },
    { operation: 'a', signal: new AbortController().signal },
  )
  await expect(bought).rejects.toMatchObject({ code: 'settlement_pending' })
  expect([sendings, buyer.signatures()]).toEqual([1, 1])
  expect(await buyer.rows()).toMatchObject([{ state: 'open', delivered: 0 }])
})
