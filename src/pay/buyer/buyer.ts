import { cancelled, type OperationError } from '../../contract/errors.ts'
import type { Right } from '../../contract/right.ts'
import type { Payer } from '../../contract/spending.ts'
import { type Clock, MACHINE_CLOCK } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import { RESEND_MAX_AGE_MS, SENDINGS_MAX_COUNT, SENDINGS_MAX_MS } from '../limits.ts'
import { requestHash } from '../protocol/authorization.ts'
import { encodeHeader } from '../protocol/codec.ts'
import type { Settlement } from '../protocol/messages.ts'
import { unitsToUsd } from '../protocol/money.ts'
import { PAYMENT_SIGNATURE_HEADER, V1_PAYMENT_HEADER } from '../protocol/names.ts'
import type { Exchange, PaymentHeader, Purchase } from '../protocol/purchase.ts'
import {
  chooseTerms,
  type Policy,
  type RefusalReason,
  paymentRefused,
  type Terms,
} from '../wallet/policy.ts'
import {
  type Draft,
  draftPayment,
  fitsHeader,
  paymentMessage,
  type Signer,
  signDraft,
} from '../wallet/sign.ts'
import { Asking, type Order } from './asking.ts'
import type { BuyerChain } from './buyer-chain.ts'
import { ANSWER_LOST, type Journal, type JournalRow, type NewAuthorization } from './journal.ts'
import { answerLost, leftAlone, notTaken, pending, unreadable } from './outcomes.ts'
import { reconcile, settleFate } from './reconcile.ts'

/** Dependencies of the buyer. */
export interface BuyerParts {
  policy: Policy
  journal: Journal
  /** The wallet; undefined where there is none. Throws `payment_refused` when it cannot be opened. */
  signer: () => Promise<Signer | undefined>
  chain: (network: string) => Promise<BuyerChain>
  log: Log
  now: () => number
  /** Waits between two sendings. Default: by the clock of the machine. */
  sleep?: Clock['sleep']
  /** Default `PAUSE_FIRST_MS`, and at most `PAUSE_MAX_MS`. */
  pauseFirstMs?: number
  /** Default `PAUSE_MAX_MS`. */
  pauseMaxMs?: number
}

/** An allowed payment that is not signed yet. */
interface Prepared {
  row: NewAuthorization
  signer: Signer
  draft: Draft
}

/** Whether a call sends a payment for the first time, or resends one of an earlier call. */
type Time = 'first' | 'again'

/** Reasons that go away where something expired unused. */
const BUDGETS: ReadonlySet<RefusalReason> = new Set([
  'over_session_budget',
  'over_day_budget',
  'over_agent_budget',
])

/** Bounds of the growing pause between two attempts; the seller may request another. */
const PAUSE_FIRST_MS = 250
const PAUSE_MAX_MS = 5_000

/** Buys calls: policy before signing, journal before sending, and one authorization until its end is known. */
export class Buyer {
  readonly #parts: BuyerParts
  /** Journal rows in use by calls of this process. */
  readonly #busy = new Set<string>()
  /** Until when sellers want to be left alone with a payment, by its row. */
  readonly #leftAlone = new Map<string, number>()
  readonly #confirming = new Set<Promise<unknown>>()
  readonly #asking: Asking

  constructor(parts: BuyerParts) {
    this.#parts = parts
    this.#asking = new Asking(parts)
  }

  /**
   * Makes a call, and pays for it if required. A call that was paid for earlier and never answered is sent with that same
   * payment. Throws `payment_refused` with a `reason` when nothing may be signed, `settlement_pending` when the outcome of a
   * payment is unknown.
   */
  async buy<T>(purchase: Purchase<T>, payer: Payer): Promise<T> {
    const { journal, policy } = this.#parts
    // A payment on another network does not count, since this chain cannot verify it.
    const hash = requestHash(
      `${policy.network.id} POST ${withoutCredentials(purchase.url)}`,
      purchase.input,
    )
    const earlier = await journal.unanswered(hash, this.#busy)
    if (earlier) {
      const resent = await this.#whileBusy(earlier.id, async () =>
        this.#send(earlier, purchase, payer, 'again'),
      )
      if (resent) return resent.value
    }
    const first = await purchase.exchange(undefined, payer.signal)
    if (first.kind === 'answered') return first.value
    if (first.kind !== 'challenged') throw first.error
    if (!first.challenge) throw unreadable()
    const bound = policyFor(purchase, await journal.bound(policy))
    const terms = chooseTerms(first.challenge, purchase.url, bound)
    const spend = once(async () => payer.spend?.(unitsToUsd(terms.units)))
    const order = { terms, hash, purchase, payer, agent: await payer.agent?.() }
    // Others may use a standing consent up first, or its owner end it: then a person is asked after all.
    const sent =
      (await this.#pay({ ...order, mayStand: true }, spend)) ??
      (await this.#pay({ ...order, mayStand: false }, spend))
    // Only a payment from earlier can turn out to be void.
    if (!sent?.taken) throw notTaken(undefined)
    return sent.taken.value
  }

  /** Agrees on a payment, signs and sends it; undefined where the consent that stood for it does so no more. */
  async #pay<T>(
    order: Order<T>,
    spend: () => Promise<void>,
  ): Promise<{ taken: { value: T } | undefined } | undefined> {
    const { terms, purchase, payer, agent } = order
    const prepared = await this.#prepare(order)
    if (payer.signal.aborted) throw cancelled()
    await spend()
    return this.#whileBusy(prepared.row.id, async () => {
      const row = await this.#enter(prepared, terms, agent)
      if (!row) return undefined
      payer.signed?.(unitsToUsd(terms.units))
      return { taken: await this.#send(row, purchase, payer, 'first') }
    })
  }

  /** The reason why a price would not be paid now; undefined when at most the user's consent is missing. */
  async objection(terms: Terms, agent?: Right): Promise<RefusalReason | undefined> {
    const { journal, policy } = this.#parts
    const { host, payTo, units, network } = terms
    const pay_to = payTo.toLowerCase()
    return journal.objection({ host, network: network.id, pay_to, units }, policy, agent)
  }

  /** Resolves once the chain was asked about every payment that a seller has claimed so far. */
  async confirmed(): Promise<void> {
    await Promise.all(this.#confirming)
  }

  /** Asks the chain for the outcome of every open payment. */
  async reconcile(): Promise<void> {
    await reconcile(this.#parts)
  }

  /** All steps before a signature: policy check, consent, authorization draft. */
  async #prepare<T>(order: Order<T>): Promise<Prepared> {
    const { terms, hash, purchase, payer, agent } = order
    const { network, permit } = terms
    if (!fitsHeader(terms)) throw paymentRefused('terms_too_large')
    const signer = await this.#parts.signer()
    if (!signer) throw paymentRefused('no_wallet')
    await this.#requireWithinBudget(terms, agent)
    if (permit) await this.#requireMovable(terms, signer)
    const consent = await this.#asking.consentFor(order)
    const signedMs = this.#parts.now()
    const draft = draftPayment(terms, signer.address, signedMs)
    const { address: asset } = network.asset
    const row = {
      id: [network.id, asset, signer.address, draft.nonce].join('|').toLowerCase(),
      request_hash: hash,
      operation: payer.operation,
      host: terms.host,
      url: withoutCredentials(purchase.url),
      x402_version: terms.version,
      network: network.id,
      asset: asset.toLowerCase(),
      payer: signer.address.toLowerCase(),
      pay_to: terms.payTo.toLowerCase(),
      units: terms.units,
      method: permit?.method ?? null,
      account_id: agent?.user.id ?? null,
      consent,
      signed_ms: signedMs,
      valid_before_ms: draft.validBefore * 1_000,
    }
    return { row, signer, draft }
  }

  /** Reserves the amount, signs, and stores the payment: in this order, so that a crash loses none. */
  async #enter(
    { row, signer, draft }: Prepared,
    terms: Terms,
    agent: Right | undefined,
  ): Promise<JournalRow | undefined> {
    const { policy, journal } = this.#parts
    const entry = await journal.reserve(row, policy, agent)
    if (entry === 'not_standing') return undefined
    if (typeof entry === 'string') throw paymentRefused(entry)
    let payment: string
    try {
      const signature = await signDraft(signer, terms.network, draft)
      payment = JSON.stringify(paymentMessage(terms, draft, signature))
    } catch (cause) {
      await journal.forget(row.id)
      throw paymentRefused('wallet_locked', cause)
    }
    await journal.record(row.id, payment)
    return { ...entry, payment }
  }

  /** Refuses a payment over budget, after releasing authorizations that expired unused on chain. */
  async #requireWithinBudget(terms: Terms, agent: Right | undefined): Promise<void> {
    let objection = await this.objection(terms, agent)
    if (objection !== undefined && BUDGETS.has(objection)) {
      await this.reconcile()
      objection = await this.objection(terms, agent)
    }
    if (objection) throw paymentRefused(objection)
  }

  /** Refuses what the contract of permits may not move out of the wallet. */
  async #requireMovable({ network, units }: Terms, { address }: Signer): Promise<void> {
    const chain = await this.#parts.chain(network.id)
    const movable = await chain.allowance(address).catch((cause: unknown) => {
      throw paymentRefused('allowance_missing', cause)
    })
    if (movable < units) throw paymentRefused('allowance_missing')
  }

  /**
   * Sends one payment until the outcome is known or attempts run out. Undefined when, by the chain, the payment was never used
   * and never can be, so that another may be made.
   */
  async #send<T>(
    row: JournalRow,
    purchase: Purchase<T>,
    payer: Payer,
    time: Time,
  ): Promise<{ value: T } | undefined> {
    const last = await this.#exchange(row, purchase, payer.signal)
    if (last.kind === 'answered') {
      await this.#delivered(row, last.settlement, payer)
      return { value: last.value }
    }
    // The seller says that it charges nothing; until the chain confirms that, it counts as spent.
    if (last.kind === 'failed') throw last.error
    if (last.kind === 'lost') return this.#unanswered(row, last.error, time)
    const reason = last.settlement?.errorReason ?? last.challenge?.error
    return this.#untaken(row, reason, time)
  }

  async #exchange<T>(
    row: JournalRow,
    purchase: Purchase<T>,
    signal: AbortSignal,
  ): Promise<Exchange<T>> {
    const payment = headerOf(row)
    const { now, pauseFirstMs = PAUSE_FIRST_MS, pauseMaxMs = PAUSE_MAX_MS } = this.#parts
    const { sleep = MACHINE_CLOCK.sleep } = this.#parts
    const waitMs = (this.#leftAlone.get(row.id) ?? 0) - now()
    if (waitMs > 0) return { kind: 'lost', error: leftAlone(waitMs), retryAfterMs: waitMs }
    // A seller that hangs may take its time once, and not once for each sending.
    const { takesMaxMs = SENDINGS_MAX_MS } = purchase
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(takesMaxMs)])
    const endsAt = now() + takesMaxMs
    let pauseMs = pauseFirstMs
    for (let sending = 1; ; sending++) {
      const exchange = await purchase.exchange(payment, inTime)
      if (exchange.kind !== 'lost' || sending === SENDINGS_MAX_COUNT || inTime.aborted) {
        return exchange
      }
      this.#parts.log.info({ err: exchange.error, sending }, 'a paid call was not answered')
      const { retryAfterMs: requestedMs } = exchange
      if (requestedMs !== undefined && now() + requestedMs >= endsAt) {
        this.#leftAlone.set(row.id, now() + Math.min(requestedMs, RESEND_MAX_AGE_MS))
        return { ...exchange, error: leftAlone(requestedMs) }
      }
      await sleep(requestedMs ?? Math.min(pauseMs, pauseMaxMs), inTime).catch(() => undefined)
      pauseMs *= 2
    }
  }

  async #delivered(
    row: JournalRow,
    settlement: Settlement | undefined,
    { paid }: Payer,
  ): Promise<void> {
    const transaction = settlement?.success ? settlement.transaction : undefined
    const known = TRANSACTION_HASH.test(transaction ?? '') ? transaction : undefined
    try {
      await this.#parts.journal.deliver(row.id, known)
    } catch (err) {
      // The result has arrived and is paid for; reconciliation completes the journal.
      this.#parts.log.error({ err }, 'the journal could not be written')
    }
    this.#leftAlone.delete(row.id)
    const confirming = settleFate(row, this.#parts)
    this.#confirming.add(confirming)
    void confirming.then(() => this.#confirming.delete(confirming))
    const { operation, host, pay_to, units, network } = row
    const usd = unitsToUsd(units)
    paid?.({
      operation,
      host,
      payTo: pay_to,
      usd,
      network,
      transaction: known ?? null,
    })
  }

  /** No response came. A payment of an earlier call is given up once its outcome is final on chain. */
  async #unanswered(row: JournalRow, error: OperationError, time: Time): Promise<undefined> {
    if (time === 'again') {
      const fate = await settleFate(row, this.#parts)
      if (fate === 'released') return undefined
      if (fate === 'spent') throw await this.#giveUp(row)
    }
    throw pending(error)
  }

  async #giveUp(row: JournalRow): Promise<OperationError> {
    await this.#parts.journal.giveUp(row.id, ANSWER_LOST)
    return answerLost(row)
  }

  /** The seller responded to a payment with a challenge: only the chain can tell the outcome. */
  async #untaken(row: JournalRow, reason: string | undefined, time: Time): Promise<undefined> {
    const fate = await settleFate(row, this.#parts)
    if (fate === 'spent') throw await this.#giveUp(row)
    if (fate === 'unreadable') throw pending(undefined)
    if (fate === 'released' && time === 'again') return undefined
    throw notTaken(reason)
  }

  async #whileBusy<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#busy.add(id)
    try {
      return await work()
    } finally {
      this.#busy.delete(id)
    }
  }
}

/** The policy for one purchase: the caller may pay less than the owner allows, and never more. */
export function policyFor(
  { url, maxUnits, isUnnamedHost }: Purchase<unknown>,
  policy: Policy,
): Policy {
  const perCallUnits = Math.min(policy.perCallUnits, maxUnits ?? policy.perCallUnits)
  const hosts = isUnnamedHost ? new Set([...policy.hosts, new URL(url).host]) : policy.hosts
  return { ...policy, perCallUnits, hosts }
}

/** The address of a call as it may be written down. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

function headerOf({ x402_version, payment }: JournalRow): PaymentHeader {
  const name = x402_version === 1 ? V1_PAYMENT_HEADER : PAYMENT_SIGNATURE_HEADER
  const message = JSON.parse(payment) as Record<string, unknown>
  return { name, value: encodeHeader(message), message }
}
