import type { PageShot, ShotOptions } from '../../contract/browser.ts'
import { SHOT_MAX_BYTES, SHOT_MAX_HEIGHT_PX, SHOT_MAX_WIDTH_PX } from '../limits.ts'
import { noSuchElement, overLimit } from './failures.ts'
import type { OpenPage } from './open-page.ts'
import { boxScript, VIEW_SCRIPT } from './page-scripts.ts'
import { within } from './page-world.ts'

/** Milliseconds for a picture to be made. */
const SHOT_MAX_MS = 4_000
const BOX_MAX_MS = 1_000
/** Quality of pictures, of 100, in formats that lose something. */
const QUALITY = 75

/** Takes a picture of an open page. Throws `invalid_input` where nothing fits the selector, and `unparsable`. */
export async function shoot(
  page: OpenPage,
  { width, height, selector, fullPage, format }: ShotOptions,
): Promise<PageShot> {
  const { browser, world, sessionId, frameId, status } = page
  const view = await viewOf(page)
  const whole = {
    x: view.x,
    y: fullPage ? 0 : view.y,
    width,
    height: fullPage ? page.height : height,
  }
  const box = selector === undefined ? whole : await boxOf(page, selector, view)
  const clip = {
    x: Math.max(0, box.x),
    y: Math.max(0, box.y),
    width: Math.max(1, Math.min(SHOT_MAX_WIDTH_PX, Math.round(box.width))),
    height: Math.max(1, Math.min(SHOT_MAX_HEIGHT_PX, Math.round(box.height))),
    scale: 1,
  }
  // Right-to-left pages are moved to the side where the window is captured as what is beyond it.
  const isInView =
    clip.x >= view.x &&
    clip.x + clip.width <= view.x + width &&
    clip.y >= view.y &&
    clip.y + clip.height <= view.y + height
  const params = { format, clip, captureBeyondViewport: !isInView }
  const quality = format === 'png' ? {} : { quality: QUALITY }
  const { data } = await within(
    SHOT_MAX_MS,
    browser.cdp.send('Page.captureScreenshot', { ...params, ...quality }, sessionId),
  ).catch(() => {
    throw overLimit(page.stopped ?? 'time')
  })
  const bytes = Buffer.from(String(data), 'base64')
  if (bytes.byteLength > SHOT_MAX_BYTES) throw overLimit('bytes')
  const script = '[document.URL, document.title]'
  const [url, title] = (await world.evaluate(sessionId, frameId, script, BOX_MAX_MS)) as string[]
  return {
    url: url ?? '',
    title: title ?? '',
    status,
    width: clip.width,
    height: clip.height,
    format,
    bytes,
  }
}

/** A place on a document, in pixels from the left and top end of all that it can be scrolled to. */
interface Place {
  x: number
  y: number
}

/** Where the window stands on its document. */
async function viewOf({ world, sessionId, frameId }: OpenPage): Promise<Place & { left: number }> {
  const view = await world.evaluate(sessionId, frameId, VIEW_SCRIPT, BOX_MAX_MS)
  const [left = 0, x = 0, y = 0] = view as number[]
  return { left, x: x + left, y }
}

async function boxOf(
  { world, sessionId, frameId }: OpenPage,
  selector: string,
  { left }: { left: number },
): Promise<Place & { width: number; height: number }> {
  const box = await world.evaluate(sessionId, frameId, boxScript(selector), BOX_MAX_MS)
  if (!Array.isArray(box)) throw noSuchElement()
  const [x = 0, y = 0, width = 0, height = 0] = box as number[]
  return { x: x + left, y, width, height }
}
