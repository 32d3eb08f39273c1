import { setTimeout as delay } from 'node:timers/promises'
import { COUNTED_MAX_MS, QUIET_MS, STEADY_MS } from '../limits.ts'
import type { Seen } from './page-scripts.ts'
import type { PageTraffic } from './page-traffic.ts'
import type { Pending } from './pending-script.ts'
import type { Stops } from './stops.ts'

/** Milliseconds between two looks at a page, and how often as long as a look took they are at least. */
const LOOK_EVERY_MS = 80
const LOOK_MIN_TIMES = 1

/** What of a text may change without that counting. */
const STEADY_CHARS = 16
const STEADY_SHARE = 0.02

/** Characters of text from which a page may have come to rest although it goes on asking. */
const STEADY_MIN_CHARS = 60

/** Milliseconds for which the words of such a page stand; only for so long after its size does. */
const WORDS_QUIET_MS = 600
const WORDS_STEADY_MS = 3_000

/** Milliseconds for which the text of a page stands until its sockets, streams of events and workers, which have said nothing, are no more waited for. */
const SILENT_MAX_MS = 2_500

/** Milliseconds without an answer after which a page is not waited for: it will not come to rest by itself. */
const UNANSWERED_MAX_MS = 6_000

/** Milliseconds for a number that stands at none to begin to count. */
const COUNT_BEGIN_MAX_MS = 1_500

/** How many times as long as its last step a number that counts has stood when it has ended. */
const STEP_TIMES = 3
const STEP_MAX_MS = 2_000

/** Milliseconds after its last step for which a number counts while something on the page still moves. */
const COUNTED_AGE_MAX_MS = 3_500

/** A look at a page. */
export interface Look extends Seen {
  /** What its scripts wait for; absent where that was not asked. */
  pending?: Pending | undefined
}

/** What tells that a page is at rest. */
export interface Settling {
  stops: Stops
  traffic: PageTraffic
  isReady(): boolean
  /** Undefined where the page does not answer. */
  look(): Promise<Look | undefined>
}

/** How a page was when the waiting ended. */
export interface Rest {
  /** Undefined where the page never answered. */
  look: Look | undefined
  /** Whether nothing changes any more; else the time was over, or it was stopped. */
  isAtRest: boolean
  /** Whether it shows what stands for what is still to come, or a number that still counts. */
  isUnfinished: boolean
}

/** How long to wait, and by which clock. */
export interface SettleTimes {
  untilMs: number
  /** Whether a page that says that more is to come is waited for: not where a caller says what to wait for. */
  isPatient?: boolean
  sleep?: (ms: number) => Promise<unknown>
}

/**
 * Waits until a page is at rest, as somebody who looks at it would say: its document is there, no answer is awaited, and nothing that is
 * seen has changed for a moment; or its words stay though something moves on. A short page that says that more is to come, or waits for
 * it, is not at rest.
 */
export async function settle(
  { stops, traffic, isReady, look }: Settling,
  { untilMs, isPatient = true, sleep = delay }: SettleTimes,
): Promise<Rest> {
  const changes = new Changes(performance.now())
  let last: Look | undefined
  let answers = false
  let answeredMs = performance.now()
  let tookMs = 0
  while (stops.reason === undefined && performance.now() < untilMs) {
    await Promise.race([sleep(Math.max(LOOK_EVERY_MS, tookMs * LOOK_MIN_TIMES)), stops.stopped])
    const beganMs = performance.now()
    const seen = await Promise.race([look(), stops.stopped.then(() => undefined)])
    answers = seen !== undefined
    if (!seen && performance.now() - answeredMs > UNANSWERED_MAX_MS) break
    if (!seen) continue
    last = seen
    const nowMs = performance.now()
    answeredMs = nowMs
    tookMs = nowMs - beganMs
    changes.note(seen, nowMs)
    const standsMs = changes.standsMs(nowMs)
    if (!isReady() || (isPatient && expectsMore(seen, traffic, standsMs))) continue
    if (isCounting(seen, standsMs)) continue
    // What moves all the time is not waited for, as numbers that count are not.
    if (seen.isMoving && standsMs < COUNTED_MAX_MS) continue
    const isStill = changes.stillMs(nowMs) >= QUIET_MS
    const isQuiet = isStill && traffic.quietMs(nowMs) >= QUIET_MS
    if (isQuiet || (changes.isSteady(nowMs) && !traffic.isAwaiting(nowMs))) {
      return { look: seen, isAtRest: true, isUnfinished: isUnfinished(seen, traffic) }
    }
  }
  const isStill = answers && isReady() && changes.stillMs(performance.now()) >= QUIET_MS
  const isEmpty = last?.size === 'bare' && expectsMore(last, traffic, 0)
  return {
    look: last,
    isAtRest: last !== undefined && isStill,
    isUnfinished: last !== undefined && (isEmpty || isUnfinished(last, traffic)),
  }
}

/**
 * Whether a page is short and says, or shows by what its scripts wait for, that more is to come. Its text has stood for `standsMs`: one
 * of some length is not waited for because of what stays silent, as sockets for messages to come do.
 */
function expectsMore(look: Look, traffic: PageTraffic, standsMs: number): boolean {
  const { size, pending } = look
  if (size === 'long') return false
  if (isPlaceholder(look, traffic) || traffic.isAsking) return true
  const isListening = traffic.isListening || (pending?.silentWorkers ?? 0) > 0
  if (isListening && (size === 'bare' || standsMs < SILENT_MAX_MS)) return true
  return (pending?.timersMs ?? 0) > 0
}

/** Whether what a short page shows stands for what is still to come; without scripts all is there, whatever it says. */
function isPlaceholder({ size, sign, mayChange, pending }: Look, traffic: PageTraffic): boolean {
  if (size === 'long' || sign === '' || sign === 'counter') return false
  return sign === 'redirect' || mayChange || traffic.hasScripts || pending?.hasRun !== false
}

function isUnfinished(look: Look, traffic: PageTraffic): boolean {
  return isPlaceholder(look, traffic) || (look.numbers.isOpen && isCounting(look, 0))
}

/** Whether a number counts, or has not begun to although it may; not for long after the text of the page has come, `standsMs` ago. */
function isCounting({ numbers, sign, pending }: Look, standsMs: number): boolean {
  const { ageMs, gapMs, hasZero } = numbers
  const isActive = pending !== undefined && (pending.isTicking || pending.timersMs > 0)
  if (ageMs < 0) {
    const mayBegin = isActive && (hasZero || sign === 'counter')
    return mayBegin && standsMs < COUNT_BEGIN_MAX_MS
  }
  if (standsMs > COUNTED_MAX_MS) return false
  return (
    ageMs < Math.max(QUIET_MS, Math.min(STEP_MAX_MS, gapMs * STEP_TIMES)) ||
    (isActive && ageMs < COUNTED_AGE_MAX_MS)
  )
}

/** Since when a page is as it is. */
class Changes {
  #key = ''
  #keySinceMs: number
  #words: number | undefined
  #wordsSinceMs: number
  #chars = -Infinity
  #charsSinceMs: number

  constructor(nowMs: number) {
    this.#keySinceMs = nowMs
    this.#wordsSinceMs = nowMs
    this.#charsSinceMs = nowMs
  }

  note({ hash, wordsHash, chars, elements }: Look, nowMs: number): void {
    const key = `${hash} ${chars} ${elements}`
    if (key !== this.#key) {
      this.#key = key
      this.#keySinceMs = nowMs
    }
    if (wordsHash !== this.#words) {
      this.#words = wordsHash
      this.#wordsSinceMs = nowMs
    }
    if (Math.abs(chars - this.#chars) > STEADY_CHARS + this.#chars * STEADY_SHARE) {
      this.#chars = chars
      this.#charsSinceMs = nowMs
    }
  }

  /** Milliseconds since anything changed. */
  stillMs(nowMs: number): number {
    return nowMs - this.#keySinceMs
  }

  /** Milliseconds since the text grew or shrank. */
  standsMs(nowMs: number): number {
    return nowMs - this.#charsSinceMs
  }

  /** Whether the main text stands, whatever else changes. */
  isSteady(nowMs: number): boolean {
    const standsMs = this.standsMs(nowMs)
    if (this.#chars <= STEADY_MIN_CHARS || standsMs < STEADY_MS) return false
    return nowMs - this.#wordsSinceMs >= WORDS_QUIET_MS || standsMs >= WORDS_STEADY_MS
  }
}
