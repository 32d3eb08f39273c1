import type { CdpFields } from '../cdp.ts'
import { FRAME_MIN_PX } from '../limits.ts'
import { frameLookScript, LOOK_SCRIPT, type Seen } from './page-scripts.ts'
import type { PageTargets } from './page-targets.ts'
import { type PageWorld, within } from './page-world.ts'
import { askPendingScript, type Pending, readPending } from './pending-script.ts'
import type { Look } from './settle.ts'

/** Milliseconds for a page to answer a look, and to say what its scripts wait for. */
const LOOK_MAX_MS = 1_500
const PENDING_MAX_MS = 300

/** Frames of a short page that are looked at. */
const FRAMES_MAX_COUNT = 3

const SIZES: readonly Seen['size'][] = ['bare', 'short', 'long']

/** A page that is looked at. */
export interface LookedAt {
  world: PageWorld
  targets: PageTargets
  targetId: string
  send(method: string, params?: CdpFields): Promise<CdpFields>
}

/** Looks at a page, and at its large frames where it has few words of its own. Undefined where it does not answer. */
export async function lookAt({
  world,
  targets,
  targetId,
  send,
}: LookedAt): Promise<Look | undefined> {
  const { sessionId, frames, pendingName } = targets
  try {
    const main = (await world.evaluate(sessionId, targetId, LOOK_SCRIPT, LOOK_MAX_MS)) as Seen
    if (main.size === 'long' && !mayCount(main)) return main
    const seen = main.size === 'long' ? main : await withFrames(main, world, frames)
    const pending = await askPending(send, pendingName)
    return { ...seen, pending }
  } catch {
    return undefined
  }
}

function mayCount({ numbers, sign }: Seen): boolean {
  return numbers.ageMs >= 0 || numbers.hasZero || sign === 'counter'
}

async function withFrames(
  main: Seen,
  world: PageWorld,
  frames: PageTargets['frames'],
): Promise<Seen> {
  const script = frameLookScript(FRAME_MIN_PX)
  const looks = frames.slice(0, FRAMES_MAX_COUNT).map(async ({ sessionId, frameId }) => {
    const seen = world.evaluate(sessionId, frameId, script, PENDING_MAX_MS)
    return (await seen.catch(() => null)) as Seen | null
  })
  let all = main
  for (const seen of await Promise.all(looks)) if (seen) all = joined(all, seen)
  return all
}

/** A document and one in it, as one. */
function joined(outer: Seen, inner: Seen): Seen {
  const size = SIZES[Math.max(SIZES.indexOf(outer.size), SIZES.indexOf(inner.size))] ?? 'long'
  return {
    ...outer,
    hash: outer.hash ^ inner.hash,
    wordsHash: outer.wordsHash ^ inner.wordsHash,
    chars: outer.chars + inner.chars,
    elements: outer.elements + inner.elements,
    size,
    sign: outer.sign || inner.sign,
    numbers: outer.numbers.ageMs >= 0 ? outer.numbers : inner.numbers,
    isMoving: outer.isMoving || inner.isMoving,
    mayChange: outer.mayChange || inner.mayChange,
  }
}

/** What the scripts of the page itself wait for, as these say. */
async function askPending(send: LookedAt['send'], name: string): Promise<Pending | undefined> {
  const params = {
    expression: askPendingScript(name),
    returnByValue: true,
    timeout: PENDING_MAX_MS,
  }
  try {
    const { result } = await within(PENDING_MAX_MS, send('Runtime.evaluate', params))
    return readPending((result as CdpFields)['value'])
  } catch {
    return undefined
  }
}
