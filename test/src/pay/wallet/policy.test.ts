import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import type { Consent, ProposedPayment } from '../../../../src/contract/spending.ts'
import type { Policy } from '../../../../src/pay/wallet/policy.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { openBuyer, type TestBuyer } from '../../../support/buyer.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import { CHAIN_START_MAX_MS } from '../../../support/chain.ts'
import {
  challenge,
  offer,
  type OddSeller,
  reply,
  settle,
  startOddSeller,
} from '../../../support/odd-seller.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { newAddress, workshop } from '../../../support/seller.ts'
import { instanceWith } from '../../../support/wallet-services.ts'

const PRICE = 2_000
const FUNDS = 50_000
const middling = workshop().operations[1] as AnyOperation
const payTo = newAddress()
startChainAndFacilitator(payTo)
let account: PrivateKeyAccount

beforeAll(async () => {
  account = await usdc.account(FUNDS)
}, CHAIN_START_MAX_MS)

/** A seller of these offers that settles what it is shown. */
async function sellerOf(accepts: () => readonly object[]): Promise<OddSeller> {
  return startOddSeller(async ({ payment }, response) => {
    if (!payment) return challenge(response, accepts())
    const settlement = await settle(facilitator.local, payment)
    return reply(response, { text: 'a', run: 1 }, { settlement })
  })
}

interface Situation {
  offers: readonly object[]
  policy?: Partial<Policy>
  approve?: (payment: ProposedPayment) => Promise<Consent>
  /** What has happened before. */
  before?: (buyer: TestBuyer) => Promise<unknown>
}

const decline = async (): Promise<Consent> => 'declined'
const cannotAsk = async (): Promise<Consent> => 'unable'
const OTHER = newAddress()

/** Each reason for which nothing is signed. */
const refusals: readonly (readonly [reason: string, situation: Situation])[] = [
  ['host_not_allowed', { offers: [offer(payTo)], policy: { hosts: new Set(['a.example']) } }],
  ['scheme_not_supported', { offers: [offer(payTo, { scheme: 'upto' })] }],
  [
    'scheme_not_supported',
    { offers: [offer(payTo, { extra: { assetTransferMethod: 'permit2' } })] },
  ],
  ['scheme_not_supported', { offers: [offer(payTo, { extra: { paymentFlow: 'upfront' } })] }],
  ['scheme_not_supported', { offers: [[]] }],
  ['scheme_not_supported', { offers: [{ scheme: 'of tomorrow' }] }],
  ['network_unreadable', { offers: [{ scheme: 'exact' }] }],
  ...['base', 8453, 'eip155:', null].map(
    (network) => ['network_unreadable', { offers: [offer(payTo, { network })] }] as const,
  ),
  ...[2_000, '0.002', '2e3', '0x7d0', '-1', '', '99999999999999999999', null].map(
    (amount) => ['amount_unreadable', { offers: [offer(payTo, { amount })] }] as const,
  ),
  // Good offers for others: what they name is not read here, and is no fault.
  ['network_not_allowed', { offers: [offer(payTo, { network: 'solana:5eykt', asset: 'EPjF' })] }],
  ['asset_not_allowed', { offers: [offer(payTo, { asset: 'USDC' })] }],
  ['payee_invalid', { offers: [offer(payTo, { payTo: 'seller.eth' })] }],
  ['lifetime_not_allowed', { offers: [offer(payTo, { maxTimeoutSeconds: '60' })] }],
  [
    'amount_unreadable',
    { offers: [offer(payTo, { network: 'base' }), offer(payTo, { amount: 2_000 })] },
  ],
  ['network_not_allowed', { offers: [offer(payTo, { network: 'eip155:1' })] }],
  ['network_not_allowed', { offers: [offer(payTo, { network: 'eip155:84532' })] }],
  ['asset_not_allowed', { offers: [offer(payTo, { asset: OTHER })] }],
  ['lifetime_not_allowed', { offers: [offer(payTo, { maxTimeoutSeconds: 315_360_000 })] }],
  ['lifetime_not_allowed', { offers: [offer(payTo, { maxTimeoutSeconds: 5 })] }],
  ['payee_changed', { offers: [offer(OTHER)], before: pinned }],
  ['payee_changed', { offers: [offer(payTo)], policy: { payees: new Map() }, before: pinnedOther }],
  ['nothing_to_pay', { offers: [offer(payTo, { amount: '0' })] }],
  ['over_call_cap', { offers: [offer(payTo)], policy: { perCallUnits: PRICE - 1 } }],
  ['over_session_budget', { offers: [offer(payTo)], policy: { perSessionUnits: PRICE - 1 } }],
  ['over_day_budget', { offers: [offer(payTo)], policy: { perDayUnits: PRICE - 1 } }],
  [
    'declined',
    { offers: [offer(payTo)], policy: { approveAboveUnits: PRICE - 1 }, approve: decline },
  ],
  [
    'approval_unavailable',
    { offers: [offer(payTo)], policy: { approveAboveUnits: PRICE - 1 }, approve: cannotAsk },
  ],
  ['approval_unavailable', { offers: [offer(payTo)], policy: { approveAboveUnits: PRICE - 1 } }],
  ['terms_too_large', { offers: [offer(payTo, { extra: { note: 'x'.repeat(20_000) } })] }],
]

async function pin(buyer: TestBuyer, pay_to: string): Promise<void> {
  const [host = ''] = buyer.policy.hosts
  const row = { host, network: 'eip155:8453', pay_to: pay_to.toLowerCase(), pinned_ms: 1 }
  await buyer.store.write(async (tx) => tx.insertInto('payee_pin').values(row).execute())
}
async function pinned(buyer: TestBuyer): Promise<void> {
  await pin(buyer, payTo)
}
async function pinnedOther(buyer: TestBuyer): Promise<void> {
  await pin(buyer, OTHER)
}

describe('[19] [24] refused before anything is signed or sent', () => {
  test.each(refusals)('%s, case %#', async (reason, { offers, policy = {}, approve, before }) => {
    await using odd = await sellerOf(() => offers)
    await using buyer = await openBuyer({ usdc, account, url: odd.url, policy })
    await before?.(buyer)
    const held = await usdc.balance(account.address)
    await expect(
      buyer.call(middling, { text: 'a' }, approve ? { approve } : {}),
    ).rejects.toMatchObject({ code: 'payment_refused', fields: { reason } })
    expect([buyer.signatures(), odd.payments(), await buyer.rows()]).toEqual([0, [], []])
    expect(await usdc.balance(account.address)).toBe(held)
  })

  test('insecure_address: over plain http to another machine', async () => {
    const policy = { hosts: new Set(['seller.example']) }
    const url = 'http://seller.example/middling'
    await using buyer = await openBuyer({ usdc, account, url, policy })
    const exchange = async () => ({
      kind: 'challenged' as const,
      challenge: { x402Version: 2 as const, resource: { url }, accepts: [offer(payTo) as never] },
      settlement: undefined,
    })
    const signal = AbortSignal.timeout(PATIENCE_MS)
    await expect(
      buyer.buyer.buy({ url, input: {}, exchange }, { operation: 'middling', signal }),
    ).rejects.toMatchObject({ fields: { reason: 'insecure_address' } })
    expect(buyer.signatures()).toBe(0)
  })

  test('no_wallet, and nothing but that: the price is known by then', async () => {
    await using odd = await sellerOf(() => [offer(payTo)])
    const flags = { remote: odd.url, place: 'web=there' }
    await using instance = instanceWith(flags, undefined, workshop().operations)
    await expect(instance.call(middling, { text: 'a' })).rejects.toMatchObject({
      code: 'payment_refused',
      fields: { reason: 'no_wallet' },
    })
    expect(odd.payments()).toEqual([])
  })

  test('a challenge that cannot be read', async () => {
    await using odd = await startOddSeller((_call, response) => {
      response.writeHead(402).end('Pay me')
    })
    await using buyer = await openBuyer({ usdc, account, url: odd.url })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(buyer.signatures()).toBe(0)
  })

  test('redirected: neither the call nor the payment follows', async () => {
    await using thief = await sellerOf(() => [offer(OTHER)])
    let isPaid = false
    await using odd = await startOddSeller(({ payment }, response) => {
      if (isPaid && !payment) return challenge(response, [offer(payTo)])
      response.writeHead(307, { location: `${thief.url}/middling` }).end()
    })
    await using buyer = await openBuyer({ usdc, account, url: odd.url })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(buyer.signatures()).toBe(0)
    isPaid = true
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      code: 'settlement_pending',
    })
    expect([buyer.signatures(), thief.requests]).toEqual([1, []])
  })
})

describe('what is signed', () => {
  test('is exactly the offer, to the payee, for 300 seconds at most, in the name of the real token', async () => {
    verifies('utility:5:2')
    const offered = offer(payTo, {
      maxTimeoutSeconds: 3_000,
      extra: { name: 'Fake', version: '9', more: 1 },
    })
    await using odd = await startOddSeller(async ({ payment }, response) => {
      if (!payment) return challenge(response, [offered])
      const real = { ...payment, accepted: offer(payTo) }
      const settlement = await settle(facilitator.local, real)
      return reply(response, { text: 'a', run: 1 }, { settlement })
    })
    await using buyer = await openBuyer({ usdc, account, url: odd.url })
    const before = await usdc.balance(payTo)
    const beganMs = Date.now()
    await buyer.call(middling, { text: 'a' })
    const endedMs = Date.now()
    expect((await usdc.balance(payTo)) - before).toBe(PRICE)
    const [payment] = odd.payments()
    expect(payment).toMatchObject({
      x402Version: 2,
      accepted: offered,
      payload: { authorization: { to: payTo, value: '2000', validAfter: '0' } },
    })
    const { payload } = payment as { payload: { authorization: { validBefore: string } } }
    const validBeforeMs = Number(payload.authorization.validBefore) * 1_000
    expect(validBeforeMs).toBeLessThanOrEqual(endedMs + 300_000)
    expect(validBeforeMs).toBeGreaterThan(beganMs + 280_000)
  })

  test('of several offers, the cheapest that the policy allows', async () => {
    await using odd = await sellerOf(() => [
      offer(payTo, { network: 'solana:mainnet', amount: '1' }),
      offer(payTo, { amount: '3000' }),
      offer(payTo, { amount: '2500' }),
      offer(payTo, { amount: '1', asset: OTHER }),
    ])
    await using buyer = await openBuyer({ usdc, account, url: odd.url })
    await buyer.call(middling, { text: 'a' })
    expect(await buyer.rows()).toMatchObject([{ units: 2_500 }])
  })

  test('the first payee of a host is the payee of that host; the owner may name another', async () => {
    let to = payTo
    await using odd = await sellerOf(() => [offer(to)])
    await using buyer = await openBuyer({ usdc, account, url: odd.url })
    await buyer.call(middling, { text: 'a' })
    to = OTHER
    const changed = { fields: { reason: 'payee_changed' } }
    await expect(buyer.call(middling, { text: 'b' })).rejects.toMatchObject(changed)
    expect(buyer.signatures()).toBe(1)
    const payees = new Map([[odd.host, OTHER]])
    const { store } = buyer
    await using limitedBuyer = await openBuyer({
      usdc,
      account,
      url: odd.url,
      store,
      policy: { payees },
    })
    await limitedBuyer.call(middling, { text: 'c' })
    expect(odd.payments().at(-1)).toMatchObject({ payload: { authorization: { to: OTHER } } })
    expect(limitedBuyer.signatures()).toBe(1)
    to = payTo
    await expect(limitedBuyer.call(middling, { text: 'd' })).rejects.toMatchObject(changed)
    expect(limitedBuyer.signatures()).toBe(1)
  })

  test('above the threshold somebody agrees first, to this very payment', async () => {
    await using odd = await sellerOf(() => [offer(payTo)])
    const policy = { approveAboveUnits: PRICE - 1 }
    await using buyer = await openBuyer({ usdc, account, url: odd.url, policy })
    const proposals: ProposedPayment[] = []
    const approve = async (payment: ProposedPayment): Promise<Consent> => {
      proposals.push(payment)
      return 'accepted'
    }
    await buyer.call(middling, { text: 'a' }, { approve })
    await buyer.call(middling, { text: 'b' }, { approve })
    expect(proposals[0]).toMatchObject({
      operation: 'middling',
      host: odd.host,
      payTo,
      usd: '0.002',
      network: 'Base',
    })
    expect(new Set(proposals.map(({ key }) => key)).size).toBe(2)
    await using generous = await openBuyer({
      usdc,
      account,
      url: odd.url,
      policy: { approveAboveUnits: PRICE },
    })
    await generous.call(middling, { text: 'c' }, { approve })
    expect(proposals).toHaveLength(2)
  })
})
