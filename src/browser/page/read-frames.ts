import { randomBytes } from 'node:crypto'
import type { Cdp, CdpFields } from '../cdp.ts'
import { FRAME_MIN_PX, PAGE_FRAMES_MAX_COUNT, PAGE_HTML_MAX_CHARS } from '../limits.ts'
import {
  NUMBER_FRAME_FUNCTION,
  type Snapshot,
  type SnapshotOptions,
  snapshotScript,
} from './page-scripts.ts'
import type { FrameSession } from './page-targets.ts'
import { type PageWorld, within } from './page-world.ts'

/** Milliseconds for one document to be written: what is left of the page's time, within these bounds. */
const SNAPSHOT_MIN_MS = 500
const SNAPSHOT_MAX_MS = 6_000
/** Milliseconds that stay for what comes after the main document, and for its frames if it has any. */
const AFTERWARDS_MS = 300
const FRAMES_MS = 1_000
/** Part of that time after which a document ends its writing by itself. */
const WRITING_SHARE = 0.85

/** Milliseconds for a frame to be found in its document. */
const FRAME_MAX_MS = 500

/** Pixels of a frame of the same origin that somebody can read something in. */
const OWN_FRAME_MIN_PX = 2_500

/** Pixels of a frame that is named where it has nothing to read. */
const NAMED_MIN_PX = 40_000

/** A frame, the document that it is in, and the sessions of both. */
interface Frame {
  frameId: string
  sessionId: string
  parentFrameId: string
  parentSessionId: string
  url: string
}

/** A frame that its document knows by a number. */
interface NumberedFrame extends Frame {
  /** Whether it is large enough for that. */
  isRead: boolean
  /** What its element loads, where that is worth naming if it cannot be read; else empty. */
  address: string
}

/** Access to the frames of a page. */
export interface FrameReader {
  cdp: Cdp
  world: PageWorld
  sessionId: string
  mainFrameId: string
  frames: readonly FrameSession[]
  /** When the page's time is over. */
  untilMs: number
}

/**
 * Writes the page with the text of its frames, large ones of other origins too, in their places. Frames that do not answer in time are
 * left out.
 */
export async function readWithFrames(reader: FrameReader): Promise<Snapshot> {
  // The page cannot know it, so it cannot name the place of a frame.
  const mark = `frame-${randomBytes(12).toString('hex')}-`
  const numbered = await numberFrames(reader)
  const hasFrames = numbered.some((frame) => frame?.isRead)
  const { world, sessionId, mainFrameId: frameId, untilMs } = reader
  const keptMs = AFTERWARDS_MS + (hasFrames ? FRAMES_MS : 0)
  const main = await snapshot(world, { sessionId, frameId }, untilMs - keptMs, {
    isPart: false,
    mark,
  })
  const parts = await Promise.all(
    numbered.map(
      async (frame) =>
        frame?.isRead &&
        snapshot(world, frame, untilMs - AFTERWARDS_MS, { isPart: true, mark }).catch(
          () => undefined,
        ),
    ),
  )
  const place = new RegExp(`${mark}(\\d+);`, 'g')
  const used = new Set<number>()
  let cut = main.cut
  const fill = (html: string): string =>
    html.replaceAll(place, (_whole, digits: string) => {
      const number = Number(digits)
      if (used.has(number)) return ''
      used.add(number)
      const part = parts[number]
      if (!part || isEmpty(part.html)) return unreadFrame(numbered[number]?.address ?? '')
      cut ||= part.cut
      return fill(part.html)
    })
  const html = fill(main.html)
  if (html.length <= PAGE_HTML_MAX_CHARS) return { ...main, html, cut }
  return { ...main, html: html.slice(0, PAGE_HTML_MAX_CHARS), cut: true }
}

/** Whether a document has nothing to read: it was not loaded, or is none of HTML. */
function isEmpty(html: string): boolean {
  return !/\S/.test(html.replaceAll(/<(?!img\b|embed\b)[^<>]*>/g, ''))
}

/** Names a frame that did not answer, or with nothing. */
function unreadFrame(address: string): string {
  if (!/^https?:\/\/[^"<>]+$/.test(address)) return ''
  return `<embed src="${address.replaceAll('&', '&amp;')}" type="text/html">`
}

async function snapshot(
  world: PageWorld,
  { sessionId, frameId }: Pick<Frame, 'sessionId' | 'frameId'>,
  untilMs: number,
  options: Omit<SnapshotOptions, 'maxMs'>,
): Promise<Snapshot> {
  const leftMs = untilMs - performance.now()
  const maxMs = Math.round(Math.max(SNAPSHOT_MIN_MS, Math.min(SNAPSHOT_MAX_MS, leftMs)))
  const script = snapshotScript({ ...options, maxMs: maxMs * WRITING_SHARE })
  return (await world.evaluate(sessionId, frameId, script, maxMs)) as Snapshot
}

/** Gives each frame a number, which the document that it is in knows as well; those that do not answer are left out of the list. */
async function numberFrames(reader: FrameReader): Promise<readonly (NumberedFrame | undefined)[]> {
  // What refuses to be shown in a frame is no page there: its address is that of its element.
  const frames = (await listFrames(reader)).filter(({ url }) => !url.startsWith('chrome-error:'))
  return Promise.all(
    frames
      .slice(0, PAGE_FRAMES_MAX_COUNT)
      .map(async (frame, number) =>
        within(FRAME_MAX_MS, numberFrame(reader, frame, number)).catch(() => undefined),
      ),
  )
}

async function numberFrame(
  { cdp, world }: FrameReader,
  frame: Frame,
  number: number,
): Promise<NumberedFrame> {
  const { frameId, parentFrameId, parentSessionId } = frame
  const { backendNodeId } = await cdp.send('DOM.getFrameOwner', { frameId }, parentSessionId)
  const executionContextId = await world.contextOf(parentSessionId, parentFrameId)
  const { object } = await cdp.send(
    'DOM.resolveNode',
    { backendNodeId, executionContextId },
    parentSessionId,
  )
  const { result } = await cdp.send(
    'Runtime.callFunctionOn',
    {
      objectId: (object as CdpFields)['objectId'],
      functionDeclaration: NUMBER_FRAME_FUNCTION,
      arguments: [{ value: number }],
      returnByValue: true,
    },
    parentSessionId,
  )
  const { px, isOwn, src } = (result as { value: { px: number; isOwn: boolean; src: string } })
    .value
  const isRead = px >= (isOwn ? OWN_FRAME_MIN_PX : FRAME_MIN_PX)
  return { ...frame, isRead, address: px < NAMED_MIN_PX ? '' : src }
}

/** All frames of a page: those of its own process, and those with a session of their own. */
async function listFrames({ cdp, sessionId, frames }: FrameReader): Promise<readonly Frame[]> {
  const found: Frame[] = []

  const walk = (tree: CdpFields, session: string, parentFrameId?: string): void => {
    const { frame, childFrames = [] } = tree as {
      frame: { id: string; url: string }
      childFrames?: CdpFields[]
    }
    if (parentFrameId !== undefined) {
      const { id: frameId, url } = frame
      found.push({ frameId, url, sessionId: session, parentFrameId, parentSessionId: session })
    }
    for (const child of childFrames) walk(child, session, frame.id)
  }
  const sessions = [sessionId, ...frames.map((frame) => frame.sessionId)]
  const trees = await Promise.all(
    sessions.slice(0, PAGE_FRAMES_MAX_COUNT).map(async (session) => {
      const tree = within(FRAME_MAX_MS, cdp.send('Page.getFrameTree', {}, session))
      return { session, tree: await tree.catch(() => undefined) }
    }),
  )
  for (const { session, tree } of trees) {
    if (!tree) continue
    const root = (tree['frameTree'] as CdpFields)['frame'] as {
      id: string
      url: string
      parentId?: string
    }
    walk(tree['frameTree'] as CdpFields, session)
    const own = frames.find((frame) => frame.sessionId === session)
    if (own && root.parentId !== undefined) {
      found.push({
        frameId: root.id,
        url: root.url,
        sessionId: session,
        parentFrameId: root.parentId,
        parentSessionId: own.parentId,
      })
    }
  }
  return found
}
