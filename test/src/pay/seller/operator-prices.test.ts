import { expect, test } from 'vitest'
import { sellerSettings } from '../../../../src/app/compose/compose-seller.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { chainMore } from '../../../../tools/chain-more.ts'
import { operations } from '../../../../tools/index.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import { testInstance, testServices } from '../../../support/operations.ts'
import { signPayment } from '../../../support/payments.ts'
import { rehearsed } from '../../../support/rehearsed.ts'
import { newAddress, startSeller } from '../../../support/seller.ts'

const payTo = newAddress()
startChainAndFacilitator(payTo)
const PRICES = { transaction: '0.01', contract_read: '0.004' }
const shop = rehearsed([...operations.filter(({ name }) => name === 'qr'), ...chainMore])

/** Starts a seller with prices that an operator has set. */
const sellAt = async (prices: Readonly<Record<string, string>>) =>
  startSeller({ usdc, payTo, facilitator, operations: shop, prices, services: testServices() })

function settingsWith(prices: string, offered: readonly AnyOperation[]) {
  const flags = { paid: true, 'pay-to': payTo, facilitator: 'https://a.example/', prices }
  const { services, store } = testInstance()
  const parts = {
    services,
    store,
    operatorFetch: async () => Promise.reject(new Error('not asked')),
  }
  return sellerSettings(loadConfig({ flags, env: {} }), offered, parts)
}

test('look-ups beyond the specification have no price, unless the operator sets one', async () => {
  await using plain = await sellAt({})
  expect([...plain.seller.gate.prices.keys()]).toEqual(['qr'])
  const { paths } = await openApi(plain.http.url)
  expect(paths['/transaction']?.post).not.toHaveProperty('x-payment-info')
  const asked = settingsWith('transaction=0.01,contract_read=0.004', [...operations, ...chainMore])
  expect(asked?.prices).toEqual(PRICES)
  expect(() => settingsWith('transaction=0.01', operations)).toThrow(/nothing of that name/)
  expect(() => settingsWith('pay_fetch=0.01', operations)).toThrow(/nothing of that name/)
})

test('what the operator has priced is challenged, listed, described and sold at that price', async () => {
  await using seller = await sellAt(PRICES)
  const { paths } = await openApi(seller.http.url)
  const pricing = await (await fetch(`${seller.http.url}/pricing`)).text()
  const listed = await (await fetch(`${seller.http.url}/.well-known/x402`)).text()
  for (const { name, http, example } of shop.slice(1)) {
    const price = PRICES[name as keyof typeof PRICES]
    expect(paths[http.path]?.post).toMatchObject({
      'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: price } },
    })
    expect([pricing, listed]).toEqual(Array(2).fill(expect.stringContaining(http.path)))
    const units = Number(price) * 1_000_000
    const account = await usdc.account(units)
    const unpaid = await seller.call(http.path, example?.input)
    const [terms] = unpaid.challenge?.accepts ?? []
    expect([unpaid.status, terms?.amount]).toEqual([402, String(units)])
    if (!terms) throw new Error('no terms')
    const paid = await seller.call(http.path, example?.input, await signPayment(account, terms))
    expect([paid.status, paid.settlement?.success]).toEqual([200, true])
    expect(paid.body).toEqual(example?.output)
    expect(await usdc.balance(account.address)).toBe(0)
  }
})

/** The description of a server's routes. */
async function openApi(url: string): Promise<{ paths: Record<string, { post: object }> }> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as never
}
