import type { PageShot, PictureFormat, ShotOptions } from '../../contract/browser.ts'
import { SHOT_EDGE_MAX_PX, SHOT_MAX_BYTES } from '../limits.ts'
import { noSuchElement, noSuchPart, overLimit } from './failures.ts'
import type { OpenPage } from './open-page.ts'
import { metrics } from './page-targets.ts'
import { within } from './page-world.ts'
import {
  BOX_SCRIPT,
  EXTENT_SCRIPT,
  OVERLAP_PX,
  readyScript,
  scrollThroughScript,
  seekScript,
} from './shot-scripts.ts'

/** Milliseconds for a picture to be made. */
const SHOT_MAX_MS = 4_000
/** Milliseconds of a page that are kept for that. */
const SHOT_KEPT_MS = 2_500
const BOX_MAX_MS = 1_000
/** Milliseconds, and windows, in which a page is scrolled through; for what then loads; and for images of one window. */
const SCROLL_MAX_MS = 3_000
const SCROLL_MAX_STEPS = 40
const REST_MAX_MS = 1_500
const IMAGES_MAX_MS = 1_500

/** Qualities of pictures, of 100, in formats that lose something, each tried where the one before is too large. */
const QUALITIES = [80, 55, 25]

/** Size of the picture, as a share of itself, where the least quality is too large. */
const LAST_SHARE = 0.5

/** A place on a document, in pixels from the left and top end of all that it can be scrolled to. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A document, and where its window is on it. */
interface View extends Box {
  /** Pixels that it goes on to the left of where it begins. */
  left: number
  page: Box
}

/** What a picture is of. */
interface Subject extends Box {
  kind: 'window' | 'page' | 'element'
}

/** Takes a picture of an open page. Throws `invalid_input` where nothing visible fits the selector or it has no such part, and `unparsable`. */
export async function shoot(page: OpenPage, requested: ShotOptions): Promise<PageShot> {
  const { status } = page
  const { selector, fullPage, part = 1 } = requested
  const isWhole = fullPage && selector === undefined
  if (isWhole) await scrollThrough(page)
  const { subject, options } = await inHighWindow(page, requested, await subjectOf(page, requested))
  const parts = partsOf(subject, options, await viewOf(page, options))
  const box = parts[part - 1]
  if (!box) throw noSuchPart(parts.length)
  await makeReady(page, subject, box, {
    first: part === 1,
    last: part === parts.length,
  })
  const { bytes, format, scale } = await capture(page, box, options)
  const [url, title] = (await run(page, '[document.URL, document.title]', BOX_MAX_MS)) as string[]
  return {
    url: url ?? '',
    title: title ?? '',
    status,
    width: Math.round(box.width * scale),
    height: Math.round(box.height * scale),
    format,
    part,
    parts: parts.length,
    bytes,
  }
}

async function scrollThrough(page: OpenPage): Promise<void> {
  const maxMs = Math.min(SCROLL_MAX_MS, (await page.rest(0)) - SHOT_KEPT_MS)
  if (maxMs <= 0) return
  await run(page, scrollThroughScript(SCROLL_MAX_STEPS, maxMs), maxMs + BOX_MAX_MS)
  await page.rest(REST_MAX_MS)
}

async function subjectOf(page: OpenPage, options: ShotOptions): Promise<Subject> {
  if (options.selector === undefined) {
    const { page: whole, ...window } = await viewOf(page, options)
    return options.fullPage ? { kind: 'page', ...whole } : { kind: 'window', ...window }
  }
  const found = await run(page, seekScript(options.selector), BOX_MAX_MS)
  if (found !== 'seen') throw noSuchElement(found === 'hidden')
  await page.rest(REST_MAX_MS)
  const box = (await run(page, BOX_SCRIPT, BOX_MAX_MS)) as number[]
  const { left } = await viewOf(page, options)
  const [x = 0, y = 0, width = 0, height = 0] = box
  const start = { x: Math.max(0, x + left), y: Math.max(0, y) }
  return { kind: 'element', ...start, width: Math.round(width), height: Math.round(height) }
}

/** Makes the window as high as a part of a picture may be, unless that changes the page: what is captured is what it shows. */
async function inHighWindow(
  page: OpenPage,
  options: ShotOptions,
  subject: Subject,
): Promise<{ options: ShotOptions; subject: Subject }> {
  const { width, height, scale = 1 } = options
  const high = Math.min(Math.floor(SHOT_EDGE_MAX_PX / scale), Math.ceil(subject.height))
  if (subject.kind === 'window' || high <= height) return { options, subject }
  const resize = async (to: number) => {
    const params = metrics(width, to, scale)
    await page.browser.cdp.send('Emulation.setDeviceMetricsOverride', params, page.sessionId)
    await page.rest(REST_MAX_MS)
  }
  await resize(high)
  const higher = { ...options, height: high }
  const again = await subjectOf(page, higher)
  if (Math.abs(again.height - subject.height) <= 1) return { options: higher, subject: again }
  await resize(height)
  return { options, subject: await subjectOf(page, options) }
}

/** Cuts what is larger than a picture or the window into parts of equal size, in the order in which it is read. */
function partsOf(
  { x, y, width, height }: Subject,
  { width: windowWidth, height: windowHeight, scale = 1 }: ShotOptions,
  { left }: View,
): Box[] {
  const edge = Math.floor(SHOT_EDGE_MAX_PX / scale)
  const columns = cut(width, Math.min(edge, windowWidth))
  if (left > 0) columns.reverse()
  return cut(height, Math.min(edge, windowHeight)).flatMap(([top, high]) =>
    columns.map(([start, wide]) => ({ x: x + start, y: y + top, width: wide, height: high })),
  )
}

/** Starts and lengths of equal pieces of a length, which overlap. */
function cut(length: number, maxLength: number): [start: number, length: number][] {
  if (length <= maxLength) return [[0, Math.max(1, length)]]
  const overlap = Math.min(OVERLAP_PX, maxLength >> 1)
  const count = Math.ceil((length - overlap) / (maxLength - overlap))
  const step = (length - overlap) / count
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round(at * step)
    return [start, Math.round((at + 1) * step) + overlap - start]
  })
}

/** Brings a part into the window; bars that stay there are on the first or the last part of a page, and on no element. */
async function makeReady(
  page: OpenPage,
  subject: Subject,
  box: Box,
  { first, last }: { first: boolean; last: boolean },
): Promise<void> {
  const isMoved = subject.kind !== 'window'
  const maxMs = Math.min(IMAGES_MAX_MS, (await page.rest(0)) - SHOT_KEPT_MS)
  const bars = [...(first ? (['upper'] as const) : []), ...(last ? (['lower'] as const) : [])]
  const kept = { window: undefined, page: first && last ? undefined : bars, element: [] }
  const { left } = isMoved ? await extentOf(page) : { left: 0 }
  const to = isMoved ? { left: box.x - left, top: box.y } : undefined
  const script = (most: number) => readyScript({ to, bars: kept[subject.kind], maxMs: most })
  await run(page, script(Math.max(0, maxMs)), IMAGES_MAX_MS + BOX_MAX_MS)
}

/** The picture of a place, in the best quality in which it is small enough. */
async function capture(
  page: OpenPage,
  box: Box,
  { format, scale = 1 }: ShotOptions,
): Promise<{ bytes: Buffer; format: PictureFormat; scale: number }> {
  const { browser, sessionId } = page
  const losing = format === 'png' ? 'webp' : format
  const tries: { format: PictureFormat; quality?: number; share: number }[] = [
    ...(format === 'png' ? [{ format, share: 1 }] : []),
    ...QUALITIES.map((quality) => ({ format: losing, quality, share: 1 })),
    { format: losing, quality: QUALITIES.at(-1) ?? 0, share: LAST_SHARE },
  ]
  for (const { share, ...form } of tries) {
    const clip = { ...box, scale: Math.min(1, scale) * share }
    const params = { ...form, clip, captureBeyondViewport: false, optimizeForSpeed: false }
    const { data } = await within(
      SHOT_MAX_MS,
      browser.cdp.send('Page.captureScreenshot', params, sessionId),
    ).catch(() => {
      throw overLimit(page.stopped ?? 'time')
    })
    const bytes = Buffer.from(String(data), 'base64')
    if (bytes.byteLength <= SHOT_MAX_BYTES) {
      return { bytes, format: form.format, scale: scale * share }
    }
  }
  throw overLimit('bytes')
}

/** Where the window is on its document. */
async function viewOf(page: OpenPage, { width, height }: ShotOptions): Promise<View> {
  const { left, x, y, wide, high } = await extentOf(page)
  return { left, x: x + left, y, width, height, page: { x: 0, y: 0, width: wide, height: high } }
}

async function extentOf(page: OpenPage) {
  const extent = (await run(page, EXTENT_SCRIPT, BOX_MAX_MS)) as number[]
  const [left = 0, x = 0, y = 0, wide = 0, high = 0] = extent
  return { left, x, y, wide, high }
}

async function run(page: OpenPage, script: string, maxMs: number) {
  const { world, sessionId, frameId, stopped } = page
  return world.evaluate(sessionId, frameId, script, maxMs).catch(() => {
    throw overLimit(stopped ?? 'time')
  })
}
