import { x402Facilitator } from '@x402/core/facilitator'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as ExactFacilitator } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme as UptoFacilitator } from '@x402/evm/upto/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { paymentMiddleware, setSettlementOverrides, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { createWalletClient, http, publicActions } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { PERMIT2, PERMIT_PROXIES } from '../../src/pay/protocol/permits.ts'
import { BASE, type UsdcChain } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import { runtimeOf, deployMock } from './contracts.ts'
import { reply, startOddSeller } from './odd-seller.ts'
import { serveApp } from './serve-app.ts'

/** Puts stand-ins of the contracts that permits need where they are on every network. */
export async function installPermits({ chain }: UsdcChain): Promise<void> {
  const places = {
    TestPermit2: PERMIT2,
    TestExactProxy: PERMIT_PROXIES.permit2,
    TestUptoProxy: PERMIT_PROXIES.upto,
  }
  for (const [name, address] of Object.entries(places)) {
    await chain.setCode(address, await runtimeOf(chain, await deployMock(chain, name)))
  }
}

/** A client that signs for an account with gas, and reads the chain. */
export async function openGasClient(usdc: UsdcChain) {
  const account = privateKeyToAccount(await usdc.gasKey(), { nonceManager })
  const transport = http(usdc.rpc.url)
  const pollingInterval = 20
  return createWalletClient({ account, chain: base, transport, pollingInterval }).extend(
    publicActions,
  )
}

/** The stock facilitator, which settles permits of both schemes. */
export async function startStockFacilitator(usdc: UsdcChain) {
  const client = await openGasClient(usdc)
  const { address } = client.account
  const signer = toFacilitatorEvmSigner({ ...client, address } as never)
  const stock = new x402Facilitator()
    .register(BASE.id, new ExactFacilitator(signer))
    .register(BASE.id, new UptoFacilitator(signer))
  const counter = await startOddSeller(async ({ path, body }, response) => {
    if (path === '/supported') return reply(response, stock.getSupported())
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: Parameters<typeof stock.verify>[0]
      paymentRequirements: Parameters<typeof stock.verify>[1]
    }
    const act = path === '/verify' ? 'verify' : 'settle'
    return reply(response, await stock[act](paymentPayload, paymentRequirements))
  })
  return Object.assign(counter, { address })
}

/**
 * The stock seller of permits: `POST /fixed` costs 0.002 dollars; `POST /metered` costs what its body says in atomic units, 0.005 dollars
 * at most.
 */
export async function startPermitSeller({ url: facilitator }: { url: string }, payTo: Hex) {
  const client = new HTTPFacilitatorClient({ url: facilitator })
  const resources = new x402ResourceServer(client)
    .register(BASE.id, new ExactEvmScheme())
    .register(BASE.id, new UptoEvmScheme())
  const terms = { network: BASE.id, payTo } as const
  const extra = { assetTransferMethod: 'permit2' }
  const app = new Hono()
  app.use(
    paymentMiddleware(
      {
        'POST /fixed': { accepts: { scheme: 'exact', price: '$0.002', extra, ...terms } },
        'POST /metered': { accepts: { scheme: 'upto', price: '$0.005', ...terms } },
      },
      resources,
    ),
  )
  app.post('/fixed', (c) => c.json({ done: true }))
  app.post('/metered', async (c) => {
    const amount = await c.req.text()
    setSettlementOverrides(c, { amount })
    return c.json({ used: amount })
  })
  return serveApp(app)
}
