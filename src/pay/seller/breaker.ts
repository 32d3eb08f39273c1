import { OperationError } from '../../contract/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts'

/** Why a payment was not settled that was none of its buyer's doing. */
export interface Fault {
  /**
   * Who settles says that it does not (`told`: its quota, our key), gave no answer (`silent`), or gave a reason that is not known
   * (`strange`), which may still be about this one payment.
   */
  kind: 'told' | 'silent' | 'strange'
  reason: string
  /** For how long it asked to be left alone. */
  retryAfterMs?: number | undefined
  payer?: string
}

/** Attempts without an answer, one after another, after which nothing is sold. */
const SILENT_MAX_COUNT = 3

/** Payers of settlements that failed for unknown reasons: one alone may have made a payment that cannot be settled. */
const STRANGE_MAX_PAYERS = 3

/** How long nothing is sold before one call is let through, which doubles each time that call is not settled either. */
const PAUSE_FIRST_MS = 10 * SECOND_MS
const PAUSE_MAX_MS = 5 * MINUTE_MS

/** Longest time for which who settles is left alone, whatever it asks for. */
const LEFT_ALONE_MAX_MS = HOUR_MS

/** Stops selling while payments are not settled, so that no work is done for nothing; one call now and then tries whether they are. */
export class Breaker {
  readonly #now: () => number
  readonly #onChange: (reason: string | undefined) => void
  #state: 'unknown' | 'selling' | 'stopped' = 'unknown'
  #silent = 0
  readonly #strangePayers = new Set<string>()
  #pauseMs = PAUSE_FIRST_MS
  #tryAtMs = 0
  #leftAloneUntilMs = 0
  #isTrying = false

  /** `onChange` hears why nothing is sold any more, and with undefined that payments are settled. */
  constructor(now: () => number, onChange: (reason: string | undefined) => void) {
    this.#now = now
    this.#onChange = onChange
  }

  /** How long who settles still wants to be left alone. */
  get leftAloneMs(): number {
    return Math.max(0, this.#leftAloneUntilMs - this.#now())
  }

  /** Lets a call in, before any work is done for it. Throws `unavailable` while nothing is sold. */
  admit(): void {
    const waitMs = Math.max(
      this.#state === 'stopped' ? this.#tryAtMs - this.#now() : 0,
      this.leftAloneMs,
    )
    if (waitMs > 0) throw notSettled(waitMs)
    if (this.#state !== 'stopped') return
    // The others wait for what becomes of this one; should it come to nothing, another one tries in its place.
    this.#isTrying = true
    this.#tryAtMs = this.#now() + this.#pauseMs
  }

  /** Notes that a payment was settled. */
  settled(): void {
    this.#silent = 0
    this.#strangePayers.clear()
    this.#pauseMs = PAUSE_FIRST_MS
    this.#leftAloneUntilMs = 0
    this.#isTrying = false
    if (this.#state === 'selling') return
    this.#state = 'selling'
    this.#onChange(undefined)
  }

  /** Notes that an attempt to settle failed for no reason of the buyer. */
  failed({ kind, reason, retryAfterMs = 0, payer }: Fault): void {
    const now = this.#now()
    this.#leftAloneUntilMs = Math.max(
      this.#leftAloneUntilMs,
      now + Math.min(retryAfterMs, LEFT_ALONE_MAX_MS),
    )
    if (kind === 'silent') this.#silent += 1
    if (kind === 'strange' && payer !== undefined) this.#strangePayers.add(payer)
    const isEnough =
      kind === 'told' ||
      this.#silent >= SILENT_MAX_COUNT ||
      this.#strangePayers.size >= STRANGE_MAX_PAYERS
    if (this.#state === 'stopped') {
      // Older payments that are tried again say nothing of the next one.
      if (!this.#isTrying) return
      this.#isTrying = false
      this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS)
      this.#tryAtMs = now + this.#pauseMs
    } else if (isEnough) {
      this.#state = 'stopped'
      this.#tryAtMs = now + this.#pauseMs
      this.#onChange(reason)
    }
  }
}

function notSettled(waitMs: number): OperationError {
  return new OperationError('unavailable', 'Payments cannot be settled at the moment.', {
    hint: 'Nothing was charged, and nothing was done. Send the same payment again after that time, or sign a new one then.',
    fields: { 'retry-after': Math.ceil(waitMs / SECOND_MS) },
  })
}
