import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../src/contract/operation.ts'
import { openBuyer } from '../../support/buyer.ts'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { startV1Seller } from '../../support/odd-seller.ts'
import { newAddress, workshop } from '../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 50_000
const middling = workshop().operations[1] as AnyOperation
const payTo = newAddress()
startChainAndFacilitator(payTo)

/** A seller made of the stock parts alone. */
async function startStockSeller() {
  const client = new HTTPFacilitatorClient({ url: facilitator.url })
  const resources = new x402ResourceServer(client).register('eip155:8453', new ExactEvmScheme())
  const accepts = { scheme: 'exact', price: '$0.002', network: 'eip155:8453', payTo } as const
  const app = new Hono()
  app.use(paymentMiddleware({ 'POST /middling': { accepts, description: 'Echo' } }, resources))
  app.post('/middling', async (c) =>
    c.json({ text: (await c.req.json<{ text: string }>()).text, run: 1 }),
  )
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

describe('[28] our buyer', () => {
  test.each([
    ['the stock seller @x402/hono', startStockSeller],
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
