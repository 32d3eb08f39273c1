import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type {
  Payment,
  PaymentRequirements,
  PaymentRequirementsV1,
} from '../../src/pay/protocol/messages.ts'
import type { Facilitator } from '../../src/pay/seller/facilitator.ts'
import { cleanEnv } from './bellhop.ts'
import { installPackages } from './install-packages.ts'
import { type OddSeller, offer, reply, startOddSeller } from './odd-seller.ts'

/** Its packages bring scripts and a large tree along: so they are installed on demand. */
const PACKAGES = { 'x402-express': '1.2.0', express: '4.22.1' }

/** Folder with the stock seller of version 1 (see `installPackages`). */
export async function installStockSellerV1(): Promise<string> {
  return installPackages(`stock-sellers/x402-express@${PACKAGES['x402-express']}`, PACKAGES)
}

/** The stock seller of version 1 in a process of its own, whose routes `/a` (an echo) and `/broken` (fails) cost 0.002 dollars. */
export interface StockSellerV1 extends AsyncDisposable {
  url: string
}

/** Starts it from the folder of its packages. */
export async function startStockSellerV1(
  folder: string,
  payTo: `0x${string}`,
  facilitator: Facilitator,
): Promise<StockSellerV1> {
  const counter = await startV1Facilitator(facilitator)
  const child = fork(
    join(import.meta.dirname, 'v1-seller-child.ts'),
    [folder, payTo, counter.url],
    {
      cwd: folder,
      env: cleanEnv(),
    },
  )
  const exited = once(child, 'exit')
  const [port] = (await Promise.race([once(child, 'message'), exited])) as [number]
  if (child.exitCode !== null) throw new Error(`The seller ended with ${child.exitCode}.`)
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
      await counter[Symbol.asyncDispose]()
    },
  }
}

/** A facilitator of version 1, in front of one that settles the same authorizations by version 2. */
async function startV1Facilitator(facilitator: Facilitator): Promise<OddSeller> {
  return startOddSeller(async ({ path, body }, response) => {
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: { payload: Payment['payload'] }
      paymentRequirements: PaymentRequirementsV1
    }
    const { payTo, maxAmountRequired: amount, maxTimeoutSeconds } = paymentRequirements
    const accepted = offer(payTo, { amount, maxTimeoutSeconds }) as unknown as PaymentRequirements
    const payment: Payment = { x402Version: 2, accepted, payload: paymentPayload.payload }
    if (path === '/verify') return reply(response, await facilitator.verify(payment, accepted))
    return reply(response, { ...(await facilitator.settle(payment, accepted)), network: 'base' })
  })
}
