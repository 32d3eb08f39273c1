import type { CdpFields } from '../cdp.ts'
import { WINDOW_GROWTHS_MAX_COUNT, WINDOW_MAX_HEIGHT_PX } from '../limits.ts'
import { SCROLLED_SCRIPT, TO_ENDS_SCRIPT, TO_STARTS_SCRIPT } from './page-scripts.ts'
import { metrics } from './page-targets.ts'
import { within } from './page-world.ts'
import type { Rest } from './settle.ts'

/** Milliseconds for one growth to fill, and for a page to say what it listens to. */
const GROWTH_MAX_MS = 3_000
const LISTENERS_MAX_MS = 1_000
/** Characters by which the text grows where a list goes on. */
const ROW_MIN_CHARS = 40

/** A page at rest that may grow. */
export interface Growing {
  window: { width: number; height: number }
  /** Whether lists that have windows of their own grow too. */
  hasLists: boolean
  /** How long it may take. */
  untilMs: number
  isStopped(): boolean
  send(method: string, params: CdpFields): Promise<CdpFields>
  evaluate(script: string, maxMs: number): Promise<unknown>
  /** Lets it come to rest again. */
  settle(untilMs: number): Promise<Rest>
}

/** Lets a page grow until its lists are full; how it is then, and whether it would go on. */
export async function grow(page: Growing, rest: Rest): Promise<{ rest: Rest; isEndless: boolean }> {
  const grown = await growWindow(page, rest)
  const isDone = grown.isEndless || !grown.rest.isAtRest || !page.hasLists
  return isDone ? grown : growLists(page, grown.rest)
}

/** Makes the window as high as the page is; one that has no more is said to be scrolled where the page asks for that. */
async function growWindow(page: Growing, from: Rest) {
  const { window, untilMs, send, evaluate } = page
  let rest = from
  let { height } = window
  let isAsking: boolean | undefined
  for (let count = 0; rest.isAtRest && !page.isStopped(); count += 1) {
    const before = rest.look
    if (!before) break
    const isHigher = before.height > height + 1
    if (!isHigher && !(isAsking ??= await asksForScrolling(page))) break
    const isEndless = count >= WINDOW_GROWTHS_MAX_COUNT || height >= WINDOW_MAX_HEIGHT_PX
    const isLate = performance.now() > untilMs
    if (isEndless || isLate) return { rest, isEndless: isEndless || count > 0 }
    if (isHigher) {
      height = Math.min(before.height, WINDOW_MAX_HEIGHT_PX)
      await send('Emulation.setDeviceMetricsOverride', metrics(window.width, height))
    }
    await evaluate(SCROLLED_SCRIPT, GROWTH_MAX_MS).catch(() => {})
    rest = await restAgain(page, rest)
    // A page that only is long, or as high as its window, has no more than before.
    const moreChars = (rest.look?.chars ?? 0) - before.chars
    if (isHigher ? moreChars === 0 : moreChars <= ROW_MIN_CHARS) break
  }
  return { rest, isEndless: false }
}

/** Shows the ends of lists that have windows of their own, and their beginnings again. */
async function growLists(page: Growing, from: Rest) {
  const { untilMs, evaluate } = page
  let rest = from
  let isEndless = false
  for (let count = 0; rest.isAtRest && !page.isStopped(); count += 1) {
    const isLate = performance.now() > untilMs
    isEndless = count > WINDOW_GROWTHS_MAX_COUNT || (isLate && count > 0)
    if (isEndless || isLate) break
    const isScrolled = await evaluate(TO_ENDS_SCRIPT, GROWTH_MAX_MS).catch(() => false)
    if (isScrolled !== true) break
    const chars = rest.look?.chars ?? 0
    rest = await restAgain(page, rest)
    if ((rest.look?.chars ?? 0) <= chars + ROW_MIN_CHARS) break
  }
  await evaluate(TO_STARTS_SCRIPT, GROWTH_MAX_MS).catch(() => {})
  if (rest.look?.hash === from.look?.hash) return { rest, isEndless }
  return { rest: await restAgain(page, rest), isEndless }
}

async function restAgain({ settle, untilMs }: Growing, rest: Rest): Promise<Rest> {
  const after = await settle(Math.min(untilMs, performance.now() + GROWTH_MAX_MS))
  return after.look ? after : rest
}

/** Whether a script wants to know of the scrolling of the window. */
async function asksForScrolling({ send }: Growing): Promise<boolean> {
  const isListenedTo = async (expression: string): Promise<boolean> => {
    const { result } = await send('Runtime.evaluate', { expression })
    const { objectId } = result as CdpFields
    const { listeners } = await send('DOMDebugger.getEventListeners', { objectId })
    return (listeners as { type: string }[]).some(({ type }) => type === 'scroll')
  }
  const both = Promise.all(['window', 'document'].map(isListenedTo))
  return within(LISTENERS_MAX_MS, both).then(
    (found) => found.includes(true),
    () => false,
  )
}
