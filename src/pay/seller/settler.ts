import { setInterval as everyInterval } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { answerKeptMs } from '../limits.ts'
import type { Payment } from '../protocol/messages.ts'
import { LEASE_MS, type Ledger, type LedgerRow } from './ledger.ts'
import { verifySettlement, settleUntilKnown, type SettleParts } from './settle.ts'

/** Pause between two rounds over the ledger, to renew leases and take over rows. */
const ROUND_MS = 1_000

/** Rows that one round takes. */
const ROUND_MAX_ROWS = 20

/** How long one round tries to settle one payment. */
const ROUND_SETTLE_MAX_MS = 10_000

/** Rows whose outcome stays open are left alone for this long. */
const OPEN_PAUSE_MS = 5_000

/** Rounds between two clean-ups. */
const FORGET_EVERY_ROUNDS = 40

/** Dependencies of the background settler. */
export interface SettlerParts extends Omit<SettleParts, 'onDoubt'> {
  ledger: Ledger
  /** Renews the leases of the gate's payments in progress. */
  keepAlive(): Promise<void>
}

/**
 * Renews the leases of this process, and finishes payments left by dead processes: after a crash, the money is still collected
 * and the buyer still gets the result. Resolves when the signal aborts.
 */
export async function runSettler(parts: SettlerParts, stop: AbortSignal): Promise<void> {
  const { ledger, keepAlive, log } = parts
  let round = 0
  // Concurrently: a round may wait for a settlement longer than a lease lasts.
  await Promise.all([
    repeat(keepAlive, stop, log),
    repeat(
      async () => {
        const rows = await ledger.abandoned(ROUND_MAX_ROWS)
        await Promise.all(rows.map(async (row) => end(row, { ...parts, stop })))
        if (round++ % FORGET_EVERY_ROUNDS === 0) await ledger.forgetAnswers()
      },
      stop,
      log,
    ),
  ])
}

/** Runs something every `ROUND_MS`, even after failures, until the signal aborts. */
async function repeat(step: () => Promise<void>, stop: AbortSignal, log: Log): Promise<void> {
  try {
    for await (const _ of everyInterval(ROUND_MS, undefined, { signal: stop, ref: false })) {
      try {
        await step()
      } catch (err) {
        log.warn({ err }, 'the settler could not use the ledger')
      }
    }
  } catch (thrown) {
    if (!stop.aborted) throw thrown
  }
}

async function end(row: LedgerRow, parts: SettlerParts): Promise<void> {
  const { ledger } = parts
  if (!(await ledger.takeOver(row.id))) return
  const doubtful = { ...row, doubtful: 1 }
  await (row.state === 'settling' ? endSettling(doubtful, parts) : endWorking(doubtful, parts))
}

async function endSettling(row: LedgerRow, parts: SettlerParts): Promise<void> {
  const { ledger, now, log } = parts
  const renewing = setInterval(() => {
    ledger.renew([row.id]).catch((err: unknown) => log.warn({ err }, 'a lease was not renewed'))
  }, LEASE_MS / 3)
  try {
    const settling = { ...parts, onDoubt: async () => {} }
    const outcome = await settleUntilKnown(row, settling, ROUND_SETTLE_MAX_MS)
    if (outcome.state === 'unknown') return await ledger.lapse(row.id, OPEN_PAUSE_MS)
    log.info({ operation: row.operation, outcome: outcome.state }, 'an open payment was ended')
    if (outcome.state === 'refused') return await ledger.close(row.id, outcome)
    const { transaction } = outcome
    const answerUntilMs = now() + answerKeptMs(row)
    return await ledger.close(row.id, {
      state: 'settled',
      transaction,
      answer: row.answer,
      answerUntilMs,
    })
  } finally {
    clearInterval(renewing)
  }
}

/** Ends a sale whose process died at work: there is no result yet, and perhaps no charge. */
async function endWorking(row: LedgerRow, { ledger, verifier, log }: SettlerParts): Promise<void> {
  const verdict = await verifySettlement(verifier, row, JSON.parse(row.payment) as Payment, log)
  if (verdict?.outcome === 'paid') {
    const { transaction } = verdict
    return ledger.close(row.id, {
      state: 'settled',
      transaction,
      answer: null,
      answerUntilMs: null,
    })
  }
  if (verdict && verdict.outcome !== 'open') return ledger.release(row.id)
  return ledger.lapse(row.id, OPEN_PAUSE_MS)
}
