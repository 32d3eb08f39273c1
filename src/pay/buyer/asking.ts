import type { Right } from '../../contract/right.ts'
import type { Payer } from '../../contract/spending.ts'
import { InTurn } from '../../lib/in-turn.ts'
import { sayArguments } from '../../lib/say-arguments.ts'
import { requestHash } from '../protocol/authorization.ts'
import { unitsToUsd, usdToUnits } from '../protocol/money.ts'
import type { Purchase } from '../protocol/purchase.ts'
import { type Policy, paymentRefused, type Terms } from '../wallet/policy.ts'
import type { Journal, JournalRow } from './journal.ts'
import type { Pair } from './standing-consents.ts'

/** Begins a consent that stands, before its amount. */
const ALWAYS = 'always '

/** A purchase on its way: its price, who pays, and whether a standing consent may do for the question. */
export interface Order<T> {
  terms: Terms
  hash: string
  purchase: Purchase<T>
  payer: Payer
  agent: Right | undefined
  mayStand: boolean
}

/** Asks the person behind a payment, unless it is small or they agreed to its kind. */
export class Asking {
  readonly #policy: Policy
  readonly #journal: Journal
  /** Questions to the user that are open, by operation and host. */
  readonly #questions = new InTurn()
  /** The lowest price that the user of a session has declined, by operation and host. */
  readonly #declined = new WeakMap<object, Map<string, number>>()

  constructor({ policy, journal }: { policy: Policy; journal: Journal }) {
    this.#policy = policy
    this.#journal = journal
  }

  /**
   * By which consent an order may be paid. Questions of a kind come one after another, so that a no to one is a no to all that wait.
   * Throws `payment_refused`.
   */
  async consentFor<T>(order: Order<T>): Promise<JournalRow['consent']> {
    const { terms, payer, purchase } = order
    const isAsked = purchase.isUnnamedHost === true
    if (terms.units <= this.#policy.approveAboveUnits && !isAsked) return null
    if (await this.#stands(order)) return 'standing'
    const kind = `${payer.operation}|${terms.host}`
    const { session = this } = payer
    const declined = this.#declined.get(session) ?? new Map<string, number>()
    this.#declined.set(session, declined)
    return this.#questions.run(async () => {
      if (terms.units >= (declined.get(kind) ?? Number.POSITIVE_INFINITY)) {
        throw paymentRefused('declined')
      }
      // The answer to the question before may have been for this one too.
      if (await this.#stands(order)) return 'standing'
      const consent = await this.#consentTo(order)
      if (consent === 'declined') declined.set(kind, terms.units)
      if (consent === 'declined') throw paymentRefused('declined')
      if (consent === undefined || consent === 'unable')
        throw paymentRefused('approval_unavailable')
      if (consent !== 'accepted') await this.#letStand(order, consent.slice(ALWAYS.length))
      return 'asked'
    }, kind)
  }

  async #stands<T>(order: Order<T>): Promise<boolean> {
    const pair = pairOf(order)
    if (!order.mayStand || !pair) return false
    return this.#journal.isStanding(pair, order.terms.units)
  }

  async #letStand<T>(order: Order<T>, usdPerDay: string): Promise<void> {
    const pair = pairOf(order)
    if (pair) await this.#journal.letStand(pair, usdToUnits(usdPerDay))
  }

  async #consentTo<T>({ terms, hash, purchase, payer, agent }: Order<T>) {
    if (!payer.approve) return undefined
    const { network, host, payTo } = terms
    const usd = unitsToUsd(terms.units)
    const atMost = terms.permit?.method === 'upto' ? { atMost: true as const } : {}
    const proposal = { host, payTo, usd, network: network.title, ...atMost }
    const key = requestHash('approve', { hash, ...proposal })
    const spentToday = unitsToUsd(await this.#journal.spentToday(agent))
    const said = sayArguments(purchase.input)
    const about = { spentToday, ...(said === undefined ? {} : { arguments: said }) }
    return payer.approve({ operation: payer.operation, ...proposal, ...about, key })
  }
}

/** The agent and the seller of an order; undefined where no account pays. */
function pairOf<T>({ terms: { host, network, payTo }, agent }: Order<T>): Pair | undefined {
  if (!agent) return undefined
  return { account_id: agent.user.id, host, network: network.id, pay_to: payTo.toLowerCase() }
}
