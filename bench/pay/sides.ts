import { setTimeout as delay } from 'node:timers/promises'
import type { PrivateKeyAccount } from 'viem/accounts'
import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import type { Payment } from '../../src/pay/protocol/messages.ts'
import {
  noFaults,
  startFacilitator,
  type TestFacilitator,
} from '../../test/support/chain-facilitator.ts'
import type { UsdcChain } from '../../test/support/chain-usdc.ts'
import { type PaymentChanges, signPayment } from '../../test/support/payments.ts'
import {
  callRoute,
  newAddress,
  startSeller,
  type Workshop,
  workshop,
} from '../../test/support/seller.ts'
import { startStockSeller, type StockOptions, stockFetch } from './stock.ts'

/** Money of each buyer, in atomic units. */
const FUNDS = 100_000
const BODY = { text: 'a' }

/** How often a buyer of ours sends one payment; the stock one tries twice, each time with a new payment. */
const RESENDINGS = 8
const STOCK_ATTEMPTS = 2
const PAUSE_MS = 1_000

/** A seller of one system under test, and a buyer with money of its own. */
export interface Side extends AsyncDisposable {
  system: 'stock' | 'Bellhop'
  usdc: UsdcChain
  buyer: PrivateKeyAccount
  facilitator: TestFacilitator
  shop: Workshop
  /** Signs for the terms of `/middling`; `/other` has the same price. */
  pay(changes?: PaymentChanges): Promise<Payment>
  /** Shows one payment to one route. */
  send(path: string, payment: Payment | string): Promise<void>
  /** Buys as this system's buyer does, until there is an answer or its patience is over. */
  buy(between?: () => void): Promise<void>
  /** Makes the store of the side, where it has one, fail. */
  breakBook(): void
  /** HTTP statuses so far. */
  statuses: number[]
  /** Atomic units that the buyer has paid, different answers that it has, and how often work was done. */
  outcome(): Promise<{ paid: number; answers: number; runs: number }>
}

/** How a side is set up. */
export interface SideOptions extends StockOptions {
  confirmMaxMs?: number
}

/** Sets up a side on a chain. Everything but the chain is new. */
export async function openSide(
  system: Side['system'],
  usdc: UsdcChain,
  { confirmMaxMs, ...options }: SideOptions = {},
): Promise<Side> {
  const payTo = newAddress()
  const confirm = confirmMaxMs === undefined ? {} : { confirmMaxMs }
  const facilitator = await startFacilitator(usdc, payTo, confirm)
  const shop = workshop()
  const [, middling] = shop.operations
  if (!middling) throw new Error('no operation')
  const other = { ...middling, name: 'other', http: { ...middling.http, path: '/other' as const } }
  shop.operations = [...shop.operations, other]
  const isStock = system === 'stock'
  const ours = await startSeller({
    usdc,
    payTo,
    facilitator,
    operations: shop.operations,
    settleWaitMs: 1_000,
  })
  const stock = await startStockSeller(payTo, facilitator, { ...options, shop })
  const url = isStock ? stock.url : ours.http.url
  const buyer = await usdc.account(FUNDS)
  const answers = new Set<string>()
  let drained = 0
  const { drain } = usdc
  const side: Side = {
    system,
    usdc,
    buyer,
    facilitator,
    shop,
    statuses: [],
    async pay(changes) {
      const { challenge } = await callRoute(`${url}/middling`, BODY)
      const [terms] = challenge?.accepts ?? []
      if (!terms) throw new Error(`${system} does not challenge`)
      return signPayment(buyer, terms, changes)
    },
    async send(path, payment) {
      const { status, text } = await callRoute(url + path, BODY, payment)
      side.statuses.push(status)
      if (status === 200) answers.add(path + text)
    },
    async buy(between = () => Object.assign(facilitator.faults, noFaults())) {
      const payment = encodeHeader(await side.pay())
      const fetchPaid = stockFetch(buyer)
      const before = answers.size
      for (let n = 0; n < (isStock ? STOCK_ATTEMPTS : RESENDINGS) && answers.size === before; n++) {
        if (isStock) {
          const headers = { 'content-type': 'application/json' }
          const request = { method: 'POST', headers, body: JSON.stringify(BODY) }
          const response = await fetchPaid(`${url}/middling`, request)
          side.statuses.push(response.status)
          if (response.status === 200) answers.add(await response.text())
        } else {
          await side.send('/middling', payment)
        }
        between()
        if (answers.size === before) await delay(PAUSE_MS)
      }
    },
    breakBook() {
      ours.store.write = async () => {
        throw new Error('disk full')
      }
    },
    outcome: async () => ({
      paid: FUNDS - (await usdc.balance(buyer.address)) - drained,
      answers: answers.size,
      runs: shop.runs,
    }),
    async [Symbol.asyncDispose]() {
      await stock[Symbol.asyncDispose]()
      await ours[Symbol.asyncDispose]()
      await facilitator[Symbol.asyncDispose]()
    },
  }
  // What a buyer moves away itself is no payment.
  side.usdc = {
    ...usdc,
    async drain(account) {
      drained += await usdc.balance(account.address)
      await drain(account)
    },
  }
  return side
}
