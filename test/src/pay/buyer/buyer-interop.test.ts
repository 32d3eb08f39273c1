import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { openBuyer } from '../../../support/buyer.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import { startV1Seller } from '../../../support/odd-seller.ts'
import { newAddress, workshop } from '../../../support/seller.ts'
import { startStockSeller } from '../../../support/stock-seller.ts'

const PRICE = 2_000
const FUNDS = 50_000
const middling = workshop().operations[1] as AnyOperation
const payTo = newAddress()
startChainAndFacilitator(payTo)

describe('[28] our buyer', () => {
  test.each([
    ['the stock seller @x402/hono', async () => startStockSeller(facilitator, payTo)],
    ['a seller of protocol version 1', async () => startV1Seller(payTo, facilitator.local)],
  ])('pays %s', async (_, start) => {
    await using seller = await start()
    const account = await usdc.account(FUNDS)
    await using buyer = await openBuyer({ usdc, account, url: seller.url })
    const before = await usdc.balance(payTo)
    expect(await buyer.call(middling, { text: 'hello' })).toEqual({ text: 'hello', run: 1 })
    expect(FUNDS - (await usdc.balance(account.address))).toBe(PRICE)
    expect((await usdc.balance(payTo)) - before).toBe(PRICE)
    const [row] = await buyer.rows()
    expect(row).toMatchObject({ state: 'spent', delivered: 1, network: 'eip155:8453' })
    const receipt = await usdc.chain.rpc('eth_getTransactionReceipt', [row?.transaction_hash])
    expect(receipt).toMatchObject({ status: '0x1' })
    await buyer.call(middling, { text: 'again' })
    expect((await usdc.balance(payTo)) - before).toBe(2 * PRICE)
  })

  test('a version 1 offer on another network is refused before anything is signed', async () => {
    const account = await usdc.account(FUNDS)
    await using seller = await startV1Seller(payTo, facilitator.local)
    const network = { ...usdc.network, v1Name: 'base-sepolia' }
    await using buyer = await openBuyer({ usdc, account, url: seller.url, policy: { network } })
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      fields: { reason: 'network_not_allowed' },
    })
    expect(buyer.signatures()).toBe(0)
  })
})
