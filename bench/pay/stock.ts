import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type FacilitatorClient, HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme as ClientScheme } from '@x402/evm/exact/client'
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { TestFacilitator } from '../../test/support/chain-facilitator.ts'
import { type Workshop, workshop } from '../../test/support/seller.ts'

/** How long the stock seller waits for a facilitator; ours waits 20 s and then asks the chain. */
export const STOCK_TIMEOUT_MS = 1_000

const NETWORK = 'eip155:8453'

/** Prices in dollars, by route. */
const PRICES = { '/cheap': '0.001', '/middling': '0.002', '/other': '0.002', '/dear': '0.003' }

/** How a stock seller is set up. */
export interface StockOptions {
  /** Asks the facilitator in this process, without HTTP. */
  local?: boolean
  /** Is paid before it works. */
  upfront?: boolean
  /** Its own check before each verification throws. */
  hookThrows?: boolean
}

/** A seller made of stock parts, with the routes of the workshop and one more. */
export interface StockSeller extends AsyncDisposable {
  url: string
}

/** Starts @x402/hono, configured to wait one second for its facilitator. */
export async function startStockSeller(
  payTo: string,
  facilitator: TestFacilitator,
  { local, upfront, hookThrows, shop = workshop() }: StockOptions & { shop?: Workshop } = {},
): Promise<StockSeller> {
  const client = local
    ? (facilitator.local as unknown as FacilitatorClient)
    : new HTTPFacilitatorClient({ url: facilitator.url, timeoutMs: STOCK_TIMEOUT_MS })
  if (local) {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: NETWORK as `${string}:${string}` }]
    client.getSupported = async () => ({ kinds, extensions: [], signers: {} })
  }
  const resources = new x402ResourceServer(client).register(NETWORK, new ServerScheme())
  if (hookThrows) {
    resources.onBeforeVerify(async () => {
      throw new Error('not this one')
    })
  }
  const extra = upfront ? { paymentFlow: 'upfront' } : {}
  const routes = Object.entries(PRICES).map(([path, usd]) => {
    const accepts = { scheme: 'exact', price: `$${usd}`, network: NETWORK, payTo, extra } as const
    return [`POST ${path}`, { accepts, description: path }]
  })
  const app = new Hono()
  app.use(paymentMiddleware(Object.fromEntries(routes) as never, resources))
  for (const { http, run } of shop.operations) {
    app.post(http.path, async (c) => {
      const input = await c.req.json<{ text: string }>()
      try {
        return c.json((await run({ input, signal: c.req.raw.signal } as never)) as object)
      } catch {
        return c.json({ error: 'failed' }, 500)
      }
    })
  }
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    )
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

/** The stock buyer: @x402/fetch. */
export function stockFetch(account: PrivateKeyAccount): typeof fetch {
  const client = new x402Client().register(NETWORK, new ClientScheme(account))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}
