import type { CdpFields } from '../cdp.ts'
import { WINDOW_GROWTHS_MAX_COUNT, WINDOW_MAX_HEIGHT_PX } from '../limits.ts'
import { SCROLL_LISTS_SCRIPT, SCROLLED_SCRIPT } from './page-scripts.ts'
import { metrics } from './page-targets.ts'
import type { Rest } from './settle.ts'

/** Milliseconds for one growth to fill. */
const GROWTH_MAX_MS = 3_000

/** A page at rest that may grow. */
export interface Growing {
  window: { width: number; height: number }
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
  return grown.isEndless || !grown.rest.isAtRest ? grown : growLists(page, grown.rest)
}

/** Makes the window as high as the page is. */
async function growWindow(page: Growing, from: Rest) {
  const { window, untilMs, send, evaluate } = page
  let rest = from
  let { height } = window
  for (let count = 0; rest.isAtRest && !page.isStopped(); count += 1) {
    const before = rest.look
    if (!before || before.height <= height + 1) break
    const isEndless = count >= WINDOW_GROWTHS_MAX_COUNT || height >= WINDOW_MAX_HEIGHT_PX
    if (isEndless || performance.now() > untilMs) return { rest, isEndless }
    height = Math.min(before.height, WINDOW_MAX_HEIGHT_PX)
    await send('Emulation.setDeviceMetricsOverride', metrics(window.width, height))
    await evaluate(SCROLLED_SCRIPT, GROWTH_MAX_MS).catch(() => {})
    const after = await page.settle(Math.min(untilMs, performance.now() + GROWTH_MAX_MS))
    if (after.look) rest = after
    // A page that only is long, or as high as its window, has no more than before.
    if (rest.look?.chars === before.chars) break
  }
  return { rest, isEndless: false }
}

/** Shows the ends of lists that have windows of their own. */
async function growLists(page: Growing, from: Rest) {
  const { untilMs, evaluate } = page
  let rest = from
  let rows = 0
  for (let count = 0; rest.isAtRest && !page.isStopped(); count += 1) {
    const now = Number(await evaluate(SCROLL_LISTS_SCRIPT, GROWTH_MAX_MS).catch(() => 0))
    if (now <= rows || performance.now() > untilMs) break
    if (count > WINDOW_GROWTHS_MAX_COUNT) return { rest, isEndless: true }
    rows = now
    const after = await page.settle(Math.min(untilMs, performance.now() + GROWTH_MAX_MS))
    if (after.look) rest = after
  }
  return { rest, isEndless: false }
}
