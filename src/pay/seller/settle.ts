import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import type { SettlementVerifier, Verdict } from '../chain/settlement-verifier.ts'
import type { Payment, Settlement } from '../protocol/messages.ts'
import type { Breaker, Fault } from './breaker.ts'
import { type Facilitator, FacilitatorFailure } from './facilitator.ts'
import type { LedgerRow } from './ledger.ts'

/** The outcome of settlement attempts: `unknown` may still become either of the others. */
export type SettleOutcome =
  | { state: 'settled'; transaction: string }
  | { state: 'refused'; reason: string }
  | { state: 'unknown' }

/** Dependencies of settling. */
export interface SettleParts {
  facilitator: Facilitator
  /** Hears how settlements go, and says when they are to be left for later. */
  breaker: Breaker
  verifier: SettlementVerifier
  log: Log
  now(): number
  /** Called once when an attempt leaves the outcome in doubt. */
  onDoubt(id: string): Promise<void>
  /** Ends the attempts early, with an unknown outcome. */
  stop?: AbortSignal
}

/** Bounds of the growing pause between two attempts. */
const PAUSE_FIRST_MS = 200
const PAUSE_MAX_MS = 4_000

/** Attempts after which a refusal with an unknown reason is accepted. */
const UNFAMILIAR_MAX_ATTEMPTS = 3

/** Reasons for which nothing was sent to the chain, and nothing will be. */
const CONCLUSIVE =
  /insufficient_(balance|funds)|signature|valid_(before|after)|_mismatch|expired|not_our_payee|simulation_failed|invalid_(scheme|network|payload)|unsupported|cancel/

/** Reasons that say what became of a payment on the chain, which is up to its payer as well. */
const OF_THE_CHAIN = /pending|transaction_failed|already_used/

/** Reasons that say that the outcome is not known. */
const OPEN = new RegExp(`${OF_THE_CHAIN.source}|unexpected|timeout`)

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/** Reasons that are about the seller's own account with the facilitator, or about the facilitator itself. */
const OURS =
  /quota|rate_?limit|too_?many|billing|credits|unauthori|forbidden|unavailable|internal_?(server_?)?error/

/** Stati by which a facilitator says that it serves this seller no more, or not now. */
const TURNED_AWAY = new Set([401, 402, 403, 429])

/** Stands in for the reason of an attempt that was not answered. */
const NO_ANSWER = 'no_answer'

/**
 * Settles until the outcome is known or the time is over. A settlement that was refused once another
 * attempt may have reached the chain proves nothing: only the chain can say, or the end of the
 * authorization's life.
 */
export async function settleUntilKnown(
  row: Pick<LedgerRow, 'id' | 'payment' | 'doubtful' | 'created_ms'>,
  { facilitator, breaker, verifier, log, now, onDoubt, stop }: SettleParts,
  waitMaxMs: number,
): Promise<SettleOutcome> {
  const payment = JSON.parse(row.payment) as Payment
  const endsAt = now() + waitMaxMs
  let isDoubtful = row.doubtful === 1
  let pauseMs = PAUSE_FIRST_MS
  let attempts = 0
  for (;;) {
    // Nothing is sent while the facilitator wants to be left alone: the chain alone is asked.
    const reason =
      breaker.leftAloneMs > 0
        ? undefined
        : await attemptToSettle(facilitator, payment, breaker, log)
    if (typeof reason === 'object') return { state: 'settled', transaction: reason.transaction }
    const verdict = await verifySettlement(verifier, row, payment, log)
    if (verdict?.outcome === 'paid') {
      breaker.settled()
      return { state: 'settled', transaction: verdict.transaction }
    }
    if (verdict?.outcome === 'void') return { state: 'refused', reason: 'authorization_void' }
    if (reason !== undefined) {
      attempts += 1
      if (isOpen(reason) && !isDoubtful) {
        isDoubtful = true
        await onDoubt(row.id)
      }
      const isBelieved = CONCLUSIVE.test(reason) || attempts >= UNFAMILIAR_MAX_ATTEMPTS
      if (isBelieved && !isDoubtful) return { state: 'refused', reason }
    }
    if (verdict?.outcome === 'expired') {
      return { state: 'refused', reason: 'authorization_expired' }
    }
    if (now() >= endsAt || stop?.aborted) return { state: 'unknown' }
    const longest = Math.max(pauseMs, breaker.leftAloneMs)
    const pause = Math.min(longest, Math.max(1, endsAt - now()))
    await sleep(pause, undefined, stop ? { signal: stop } : {}).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 1.5, PAUSE_MAX_MS)
  }
}

/** A refusal without a reason; one that names a transaction has sent something. */
function reasonOf({ errorReason, transaction }: Settlement): string {
  return errorReason ?? (transaction === '' ? 'refused' : 'pending')
}

/** Whether a reason leaves open what happens on the chain. */
function isOpen(reason: string): boolean {
  return reason === NO_ANSWER || (OPEN.test(reason) && !CONCLUSIVE.test(reason))
}

/** One attempt: its transaction, or the reason why there is none. */
async function attemptToSettle(
  facilitator: Facilitator,
  payment: Payment,
  breaker: Breaker,
  log: Log,
): Promise<{ transaction: string } | string> {
  try {
    const answer = await facilitator.settle(payment, payment.accepted)
    const { success, transaction } = answer
    if (success && TRANSACTION_HASH.test(transaction)) {
      breaker.settled()
      return { transaction }
    }
    // A success without a transaction proves nothing.
    const reason = success ? NO_ANSWER : reasonOf(answer)
    const fault = faultOf(reason, payment)
    if (fault) breaker.failed(fault)
    return reason
  } catch (err) {
    log.warn({ err }, 'a settlement was not answered')
    breaker.failed(faultOfFailure(err))
    return NO_ANSWER
  }
}

/** What a reason says of the facilitator; undefined for one that is about this payment. */
function faultOf(reason: string, { payload }: Payment): Fault | undefined {
  if (reason === NO_ANSWER) return { kind: 'silent', reason }
  if (CONCLUSIVE.test(reason)) return undefined
  if (OURS.test(reason)) return { kind: 'told', reason }
  if (OF_THE_CHAIN.test(reason)) return undefined
  return { kind: 'strange', reason, payer: payload.authorization.from.toLowerCase() }
}

/** What a failure to answer says of the facilitator. */
export function faultOfFailure(thrown: unknown): Fault {
  if (!(thrown instanceof FacilitatorFailure)) return { kind: 'silent', reason: NO_ANSWER }
  const { status, retryAfterMs } = thrown
  const isTold = TURNED_AWAY.has(status) || retryAfterMs !== undefined
  return { kind: isTold ? 'told' : 'silent', reason: `status ${status}`, retryAfterMs }
}

/** Reads the state of a ledger payment from the chain; undefined when the chain cannot be read. */
export async function verifySettlement(
  verifier: SettlementVerifier,
  row: Pick<LedgerRow, 'created_ms'>,
  { accepted, payload: { authorization } }: Payment,
  log: Log,
): Promise<Verdict | undefined> {
  try {
    return await verifier({
      asset: accepted.asset,
      from: authorization.from,
      to: accepted.payTo,
      units: Number(accepted.amount),
      nonce: authorization.nonce,
      sinceMs: row.created_ms,
      untilMs: Number(authorization.validBefore) * 1_000,
    })
  } catch (err) {
    log.warn({ err }, 'the chain cannot be read')
    return undefined
  }
}
