import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { DiscoveredResource } from '@x402/extensions/bazaar'
import { Secret } from '../../src/lib/secret.ts'
import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import type { Payment, PaymentRequirements } from '../../src/pay/protocol/messages.ts'
import type { Facilitator } from '../../src/pay/seller/facilitator.ts'
import {
  type LocalFacilitatorSettings,
  openLocalFacilitator,
} from '../../src/pay/seller/local-facilitator.ts'
import type { UsdcChain } from './chain-usdc.ts'
import { quietLog } from './store-backend.ts'

/** What goes wrong at a facilitator, changeable while it runs. */
export interface FacilitatorFaults {
  /** Drops every request without an answer. */
  down: boolean
  /** Drops settlements only, before anything is sent to the chain. */
  settleDown: boolean
  verifyDelayMs: number
  settleDelayMs: number
  /** Stands in for what settlements over HTTP are answered, without settling anything. */
  settleAnswer: { status: number; headers?: Record<string, string>; body?: object } | undefined
  /** Settles, and then drops the connection instead of answering. */
  loseSettleAnswer: boolean
}

/** A real facilitator on the test chain, in this process and over HTTP, with a meter and with faults. */
export interface TestFacilitator extends AsyncDisposable {
  /** In-process, with the same meter and faults. */
  local: Facilitator
  url: string
  faults: FacilitatorFaults
  calls: { verify: number; settle: number }
  /** Headers of the last request over HTTP. */
  lastHeaders(): IncomingMessage['headers']
  /** The payments that came over HTTP, as they came, and what the stock code of directories takes from them. */
  received: Payment[]
  catalogue: DiscoveredResource[]
}

/** Starts it for one payee. `confirmMaxMs` bounds its wait for a receipt; `factories` may deploy wallets. */
export async function startFacilitator(
  usdc: UsdcChain,
  payTo: `0x${string}`,
  options: Pick<LocalFacilitatorSettings, 'confirmMaxMs' | 'factories'> = {},
): Promise<TestFacilitator> {
  const real = openLocalFacilitator({
    payee: { network: usdc.network, payTo },
    gasKey: new Secret(await usdc.gasKey()),
    rpc: usdc.rpc,
    log: quietLog,
    ...options,
  })
  const faults = noFaults()
  const calls = { verify: 0, settle: 0 }
  const local: Facilitator = {
    async verify(payment, requirements) {
      calls.verify += 1
      if (faults.down) throw new Error('The facilitator is down.')
      await delay(faults.verifyDelayMs)
      return real.verify(payment, requirements)
    },
    async settle(payment, requirements) {
      calls.settle += 1
      if (faults.down || faults.settleDown) throw new Error('The facilitator is down.')
      await delay(faults.settleDelayMs)
      const settlement = await real.settle(payment, requirements)
      if (faults.loseSettleAnswer) throw new Error('The answer was lost.')
      return settlement
    },
  }
  let headers: IncomingMessage['headers'] = {}
  const received: Payment[] = []
  const catalogue: DiscoveredResource[] = []
  const server = createServer((request, response) => {
    void (async () => {
      try {
        headers = request.headers
        const body = JSON.parse((await readAll(request)) || '{}') as {
          paymentPayload: Payment
          paymentRequirements: PaymentRequirements
        }
        const { paymentPayload, paymentRequirements } = body
        if (request.url === '/settle' && faults.settleAnswer) {
          calls.settle += 1
          const { status, headers: head = {}, body: said = {} } = faults.settleAnswer
          response.writeHead(status, { 'content-type': 'application/json', ...head })
          response.end(JSON.stringify(said))
          return
        }
        if (request.url === '/settle') {
          received.push(paymentPayload)
          const found = await discover(paymentPayload, paymentRequirements)
          if (found) catalogue.push(found)
          const outcome = { bazaar: { status: found ? 'success' : 'rejected' } }
          response.setHeader('EXTENSION-RESPONSES', encodeHeader(outcome))
        }
        const answer =
          request.url === '/supported'
            ? supported(usdc)
            : await local[request.url === '/settle' ? 'settle' : 'verify'](
                paymentPayload,
                paymentRequirements,
              )
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      } catch {
        request.socket.destroy()
      }
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    local,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    calls,
    lastHeaders: () => headers,
    received,
    catalogue,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      server.closeAllConnections()
      await closed
    },
  }
}

/** A facilitator that works. */
export function noFaults(): FacilitatorFaults {
  return {
    down: false,
    settleDown: false,
    verifyDelayMs: 0,
    settleDelayMs: 0,
    settleAnswer: undefined,
    loseSettleAnswer: false,
  }
}

/** What stock sellers ask a facilitator before anything else. */
function supported({ network }: UsdcChain): object {
  const kinds = [{ x402Version: 2, scheme: 'exact', network: network.id }]
  return { kinds, extensions: ['bazaar'], signers: {} }
}

/** As a stock facilitator catalogues it. */
async function discover(
  payment: Payment,
  requirements: PaymentRequirements,
): Promise<DiscoveredResource | undefined> {
  if (!payment.extensions?.['bazaar']) return undefined
  const { extractDiscoveryInfo } = await import('@x402/extensions/bazaar')
  const payload = payment as unknown as Parameters<typeof extractDiscoveryInfo>[0]
  return extractDiscoveryInfo(payload, requirements) ?? undefined
}
