import type { PrivateKeyAccount } from 'viem/accounts'
import { toOperationError } from '../../src/contract/errors.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { DAY_SECONDS } from '../../src/lib/durations.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/port.ts'
import { openBuyer } from '../../test/support/buyer.ts'
import { startFacilitator, type TestFacilitator } from '../../test/support/chain-facilitator.ts'
import { startUsdcChain, type UsdcChain } from '../../test/support/chain-usdc.ts'
import {
  challenge,
  offer,
  type OddSeller,
  reply,
  settle,
  startOddSeller,
} from '../../test/support/odd-seller.ts'
import { newAddress, workshop } from '../../test/support/seller.ts'
import { quietLog } from '../../test/support/store-backend.ts'
import type { Loss } from './faults.ts'
import { stockFetch } from './stock.ts'

const FUNDS = 10_000_000
/** What each buyer of ours remembers between two calls. */
const stores = new Map<string, Store>()
const [, middling] = workshop().operations

/** A seller that wants something odd, and what became of a payment there. */
interface Want {
  name: string
  /** What the seller asks for at a call, the first being 0. */
  terms(call: number): Parameters<typeof offer>[1] & { payTo?: `0x${string}` }
  calls?: number
  /** Sends paid calls on to another host instead of settling. */
  redirects?: true
  /** Words for the payments that a seller, or the host behind it, was given. */
  seen(payments: readonly object[], elsewhere: readonly object[]): string
}

const payee = newAddress()
const signed = (payments: readonly object[]): string => `${payments.length} signed`

const WANTS: readonly Want[] = [
  { name: 'wants 2 dollars for a call', terms: () => ({ amount: '2000000' }), seen: signed },
  { name: 'wants an unknown token', terms: () => ({ asset: newAddress() }), seen: signed },
  {
    name: 'wants an authorization for ten years',
    terms: () => ({ maxTimeoutSeconds: 315_360_000 }),
    seen: (payments) => [signed(payments), ...payments.map(lifeOf)].join(', '),
  },
  {
    name: 'wants another payee at the second call',
    calls: 2,
    terms: (call) => ({ payTo: call === 0 ? payee : newAddress() }),
    seen: signed,
  },
  {
    name: 'sends the paid call on to another host',
    terms: () => ({}),
    redirects: true,
    seen: (payments, elsewhere) =>
      `${signed(payments)}, ${elsewhere.length} given to the other host`,
  },
]

/** Runs what sellers want against the stock buyer and against ours. */
export async function measureBuyers(): Promise<Loss[]> {
  const losses: Loss[] = []
  await using usdc = await startUsdcChain()
  for (const want of WANTS) {
    losses.push(await lossOf('stock', usdc, want), await lossOf('Bellhop', usdc, want))
  }
  return losses
}

async function lossOf(system: string, usdc: UsdcChain, want: Want): Promise<Loss> {
  let requests = 0
  await using other = await startOddSeller((_, response) => reply(response, { text: 'a', run: 1 }))
  const facilitators = new Map<string, TestFacilitator>()
  await using seller = await startOddSeller(async ({ payment }, response) => {
    if (!payment) {
      const { payTo = payee, ...terms } = want.terms(requests++)
      return challenge(response, [offer(payTo, terms)])
    }
    if (want.redirects) return void response.writeHead(307, { location: other.url }).end()
    const { payTo } = (payment as { accepted: { payTo: `0x${string}` } }).accepted
    const facilitator = facilitators.get(payTo) ?? (await startFacilitator(usdc, payTo))
    facilitators.set(payTo, facilitator)
    const settlement = await settle(facilitator.local, payment)
    return reply(response, { text: 'a', run: 1 }, { settlement })
  })
  const account = await usdc.account(FUNDS)
  const refusals: string[] = []
  let answers = 0
  for (let call = 0; call < (want.calls ?? 1); call++) {
    const refusal = await (system === 'stock'
      ? buyStock(account, seller)
      : buyOurs(usdc, account, seller))
    if (refusal === undefined) answers += 1
    else refusals.push(refusal)
  }
  for (const facilitator of facilitators.values()) await facilitator[Symbol.asyncDispose]()
  const words = [want.seen(distinct(seller.payments()), other.payments()), ...refusals]
  const paid = FUNDS - (await usdc.balance(account.address))
  return {
    fault: `a seller ${want.name}`,
    system,
    seen: words.join('; '),
    paid,
    answers,
    runs: null,
  }
}

async function buyStock(
  account: PrivateKeyAccount,
  seller: OddSeller,
): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: '{"text":"a"}' }
    const response = await stockFetch(account)(`${seller.url}/middling`, request)
    return response.status === 200 ? undefined : `status ${response.status}`
  } catch {
    return 'refused'
  }
}

async function buyOurs(
  usdc: UsdcChain,
  account: PrivateKeyAccount,
  seller: OddSeller,
): Promise<string | undefined> {
  // Its owner would pay this much, so that the cap is not what stands in the way.
  const caps = { perCallUnits: 1_000_000, perSessionUnits: FUNDS, perDayUnits: FUNDS }
  const store =
    stores.get(account.address) ?? (await openStore({ location: ':memory:', log: quietLog }))
  stores.set(account.address, store)
  await using buyer = await openBuyer({ usdc, account, url: seller.url, policy: caps, store })
  try {
    await buyer.call(middling as AnyOperation, { text: 'a' })
    return undefined
  } catch (thrown) {
    const { code, fields } = toOperationError(thrown)
    const { reason } = fields
    return typeof reason === 'string' ? reason : code
  }
}

function lifeOf(payment: object): string {
  const { payload } = payment as { payload: { authorization: { validBefore: string } } }
  const days = (Number(payload.authorization.validBefore) - Date.now() / 1_000) / DAY_SECONDS
  return `valid for ${Math.round(days)} days`
}

function distinct(payments: readonly object[]): object[] {
  return [...new Map(payments.map((payment) => [JSON.stringify(payment), payment])).values()]
}
