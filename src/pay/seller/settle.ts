import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { isExpired, type SettlementVerifier, type Verdict } from '../chain/settlement-verifier.ts'
import type { Payment, Settlement } from '../protocol/messages.ts'
import type { Facilitator } from './facilitator.ts'
import type { LedgerRow } from './ledger.ts'

/** The outcome of settlement attempts: `unknown` may still become either of the others. */
export type SettleOutcome =
  | { state: 'settled'; transaction: string }
  | { state: 'refused'; reason: string }
  | { state: 'unknown' }

/** Dependencies of settling. */
export interface SettleParts {
  facilitator: Facilitator
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

/** Reasons that say that the outcome is not known. */
const OPEN = /pending|transaction_failed|already_used|unexpected|timeout/

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/** Stands in for the reason of an attempt that was not answered. */
const NO_ANSWER = 'no_answer'

/**
 * Settles until the outcome is known or the time is over. A settlement that was refused once another
 * attempt may have reached the chain proves nothing: only the chain can say, or the end of the
 * authorization's life.
 */
export async function settleUntilKnown(
  row: Pick<LedgerRow, 'id' | 'payment' | 'doubtful' | 'valid_before_ms' | 'created_ms'>,
  { facilitator, verifier, log, now, onDoubt, stop }: SettleParts,
  waitMaxMs: number,
): Promise<SettleOutcome> {
  const payment = JSON.parse(row.payment) as Payment
  const endsAt = now() + waitMaxMs
  let isDoubtful = row.doubtful === 1
  let pauseMs = PAUSE_FIRST_MS
  for (let attempt = 1; ; attempt++) {
    const answer = await attemptToSettle(facilitator, payment, log)
    if (answer?.success && TRANSACTION_HASH.test(answer.transaction)) {
      return { state: 'settled', transaction: answer.transaction }
    }
    // A success without a transaction proves nothing.
    const reason = answer && !answer.success ? reasonOf(answer) : NO_ANSWER
    const verdict = await verifySettlement(verifier, row, payment, log)
    if (verdict?.outcome === 'paid') return { state: 'settled', transaction: verdict.transaction }
    if (verdict?.outcome === 'void') return { state: 'refused', reason: 'authorization_void' }
    if (isOpen(reason) && !isDoubtful) {
      isDoubtful = true
      await onDoubt(row.id)
    }
    const isBelieved = CONCLUSIVE.test(reason) || attempt >= UNFAMILIAR_MAX_ATTEMPTS
    if (isBelieved && !isDoubtful) return { state: 'refused', reason }
    if (verdict && isExpired(verdict, row.valid_before_ms)) {
      return { state: 'refused', reason: 'authorization_expired' }
    }
    if (now() >= endsAt || stop?.aborted) return { state: 'unknown' }
    const pause = Math.min(pauseMs, Math.max(1, endsAt - now()))
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

async function attemptToSettle(
  facilitator: Facilitator,
  payment: Payment,
  log: Log,
): Promise<Settlement | undefined> {
  try {
    return await facilitator.settle(payment, payment.accepted)
  } catch (err) {
    log.warn({ err }, 'a settlement was not answered')
    return undefined
  }
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
    })
  } catch (err) {
    log.warn({ err }, 'the chain cannot be read')
    return undefined
  }
}
