import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../lib/durations.ts'
import { answerKeptMs, PAYER_MAX_REFUSALS_PER_HOUR, SETTLE_WAIT_MS } from '../limits.ts'
import { flawOf } from '../protocol/authorization.ts'
import { toldReason } from '../protocol/challenge.ts'
import type { Payment, Settlement } from '../protocol/messages.ts'
import type { PriceTag } from '../protocol/terms.ts'
import type { SignatureCheck } from './check-signature.ts'
import type { Facilitator } from './facilitator.ts'
import type { Closing, Ledger, LedgerRow, NewPayment } from './ledger.ts'
import { Admission, BAD_SIGNATURE, PaymentThrottle } from './payment-throttle.ts'
import type { GateOutcome, PaidWork } from './port.ts'
import { faultOfFailure, verifySettlement, settleUntilKnown, type SettleParts } from './settle.ts'

/** Dependencies of the payment processor. */
export interface PaymentProcessorParts extends Omit<SettleParts, 'onDoubt'> {
  facilitator: Facilitator
  ledger: Ledger
  signatures: () => Promise<SignatureCheck>
  /** Default `SETTLE_WAIT_MS`. */
  settleWaitMs?: number | undefined
}

/** One paid call in progress. */
export interface Sale {
  tag: PriceTag
  /** The payment as the buyer sent it. */
  received: Payment
  /** The payment with our own terms in place of the buyer's copy. */
  payment: Payment
  row: NewPayment & Partial<LedgerRow>
  peer: string | undefined
  work: PaidWork
  /** Aborts when no caller waits for the result any more. */
  abandoned: AbortSignal
  /** The outcome of a payment that is not accepted. */
  challenged: (error: string, settlement?: Settlement) => GateOutcome
}

/** What becomes of a sale: `twin` is an earlier payment for a call with the same id, which is to be asked for instead. */
export type SaleOutcome = GateOutcome | { kind: 'twin'; row: LedgerRow }

/** An outcome, and the storing that continues after it. */
export interface Landing {
  outcome: SaleOutcome
  finished: Promise<unknown>
}

const RETRY_AFTER_S = 2

/** Pause between two checks of a payment that another process is settling. */
const LOOK_MS = 150

/** Processes payments: verifies, works once, settles once, and stores the result. */
export class PaymentProcessor {
  readonly throttle = new PaymentThrottle()
  readonly #admission: Admission
  readonly #parts: PaymentProcessorParts
  readonly #settling: SettleParts

  constructor(parts: PaymentProcessorParts) {
    this.#parts = parts
    this.#admission = new Admission(this.throttle, parts.signatures)
    this.#settling = { ...parts, onDoubt: async (id) => parts.ledger.doubt(id) }
  }

  /** Serves a payment, new or already in the ledger. One at a time for each payment. */
  async sell(sale: Sale): Promise<Landing> {
    const known = await this.#parts.ledger.find(sale.row.id)
    return known ? this.#resume(sale, known) : this.#begin(sale)
  }

  async #begin(sale: Sale): Promise<Landing> {
    const { ledger, now } = this.#parts
    const { payment, peer } = sale
    const flaw = this.#flawOf(sale)
    if (flaw !== undefined) {
      this.throttle.rejected(peer)
      return landed(sale.challenged(flaw))
    }
    const admitted = await this.#admission.admit({ payment, payer: sale.row.payer, peer })
    if (!admitted) return landed(sale.challenged(BAD_SIGNATURE))
    // Only who has signed has a say in what was asked for under an id.
    const key = admitted.isSigned ? sale.row.payment_key : null
    const row = { ...sale.row, payment_key: key }
    const twin = key === null ? undefined : await ledger.findByKey(key)
    if (twin && twin.id !== row.id) return landed({ kind: 'twin', row: twin })
    const refusals = await ledger.refusals(row.payer, now() - HOUR_MS)
    if (refusals >= PAYER_MAX_REFUSALS_PER_HOUR) throw untrusted()
    this.#parts.breaker.admit()
    // Stored while it is being verified: both take about as long.
    const [checked, claimed] = await Promise.allSettled([this.#check(sale), ledger.claim(row)])
    if (claimed.status === 'rejected') throw claimed.reason
    if (!claimed.value) return this.sell(sale)
    if (checked.status === 'rejected') {
      await ledger.release(row.id)
      throw checked.reason
    }
    const reason = checked.value
    if (reason === undefined) return this.#fulfil(sale)
    admitted.rejected()
    return this.#rejected(sale, reason)
  }

  #flawOf({ received, tag }: Sale): string | undefined {
    return flawOf(received, tag.requirements, this.#parts.now(), tag.lifeMinMs)
  }

  /** Why the facilitator does not accept a payment; throws `unavailable` when it cannot be asked. */
  async #check({ payment, tag, peer }: Sale): Promise<string | undefined> {
    const { facilitator } = this.#parts
    return this.throttle.verifying(peer, async () => {
      try {
        const { isValid, invalidReason } = await facilitator.verify(payment, tag.requirements)
        return isValid ? undefined : (invalidReason ?? 'invalid_payload')
      } catch (cause) {
        const fault = faultOfFailure(cause)
        if (fault.kind === 'told') this.#parts.breaker.failed(fault)
        throw unchecked(cause)
      }
    })
  }

  #rejected(sale: Sale, reason: string): Landing {
    const { ledger } = this.#parts
    return { outcome: sale.challenged(reason), finished: this.#logged(ledger.release(sale.row.id)) }
  }

  /** Does the work of a payment that is good, and settles it. Failed work is not charged. */
  async #fulfil(sale: Sale): Promise<Landing> {
    const { ledger } = this.#parts
    const { row } = sale
    let isWorked = false
    try {
      return await this.throttle.forPayer(row.payer, async () => {
        const answer = await sale.work(sale.abandoned, row.payer)
        isWorked = true
        // Not awaited: if this process dies before it is stored, the chain tells the outcome.
        return this.#settle(sale, answer, ledger.record(row.id, JSON.stringify(answer)))
      })
    } catch (thrown) {
      // A payment possibly sent by a dead process stays in the ledger until the chain decides.
      if (!isWorked) await (row.doubtful === 1 ? ledger.lapse(row.id) : ledger.release(row.id))
      throw thrown
    }
  }

  async #settle(
    sale: Sale,
    answer: Record<string, unknown>,
    recorded: Promise<void>,
  ): Promise<Landing> {
    const { ledger, now, settleWaitMs = SETTLE_WAIT_MS } = this.#parts
    const { row } = sale
    const written = this.#logged(recorded)
    const entry = { doubtful: 0, created_ms: now(), ...row }
    const outcome = await settleUntilKnown(entry, this.#settling, settleWaitMs)
    const close = async (closing: Closing) => {
      await written
      await ledger.close(row.id, closing)
    }
    if (outcome.state === 'unknown') {
      await written
      return { outcome: pending(row), finished: this.#logged(ledger.lapse(row.id)) }
    }
    if (outcome.state === 'refused') {
      const { reason } = outcome
      const settlement = receipt(row, { success: false, errorReason: toldReason(reason) })
      const challenged = sale.challenged(reason, settlement)
      return { outcome: challenged, finished: this.#logged(close(outcome)) }
    }
    const { transaction } = outcome
    const closing = this.#settled(sale, transaction, answer)
    return {
      outcome: sold(row, answer, transaction, false),
      finished: this.#logged(close(closing)),
    }
  }

  /** Resumes a payment that is in the ledger. */
  async #resume(sale: Sale, row: LedgerRow): Promise<Landing> {
    const isSame =
      row.request_hash === sale.row.request_hash && row.proof_hash === sale.row.proof_hash
    if (!isSame) throw paymentConflict()
    if (row.state === 'refused') return landed(sale.challenged(row.reason ?? 'refused'))
    if (row.state === 'settled') return this.#resumeSettled(sale, row)
    if (!(await this.#parts.ledger.takeOver(row.id))) return this.#waitForOther(sale)
    const resumed: Sale = { ...sale, row: { ...row, doubtful: 1 } }
    return row.answer === null
      ? this.#resumeWorking(resumed)
      : this.#settle(resumed, parseAnswer(row.answer), Promise.resolve())
  }

  async #resumeSettled(sale: Sale, row: LedgerRow): Promise<Landing> {
    const transaction = row.transaction_hash ?? ''
    if (row.answer_until_ms !== null && row.answer_until_ms <= this.#parts.now()) {
      return landed(sale.challenged('payment_already_used'))
    }
    if (row.answer !== null) return landed(sold(row, parseAnswer(row.answer), transaction, true))
    // Paid to a process that died before it had an answer: the work is owed, and not charged again.
    const isTaken = await this.#parts.ledger.takeOver(row.id)
    return isTaken ? this.#deliver(sale, transaction) : this.#waitForOther(sale)
  }

  /** Goes on with a sale whose process died, possibly after sending the payment to the chain. */
  async #resumeWorking(sale: Sale): Promise<Landing> {
    const { ledger, verifier, log } = this.#parts
    const { row } = sale
    // As it was received then: prices and payee may have changed since.
    const received = JSON.parse(row.payment) as Payment
    const verdict = await verifySettlement(
      verifier,
      { created_ms: row.created_ms ?? 0 },
      received,
      log,
    )
    if (verdict?.outcome === 'paid') return this.#deliver(sale, verdict.transaction)
    if (verdict?.outcome === 'void') {
      const reason = 'authorization_void'
      const closing = ledger.close(row.id, { state: 'refused', reason })
      return { outcome: sale.challenged(reason), finished: this.#logged(closing) }
    }
    this.#parts.breaker.admit()
    const flaw = this.#flawOf(sale) ?? (await this.#check(sale))
    if (flaw === undefined) return this.#fulfil(sale)
    if (verdict?.outcome === 'expired') {
      this.throttle.payerRejected(row.payer)
      return this.#rejected(sale, flaw)
    }
    // A nonce may be used before the node shows by whom: a refusal proves nothing here.
    return { outcome: pending(row), finished: this.#logged(ledger.lapse(row.id)) }
  }

  async #deliver(sale: Sale, transaction: string): Promise<Landing> {
    const answer = await sale.work(sale.abandoned, sale.row.payer)
    const closing = this.#settled(sale, transaction, answer)
    const finished = this.#logged(this.#parts.ledger.close(sale.row.id, closing))
    return { outcome: sold(sale.row, answer, transaction, false), finished }
  }

  /** Waits for another process that works on the same payment. */
  async #waitForOther(sale: Sale): Promise<Landing> {
    const { ledger, now, settleWaitMs = SETTLE_WAIT_MS } = this.#parts
    const endsAt = now() + settleWaitMs
    while (now() < endsAt && !sale.abandoned.aborted) {
      await sleep(LOOK_MS)
      const row = await ledger.find(sale.row.id)
      const isHeld = row !== undefined && row.leased_until_ms >= now()
      if (!isHeld) return this.sell(sale)
    }
    return landed(pending(sale.row))
  }

  #settled(sale: Sale, transaction: string, answer: Record<string, unknown>): Closing {
    const answerUntilMs = this.#parts.now() + answerKeptMs(sale.row)
    return { state: 'settled', transaction, answer: JSON.stringify(answer), answerUntilMs }
  }

  async #logged(writing: Promise<unknown>): Promise<void> {
    try {
      await writing
    } catch (err) {
      // The sale itself is safe: the chain knows of it, and the settler asks the chain.
      this.#parts.log.error({ err }, 'the ledger could not be written')
    }
  }
}

function landed(outcome: SaleOutcome): Landing {
  return { outcome, finished: Promise.resolve() }
}

function sold(
  row: NewPayment,
  answer: Record<string, unknown>,
  transaction: string,
  replayed: boolean,
): GateOutcome {
  const settlement = receipt(row, { success: true, transaction })
  return { kind: 'sold', answer, settlement, replayed }
}

function pending(row: NewPayment): GateOutcome {
  const settlement = receipt(row, { success: false, errorReason: 'settlement_pending' })
  return { kind: 'pending', settlement, retryAfterSeconds: RETRY_AFTER_S }
}

function receipt(
  { network, payer, units }: NewPayment,
  outcome: { success: boolean; transaction?: string; errorReason?: string },
): Settlement {
  const amount = String(units)
  return { transaction: '', network, payer: payer as `0x${string}`, amount, ...outcome }
}

function parseAnswer(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>
}

/** The refusal of a payment that was made for another call. */
export function paymentConflict(): OperationError {
  return new OperationError('payment_conflict', 'This payment was made for another call.', {
    hint: 'Nothing more was charged. Ask for a new challenge and pay for this call anew.',
  })
}

function unchecked(cause: unknown): OperationError {
  return new OperationError('unavailable', 'Payments cannot be checked at the moment.', {
    hint: 'Nothing was charged. Send the same payment again in a few seconds.',
    cause,
  })
}

function untrusted(): OperationError {
  return new OperationError('rate_limited', 'Too many payments of this payer did not settle.', {
    hint: 'Nothing was charged. Keep enough in the wallet, and try again in an hour.',
    fields: { 'retry-after': HOUR_SECONDS },
  })
}
