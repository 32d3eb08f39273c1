import { HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { BASE } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { serveApp } from './serve-app.ts'

/**
 * A seller made of the stock parts alone, whose calls cost 0.002 dollars: `POST /a` tells what it was sent, `POST /middling` answers as
 * the operation of that name.
 */
export async function startStockSeller({ url: facilitator }: { url: string }, payTo: Hex) {
  const client = new HTTPFacilitatorClient({ url: facilitator })
  const resources = new x402ResourceServer(client).register(BASE.id, new ExactEvmScheme())
  const accepts = { scheme: 'exact', price: '$0.002', network: BASE.id, payTo } as const
  const sold = { accepts, description: 'Echo' }
  const app = new Hono()
  app.use(paymentMiddleware({ 'POST /a': sold, 'POST /middling': sold }, resources))
  app.post('/a', async (c) => c.json({ echo: await c.req.text(), query: c.req.query('b') }))
  app.post('/middling', async (c) =>
    c.json({ text: (await c.req.json<{ text: string }>()).text, run: 1 }),
  )
  return serveApp(app)
}
