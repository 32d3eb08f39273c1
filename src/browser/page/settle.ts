import { setTimeout as delay } from 'node:timers/promises'
import { QUIET_MS, STEADY_MS } from '../limits.ts'
import type { PageTraffic } from './page-traffic.ts'
import type { Stops } from './stops.ts'

/** Milliseconds between two looks at a page. */
const LOOK_EVERY_MS = 80

/** What of a text may change without that counting. */
const STEADY_CHARS = 16
const STEADY_SHARE = 0.02

/** Characters of text from which a page may have come to rest although it goes on asking. */
const STEADY_MIN_CHARS = 60

/** A look at a document: characters of text, elements, height in pixels. */
export type Look = readonly [chars: number, elements: number, height: number]

/** What tells that a page is at rest. */
export interface Settling {
  stops: Stops
  traffic: PageTraffic
  isReady(): boolean
  /** Undefined where the page does not answer. */
  look(): Promise<Look | undefined>
}

/**
 * Waits until a page is at rest: its document is there, no answer is awaited and nothing has changed for a moment; or its text hardly
 * changes for longer than that. Returns the last look; undefined when the time was over or the page was stopped before.
 */
export async function settle(
  { stops, traffic, isReady, look }: Settling,
  untilMs: number,
  sleep: (ms: number) => Promise<unknown> = delay,
): Promise<Look | undefined> {
  let key = ''
  let keySinceMs = performance.now()
  let size = -Infinity
  let sizeSinceMs = keySinceMs
  while (stops.reason === undefined && performance.now() < untilMs) {
    await Promise.race([sleep(LOOK_EVERY_MS), stops.stopped])
    const seen = await Promise.race([look(), stops.stopped.then(() => undefined)])
    if (!seen) continue
    const nowMs = performance.now()
    const [chars, elements] = seen
    if (`${chars} ${elements}` !== key) {
      key = `${chars} ${elements}`
      keySinceMs = nowMs
    }
    if (Math.abs(chars - size) > STEADY_CHARS + size * STEADY_SHARE) {
      size = chars
      sizeSinceMs = nowMs
    }
    if (!isReady()) continue
    if (nowMs - keySinceMs >= QUIET_MS && traffic.quietMs(nowMs) >= QUIET_MS) return seen
    const isSteady = size > STEADY_MIN_CHARS && nowMs - sizeSinceMs >= STEADY_MS
    if (isSteady && !traffic.isAwaiting(nowMs)) return seen
  }
  return undefined
}
