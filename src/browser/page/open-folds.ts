import { openScript, TO_START_SCRIPT } from './page-scripts.ts'
import type { PageTargets } from './page-targets.ts'
import type { PageWorld } from './page-world.ts'

/** How often something is opened on a page, and milliseconds for each time. */
const ROUNDS_MAX_COUNT = 14
const ROUND_MAX_MS = 3_000
const ROUND_MIN_MS = 200
const BACK_MAX_MS = 1_000

/** A page that is to be opened. */
export interface Opening {
  world: PageWorld
  targets: PageTargets
  targetId: string
  untilMs: number
  /** Waits until what was opened is there. */
  settle(): Promise<unknown>
}

/** Opens what only shows more of a page, and scrolls its lists through; no form is sent, and the page stays where it is. */
export async function openFolds(opening: Opening): Promise<void> {
  const { world, targets, targetId, untilMs, settle } = opening
  const run = async (script: string, maxMs: number) =>
    world.evaluate(targets.sessionId, targetId, script, maxMs).catch(() => false)
  targets.isFrozen = true
  for (let round = 0; round < ROUNDS_MAX_COUNT; round += 1) {
    const leftMs = Math.min(ROUND_MAX_MS, untilMs - performance.now() - BACK_MAX_MS)
    if (leftMs < ROUND_MIN_MS) break
    const did = await run(openScript(leftMs * 0.8), leftMs)
    await settle()
    if (did !== true) break
  }
  await run(TO_START_SCRIPT, BACK_MAX_MS)
}
