import type { CdpFields } from '../cdp.ts'
import { TO_STARTS_SCRIPT, toEndsScript } from './page-scripts.ts'
import { type PageWorld, within } from './page-world.ts'
import type { Look, Rest } from './settle.ts'

const SCRIPT_MAX_MS = 1_000

/** Characters by which the text grows where a list goes on. */
const ROW_MIN_CHARS = 40

/** A page whose lists are scrolled. */
export interface Scrolling {
  world: PageWorld
  sessionId: string
  frameId: string
  /** The page at rest. */
  rest: Rest
  /** Whether all of it is in its window, where nobody can scroll it. */
  isShort: boolean
  send(method: string, params: CdpFields): Promise<CdpFields>
  /** Waits until what was scrolled to is there. */
  settle(): Promise<Rest>
}

/** Scrolls the lists of a page to their end once, as they may go on only then; how it is after that, and whether one does. */
export async function scrollLists(page: Scrolling): Promise<{ rest: Rest; goOn: boolean }> {
  const { world, sessionId, frameId, rest, settle } = page
  const run = async (script: string) => world.evaluate(sessionId, frameId, script, SCRIPT_MAX_MS)
  const isAsking = page.isShort && (await asksForScrolling(page))
  const isScrolled = await run(toEndsScript(isAsking)).catch(() => false)
  if (isScrolled !== true) return { rest, goOn: false }
  const after = await settle()
  await run(TO_STARTS_SCRIPT).catch(() => {})
  const isChanged = after.look?.hash !== rest.look?.hash
  const back = isChanged ? await settle() : after
  return { rest: back.look ? back : rest, goOn: grew(rest.look, after.look) }
}

function grew(before: Look | undefined, after: Look | undefined): boolean {
  return (after?.chars ?? 0) > (before?.chars ?? 0) + ROW_MIN_CHARS
}

/** Whether a script wants to know of the scrolling of the window. */
async function asksForScrolling({ send }: Scrolling): Promise<boolean> {
  const isListenedTo = async (expression: string): Promise<boolean> => {
    const { result } = await send('Runtime.evaluate', { expression })
    const { objectId } = result as CdpFields
    const { listeners } = await send('DOMDebugger.getEventListeners', { objectId })
    return (listeners as { type: string }[]).some(({ type }) => type === 'scroll')
  }
  const both = Promise.all(['window', 'document'].map(isListenedTo))
  return within(SCRIPT_MAX_MS, both).then(
    (found) => found.includes(true),
    () => false,
  )
}
