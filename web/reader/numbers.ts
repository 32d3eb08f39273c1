import { TEXT_MAX_CHARS, numberIn } from './digits.ts'

/** Attributes in which counters say what they will show. */
const PROMISES =
  'data-target data-count data-count-to data-counter data-countup data-count-up data-to data-end data-end-value data-endval data-final data-stop data-max-count data-to-value data-number data-purecounter-end data-num data-total data-value data-val data-counter-value'.split(
    ' ',
  )
/** Attributes among these that hold other things, too. */
const VAGUE: ReadonlySet<string> = new Set(
  'data-value data-val data-number data-num data-total data-to data-end data-target'.split(' '),
)
const COUNTER_NAMES = /count|odometer|stat(?!e|us|ic)|number|figure|metric|kpi|tick/i
/** Milliseconds between two steps of a clock, and how much they differ. */
const SECOND_MS = 1_000
const SECOND_SLACK_MS = 150
const STEPS_MIN_COUNT = 2
/** For how long a number stands that has counted to its end: milliseconds, and times as long as its last step. */
const STILL_MS = 350
const STEP_TIMES = 3
const STEP_MAX_MS = 2_000
/** Digits of a number that is not one of thousands or millions. */
const DIGITS_OF_UNITS = 3

interface Running {
  value: number
  sinceMs: number
  gapMs: number
  /** How often it has changed in one direction. */
  steps: number
  isUp: boolean
}

const numbers = new WeakMap<Element, Running>()

/** Numbers of a page that change as counters do: where they are, and when. */
export interface RunningNumbers {
  /** Milliseconds since one changed; -1 where none does. */
  ageMs: number
  /** Milliseconds between its last two changes. */
  gapMs: number
  /** The page does not say of one what it will be. */
  isOpen: boolean
  /** A number stands at none, as it does before it begins to count. */
  hasZero: boolean
}

/** Notes the number of an element, and what it has become since the look before. */
export function noteNumber(
  element: Element,
  value: number,
  nowMs: number,
  all: RunningNumbers,
): void {
  const before = numbers.get(element)
  if (!before) {
    numbers.set(element, { value, sinceMs: nowMs, gapMs: 0, steps: 0, isUp: true })
    return
  }
  if (before.value !== value) {
    const isUp = value > before.value
    const gapMs = nowMs - before.sinceMs
    const isTick =
      Math.abs(value - before.value) === 1 && Math.abs(gapMs - SECOND_MS) < SECOND_SLACK_MS
    const steps = isTick || (before.steps > 0 && isUp !== before.isUp) ? 0 : before.steps + 1
    Object.assign(before, { value, sinceMs: nowMs, gapMs, steps, isUp })
  }
  if (before.steps < STEPS_MIN_COUNT) return
  const ageMs = nowMs - before.sinceMs
  all.isOpen ||= promisedNumber(element) === undefined
  if (all.ageMs < 0 || ageMs < all.ageMs) {
    all.ageMs = ageMs
    all.gapMs = before.gapMs
  }
}

/** Whether a number that changed lately will do so again. */
function isRunning({ sinceMs, gapMs, steps }: Running, nowMs: number): boolean {
  return (
    steps > 0 && nowMs - sinceMs < Math.max(STILL_MS, Math.min(STEP_MAX_MS, gapMs * STEP_TIMES))
  )
}

/** What the markup says that the number of an element will be, where it says so. */
export function promisedNumber(element: Element): string | undefined {
  const holders = [element, element.parentElement, element.firstElementChild]
  for (const holder of holders) {
    if (!holder || (holder !== element && holder.textContent.trim().length > TEXT_MAX_CHARS))
      continue
    const names = `${holder.className} ${holder.id}`
    for (const name of PROMISES) {
      const given = holder.getAttribute(name)?.trim()
      if (given === undefined || !/^\d[\d,]*(?:\.\d+)?$/.test(given)) continue
      if (!VAGUE.has(name) || COUNTER_NAMES.test(names)) return given.replaceAll(',', '')
    }
  }
  return undefined
}

/** Whether an element has not yet, or not to the end, counted to what its markup promises. */
export function isUncounted(element: Element, shown: number): boolean {
  const promised = promisedNumber(element)
  if (promised === undefined) return false
  const end = numberIn(promised)
  if (end === undefined || end === shown) return false
  const isOfThousands = /\p{Nd}\s?[kmb](?![a-z])/iu.test(element.textContent)
  if (isOfThousands && promised.length > DIGITS_OF_UNITS) return false
  const running = numbers.get(element)
  return shown === 0 || (running !== undefined && isRunning(running, performance.now()))
}

/** What a text will be when its number has counted to the end, where its page says so. */
export function finalText({ data, parentElement: element }: Text): string | undefined {
  const shown = element ? numberIn(element.textContent.trim()) : undefined
  if (!element || shown === undefined || !isUncounted(element, shown)) return undefined
  const promised = promisedNumber(element)
  return promised === undefined
    ? undefined
    : data.replace(/\p{Nd}[\p{Nd}.,'\u00a0\u202f]*/u, promised)
}
