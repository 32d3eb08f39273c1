import { serve } from '@hono/node-server'
import { type FacilitatorClient, HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme as ClientScheme } from '@x402/evm/exact/client'
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { TestFacilitator } from '../../test/support/chain-facilitator.ts'

/** How long the stock seller waits for a facilitator; ours waits 20 s and then asks the chain. */
export const STOCK_TIMEOUT_MS = 1_000

const NETWORK = 'eip155:8453'

/** A seller made of stock parts, selling `POST /sold` for 2000 units. */
export interface StockSeller extends AsyncDisposable {
  url: string
  runs: number
}

/** Starts it: @x402/hono, told to wait a second for its facilitator. */
export async function startStockSeller(
  payTo: string,
  facilitator: TestFacilitator,
  { local = false } = {},
): Promise<StockSeller> {
  const client = local
    ? (facilitator.local as unknown as FacilitatorClient)
    : new HTTPFacilitatorClient({ url: facilitator.url, timeoutMs: STOCK_TIMEOUT_MS })
  if (local) {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: NETWORK as `${string}:${string}` }]
    client.getSupported = async () => ({ kinds, extensions: [], signers: {} })
  }
  const resources = new x402ResourceServer(client).register(NETWORK, new ServerScheme())
  const accepts = { scheme: 'exact', price: '$0.002', network: NETWORK, payTo } as const
  const app = new Hono()
  const seller = { url: '', runs: 0 }
  app.use(paymentMiddleware({ 'POST /sold': { accepts, description: 'sold' } }, resources))
  app.post('/sold', async (c) => {
    seller.runs += 1
    return c.json({ text: (await c.req.json<{ text: string }>()).text, run: seller.runs })
  })
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    )
  })
  seller.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(seller, {
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  })
}

/** The stock buyer: @x402/fetch. */
export function stockFetch(account: PrivateKeyAccount): typeof fetch {
  const client = new x402Client().register(NETWORK, new ClientScheme(account))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}
