import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Offer, priceTable } from '../../../src/pay/terms.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import { startFacilitator, type TestFacilitator } from '../../support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { signPayment } from '../../support/payments.ts'

const payTo = privateKeyToAccount(generatePrivateKey()).address
const offer: Offer = {
  name: 'sold',
  title: 'Sold',
  description: 'Sold.',
  method: 'POST',
  path: '/sold',
  price: '0.002',
  inputSchema: {},
  outputSchema: {},
}
let usdc: UsdcChain
let facilitator: TestFacilitator

beforeAll(async () => {
  usdc = await startUsdcChain()
  facilitator = await startFacilitator(usdc, payTo)
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await facilitator[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

function requirements(to = payTo) {
  const tag = priceTable([offer], { network: usdc.network, payTo: to }).get('sold')
  if (!tag) throw new Error('no price tag')
  return tag.requirements
}

describe('the facilitator in this process', () => {
  test('verifies and settles: the money moves, and the transaction is on the chain', async () => {
    const buyer = await usdc.account(5_000)
    const payment = await signPayment(buyer, requirements())
    expect(await facilitator.local.verify(payment, requirements())).toMatchObject({ isValid: true })
    const before = await usdc.balance(payTo)
    const settlement = await facilitator.local.settle(payment, requirements())
    expect(settlement).toMatchObject({ success: true, network: 'eip155:8453' })
    expect(await usdc.balance(payTo)).toBe(before + 2_000)
    expect(await usdc.balance(buyer.address)).toBe(3_000)
    const transfer = {
      asset: usdc.network.asset.address,
      from: buyer.address,
      to: payTo,
      units: 2_000,
      nonce: payment.payload.authorization.nonce,
      sinceMs: Date.now() - 60_000,
    }
    const verdict = { outcome: 'paid', transaction: settlement.transaction }
    expect(await usdc.referee(transfer)).toEqual(verdict)
    // The nonce is used, but not for this.
    expect(await usdc.referee({ ...transfer, units: 2_001 })).toEqual({ outcome: 'void' })
    expect(await usdc.referee({ ...transfer, to: buyer.address })).toEqual({ outcome: 'void' })
  })

  test('the referee calls an unused authorization open, and a cancelled one void', async () => {
    const buyer = await usdc.account(5_000)
    const { nonce } = (await signPayment(buyer, requirements())).payload.authorization
    const asset = usdc.network.asset.address
    const sinceMs = Date.now() - 60_000
    const transfer = { asset, from: buyer.address, to: payTo, units: 2_000, nonce, sinceMs }
    expect(await usdc.referee(transfer)).toEqual({ outcome: 'open' })
    await usdc.cancel(buyer, nonce)
    expect(await usdc.referee(transfer)).toEqual({ outcome: 'void' })
  })

  test('serves nobody else: another payee is refused before the chain hears of it', async () => {
    const buyer = await usdc.account(5_000)
    const other = privateKeyToAccount(generatePrivateKey()).address
    const payment = await signPayment(buyer, requirements(other))
    const refused = { invalidReason: 'not_our_payee', isValid: false }
    expect(await facilitator.local.verify(payment, requirements(other))).toEqual(refused)
    const settlement = await facilitator.local.settle(payment, requirements(other))
    expect(settlement).toMatchObject({ success: false, errorReason: 'not_our_payee' })
    expect(await usdc.balance(buyer.address)).toBe(5_000)
  })

  test('settlements at once take one nonce each, also after one that failed', async () => {
    const poor = await usdc.account(0)
    const before = await usdc.balance(payTo)
    const buyers = await Promise.all(Array.from({ length: 8 }, async () => usdc.account(2_000)))
    const settle = async (account: typeof poor) =>
      facilitator.local.settle(await signPayment(account, requirements()), requirements())
    const [failed, ...settled] = await Promise.all([poor, ...buyers.slice(4)].map(settle))
    expect(failed).toMatchObject({ success: false })
    const later = await Promise.all(buyers.slice(0, 4).map(settle))
    expect([...settled, ...later].map(({ success }) => success)).toEqual(Array(8).fill(true))
    expect(await usdc.balance(payTo)).toBe(before + 16_000)
  })
})
