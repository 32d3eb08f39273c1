import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrivateKeyAccount } from 'viem/accounts'
import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import type { PaymentRequirements } from '../../src/pay/protocol/messages.ts'
import { type Offer, priceTable } from '../../src/pay/protocol/terms.ts'
import { Breaker } from '../../src/pay/seller/breaker.ts'
import type { Facilitator } from '../../src/pay/seller/facilitator.ts'
import { createGate } from '../../src/pay/seller/gate.ts'
import { Ledger } from '../../src/pay/seller/ledger.ts'
import { openStore } from '../../src/store/open.ts'
import { startFacilitator } from '../../test/support/chain-facilitator.ts'
import { startUsdcChain } from '../../test/support/chain-usdc.ts'
import { signPayment } from '../../test/support/payments.ts'
import { newAddress } from '../../test/support/seller.ts'
import { quietLog } from '../../test/support/store-backend.ts'
import { startStockSeller } from './stock.ts'

const CALLS = 150
const BASE_URL = 'http://localhost'

/** Milliseconds of each call, by what was timed. */
export type Times = Record<
  'verify' | 'settle' | 'gate' | 'overhead' | 'replay' | 'challenge' | 'stock',
  number[]
>

const offer: Offer = {
  name: 'sold',
  title: 'Sold',
  description: 'Sold.',
  method: 'POST',
  path: '/sold',
  price: '0.002',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** Times our gate with work that costs nothing, and a paid call of the stock seller, turn by turn. */
export async function measureSpeed(): Promise<Times> {
  const times: Times = {
    verify: [],
    settle: [],
    gate: [],
    overhead: [],
    replay: [],
    challenge: [],
    stock: [],
  }
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const payTo = newAddress()
  await using usdc = await startUsdcChain()
  await using facilitator = await startFacilitator(usdc, payTo)
  await using stock = await startStockSeller(payTo, facilitator, { local: true })
  const store = await openStore({ location: join(folder, 'ledger.sqlite'), log: quietLog })
  const now = () => Date.now()
  const gate = createGate({
    prices: priceTable([offer], { network: usdc.network, payTo }),
    baseUrl: () => BASE_URL,
    facilitator: timed(facilitator.local, times),
    breaker: new Breaker(now, () => {}),
    verifier: usdc.verifier,
    signatures: async () => usdc.signatures,
    ledger: new Ledger(async () => store, 'bench', now),
    log: quietLog,
    now,
  })
  const requirements = gate.prices.get('sold')?.requirements
  if (!requirements) throw new Error('no price')
  const buyer = await usdc.account((CALLS + 10) * 2 * 2_000)
  const { signal } = new AbortController()
  for (let n = -10; n < CALLS; n++) {
    const call = { operation: 'sold', transport: 'http', peer: undefined, signal } as const
    const input = { text: `call ${n}` }
    const payment = await signPayment(buyer, requirements)
    const pass = async (attached: typeof payment | undefined) => {
      const startedAt = performance.now()
      const outcome = await gate.pass({ ...call, input, payment: attached }, async () => input)
      return { ms: performance.now() - startedAt, outcome }
    }
    const challenged = await pass(undefined)
    const paid = await pass(payment)
    if (paid.outcome.kind !== 'sold') throw new Error(`not sold: ${JSON.stringify(paid.outcome)}`)
    await gate.idle()
    const again = await pass(payment)
    const stockMs = await stockCall(stock.url, buyer, requirements)
    if (n < 0) continue
    const [verify = 0, settle = 0] = [times.verify.at(-1), times.settle.at(-1)]
    times.challenge.push(challenged.ms)
    times.gate.push(paid.ms)
    times.overhead.push(paid.ms - verify - settle)
    times.replay.push(again.ms)
    times.stock.push(stockMs)
  }
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  return times
}

/** The second half of a stock purchase: the paid request, over HTTP. */
async function stockCall(
  url: string,
  buyer: PrivateKeyAccount,
  requirements: PaymentRequirements,
): Promise<number> {
  const terms = { ...requirements, maxTimeoutSeconds: 300 }
  const payment = await signPayment(buyer, terms)
  const startedAt = performance.now()
  const response = await fetch(`${url}/middling`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'PAYMENT-SIGNATURE': encodeHeader(payment),
    },
    body: '{"text":"a"}',
  })
  await response.text()
  if (response.status !== 200) throw new Error(`stock answered ${response.status}`)
  return performance.now() - startedAt
}

function timed(facilitator: Facilitator, times: Times): Facilitator {
  return {
    async verify(...payment) {
      const startedAt = performance.now()
      const answer = await facilitator.verify(...payment)
      times.verify.push(performance.now() - startedAt)
      return answer
    },
    async settle(...payment) {
      const startedAt = performance.now()
      const answer = await facilitator.settle(...payment)
      times.settle.push(performance.now() - startedAt)
      return answer
    },
  }
}
