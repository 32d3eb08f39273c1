import { setTimeout as delay } from 'node:timers/promises'
import { type RenderOptions, type Visitor, WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import type { Principal } from '../../contract/principal.ts'
import type { GuardProxy, LentListener, OpenGuardProxy } from '../../net/guard/guard-proxy.ts'
import type { CdpFields } from '../cdp.ts'
import type { RunningBrowser } from '../launch/launch.ts'
import {
  PAGE_DOWN_MAX_BYTES,
  PAGE_LIMITS,
  PAGE_UP_MAX_BYTES,
  type PageLimits,
  SETTLE_MAX_MS,
  WINDOW,
} from '../limits.ts'
import { browserGone, noPage, notLoaded, overLimit, type StopReason } from './failures.ts'
import { grow } from './grow.ts'
import { lookAt } from './look-at.ts'
import { openFolds } from './open-folds.ts'
import { matchScript, type Snapshot } from './page-scripts.ts'
import { metrics, PageTargets } from './page-targets.ts'
import { PageTraffic } from './page-traffic.ts'
import type { PageWatch } from './page-watch.ts'
import { PageWorld, within } from './page-world.ts'
import { pictureRests } from './picture-rest.ts'
import { readWithFrames } from './read-frames.ts'
import { settle } from './settle.ts'
import { Stops } from './stops.ts'

/** Milliseconds for a page to say how much there is of it. */
const LOOK_MAX_MS = 1_500
/** Milliseconds for what a page draws to stand, once its text does. */
const DRAWN_MAX_MS = 3_000
/** Milliseconds for what was opened to come. */
const OPENED_MAX_MS = 1_500
/** Size of a coarse picture, of that of the window, and its milliseconds. */
const COARSE_SHARE = 0.2
const COARSE_MAX_MS = 1_000
/** Milliseconds of the time of a page that are kept for reading it. */
const READING_MS = 2_500
/** Milliseconds for a stopped page to take notice. */
const STOPPING_MS = 150
/** Milliseconds for a page to be put away; a browser that takes longer is not used again. */
const CLOSE_MAX_MS = 1_500
/** How often a selector is looked for. */
const SELECTOR_EVERY_MS = 100

/** How a page is opened. */
export interface PageOptions {
  signal: AbortSignal
  principal: Principal | undefined
  openProxy: OpenGuardProxy
  watch: PageWatch
  /** Stands after the browser's own name. */
  userAgent: string
  waitFor: string | undefined
  /** Asked before the page, a page that it leads to, or a frame is loaded; throws why it may not be. */
  mayOpen?: ((url: URL) => Promise<void>) | undefined
  /** Whether it is looked at: pictures and fonts are loaded. */
  isSeen: boolean
  window?: { width: number; height: number; scale?: number | undefined }
  visitor?: Visitor | undefined
  /** Whether the window grows until lists that fill themselves are full. */
  grows: boolean
  /** Whether what only shows more of it is opened, and its lists are scrolled through. */
  opens?: boolean | undefined
  /** The script that runs in each document before its own; tests give another than `FIRST_SCRIPT`. */
  firstScript?: string | undefined
  /** Default: `PAGE_LIMITS`. */
  limits?: PageLimits | undefined
  /** Told the bytes that came for the page, once it is put away. */
  arrived?: RenderOptions['arrived'] | undefined
}

/** A page that has come to rest, or was stopped. */
export interface OpenPage {
  browser: RunningBrowser
  world: PageWorld
  sessionId: string
  frameId: string
  status: number
  /** Why it was stopped, if it was. */
  stopped: StopReason | undefined
  /** Whether it still shows what stands for what is to come. */
  isUnfinished: boolean
  /** Whether what its caller waits for came. */
  isMet: boolean
  /** Whether what only shows more of it was opened. */
  isOpened: boolean
  /** Address of a file that it began to load. */
  download: string | undefined
  /** Whether it goes on growing where its window does. */
  isEndless: boolean
  read(): Promise<Snapshot>
  /** Lets it come to rest again, for some time at most; returns the milliseconds that are left of its own. */
  rest(maxMs: number): Promise<number>
}

/** What a page took of the browser. */
export interface PageCost {
  cpuMs: number
  /** The browser is not as it was: it is not to be used for another page. */
  taints: boolean
}

/**
 * Opens a page in a context of its own behind a proxy of its own, lets it come to rest, does the work with it, and puts both away.
 * Throws what `PageBrowser.render` does.
 */
export async function withPage<T>(
  browser: RunningBrowser,
  url: string,
  options: PageOptions,
  work: (page: OpenPage) => Promise<T>,
  reportCost: (cost: PageCost) => void,
): Promise<T> {
  const beganMs = performance.now()
  const stops = new Stops()
  const { limits = PAGE_LIMITS } = options
  const cancel = (): void => stops.stop('cancelled')
  if (options.signal.aborted) cancel()
  options.signal.addEventListener('abort', cancel, { once: true })
  const untilMs = beganMs + limits.deadlineMs
  const timer = setTimeout(() => stops.stop('time'), limits.deadlineMs)
  const endWatch = options.watch.watch(stops)
  const { cdp } = browser
  const listener: LentListener | undefined = browser.lend?.()
  let proxy: GuardProxy | undefined
  let browserContextId: string | undefined
  let targets: PageTargets | undefined
  try {
    proxy = await options.openProxy({
      principal: options.principal,
      limits: {
        ...limits,
        downMaxBytes: PAGE_DOWN_MAX_BYTES,
        upMaxBytes: PAGE_UP_MAX_BYTES,
      },
      onOver: (limit) => stops.stop(limit),
      listener,
    })
    const context = await cdp.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: `http://${listener?.host ?? '127.0.0.1'}:${proxy.port}`,
      proxyBypassList: '<-loopback>',
    })
    browserContextId = String(context['browserContextId'])
    await cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
    // Nobody is there to be asked: what is not granted is denied, and says so.
    await cdp.send('Browser.grantPermissions', { permissions: [], browserContextId })
    await cdp.send('Target.setDiscoverTargets', { discover: true })
    const blank = { url: 'about:blank', browserContextId, ...WINDOW }
    const targetId = String((await cdp.send('Target.createTarget', blank))['targetId'])
    const traffic = new PageTraffic(targetId, stops, limits.requestsMaxCount)
    targets = new PageTargets({
      cdp,
      browserContextId,
      targetId,
      stops,
      traffic,
      userAgent: `${browser.userAgent} ${options.userAgent}`,
      isSeen: options.isSeen,
      visitor: options.visitor,
      mayOpen: options.mayOpen,
      firstScript: options.firstScript,
      opens: options.opens,
    })
    await targets.open()
    const page = await load({
      browser,
      url,
      options,
      stops,
      traffic,
      targets,
      targetId,
      untilMs,
      proxy,
    })
    return await work(page)
  } catch (thrown) {
    if (options.signal.aborted) throw options.signal.reason
    if (cdp.isClosed) throw stops.reason === 'memory' ? overLimit('memory') : browserGone()
    throw thrown
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', cancel)
    proxy?.close()
    options.arrived?.(proxy?.counts.down ?? 0)
    if (listener) browser.takeBack?.(listener)
    targets?.close()
    const isAway = await putAway(browser, browserContextId)
    const cpuMs = endWatch()
    reportCost({ cpuMs, taints: !isAway || stops.reason === 'memory' || stops.reason === 'crash' })
  }
}

interface Loading {
  browser: RunningBrowser
  url: string
  options: PageOptions
  stops: Stops
  traffic: PageTraffic
  targets: PageTargets
  targetId: string
  untilMs: number
  proxy: GuardProxy
}

async function load(loading: Loading): Promise<OpenPage> {
  const { browser, url, options, stops, traffic, targets, targetId, proxy } = loading
  const { untilMs } = loading
  const { cdp } = browser
  const { sessionId } = targets
  const world = new PageWorld(cdp)
  const send = async (method: string, params = {}) => cdp.send(method, params, sessionId)
  const window = options.window ?? WINDOW
  const { scale } = options.window ?? {}
  await send('Emulation.setDeviceMetricsOverride', metrics(window.width, window.height, scale))
  const navigated = await Promise.race([
    send('Page.navigate', { url }),
    stops.stopped.then(() => undefined),
  ])
  const errorText = navigated?.['errorText']
  if (errorText !== undefined && stops.reason !== 'type' && traffic.status === undefined) {
    throw targets.refusal ?? failureOf(proxy, url) ?? notLoaded(String(errorText))
  }
  const settling = {
    stops,
    traffic,
    isReady: () => targets.isReady,
    look: async () => lookAt({ world, targets, targetId, send }),
  }
  const lastMs = untilMs - READING_MS
  const isAsked = options.waitFor !== undefined
  // Its own time begins when it is there.
  const settledMs = Math.min(lastMs, performance.now() + SETTLE_MAX_MS)
  let rest = await settle(settling, { untilMs: settledMs, isPatient: !isAsked })
  let isMet = true
  if (options.waitFor !== undefined && rest.look) {
    const waitMs = Math.min(lastMs, performance.now() + WAIT_FOR_MAX_MS)
    isMet = await waitFor(options.waitFor, loading, world, waitMs)
    const isPatient = /^\d+$/.test(options.waitFor)
    const after = await settle(settling, { untilMs: lastMs, isPatient })
    if (after.isAtRest || (isMet && after.look)) rest = after
  }
  if (options.isSeen && rest.isAtRest) {
    const drawnMs = Math.min(lastMs, performance.now() + DRAWN_MAX_MS)
    await pictureRests({ capture: async () => coarsePicture(send, window), untilMs: drawnMs })
  }
  let isEndless = false
  if (options.grows && rest.isAtRest) {
    const page = {
      window,
      hasLists: options.opens !== true,
      untilMs: lastMs,
      send,
      isStopped: () => stops.reason !== undefined,
      evaluate: async (script: string, maxMs: number) =>
        world.evaluate(sessionId, targetId, script, maxMs),
      settle: async (grownMs: number) => {
        traffic.stir()
        return settle(settling, { untilMs: grownMs, isPatient: !isAsked })
      },
    }
    ;({ rest, isEndless } = await grow(page, rest))
  }
  if (options.opens && rest.isAtRest) {
    const settled = async () => {
      const openedMs = Math.min(lastMs, performance.now() + OPENED_MAX_MS)
      return settle(settling, { untilMs: openedMs, isPatient: false })
    }
    await openFolds({ world, targets, targetId, untilMs: lastMs, settle: settled })
    rest = { ...rest, look: (await settled()).look ?? rest.look }
  }
  const { isAtRest } = rest
  const { reason } = stops
  if (reason === 'cancelled') throw options.signal.reason
  if (targets.refusal) throw targets.refusal
  const refusal = failureOf(proxy, url)
  if (refusal && traffic.status === 403 && proxy.counts.down === 0) throw refusal
  if (traffic.otherType !== undefined) throw noPage()
  if (reason === 'memory' || reason === 'crash') throw overLimit(reason)
  if (traffic.status === undefined) throw overLimit(reason ?? 'time')
  if (reason !== undefined || !isAtRest) {
    // Ends its scripts for good: they would go on under the reading.
    const ends = [
      send('Emulation.setScriptExecutionDisabled', { value: true }),
      send('Page.stopLoading'),
      send('Runtime.terminateExecution'),
    ]
    for (const end of ends) end.catch(() => {})
    await delay(STOPPING_MS)
  }
  return {
    browser,
    world,
    sessionId,
    frameId: targetId,
    status: traffic.status,
    stopped: reason ?? (isAtRest ? undefined : 'time'),
    isEndless,
    isMet,
    isOpened: options.opens === true,
    download: traffic.download,
    isUnfinished: rest.isUnfinished && !(isAsked && isMet),
    async rest(maxMs) {
      const restMs = Math.min(untilMs, performance.now() + maxMs)
      await settle(settling, { untilMs: restMs, isPatient: false })
      return untilMs - performance.now()
    },
    async read() {
      const { frames } = targets
      const reader = { cdp, world, sessionId, mainFrameId: targetId, frames, untilMs }
      // A page that loads itself again may be between two documents.
      const again = async () => {
        await delay(STOPPING_MS)
        return readWithFrames(reader)
      }
      const snapshot = await within(
        untilMs - performance.now(),
        readWithFrames(reader).catch(again),
      ).catch(() => {
        throw overLimit(stops.reason ?? 'time')
      })
      if (!/^https?:/.test(snapshot.url)) throw noPage()
      return snapshot
    },
  }
}

/** A small picture of the window, by which it is seen whether something is still being drawn. */
async function coarsePicture(
  send: (method: string, params: CdpFields) => Promise<CdpFields>,
  size: { width: number; height: number },
): Promise<string | undefined> {
  const clip = { x: 0, y: 0, ...size, scale: COARSE_SHARE }
  const captured = send('Page.captureScreenshot', { format: 'png', clip, optimizeForSpeed: true })
  return within(COARSE_MAX_MS, captured).then(
    ({ data }) => String(data),
    () => undefined,
  )
}

/** Why the proxy did not reach the page, if it did not. */
function failureOf(proxy: GuardProxy, url: string): Error | undefined {
  const failure = proxy.failureOf(url)
  return failure instanceof Error ? failure : undefined
}

/** Waits for milliseconds, or for an element; whether it came. */
async function waitFor(
  condition: string,
  { stops, targets, targetId }: Loading,
  world: PageWorld,
  untilMs: number,
): Promise<boolean> {
  if (/^\d+$/.test(condition)) {
    const ms = Math.max(0, Math.min(Number(condition), untilMs - performance.now()))
    await Promise.race([delay(ms), stops.stopped])
    return true
  }
  while (performance.now() < untilMs && stops.reason === undefined) {
    const found = await world
      .evaluate(targets.sessionId, targetId, matchScript(condition), LOOK_MAX_MS)
      .catch(() => false)
    if (found === true) return true
    await Promise.race([delay(SELECTOR_EVERY_MS), stops.stopped])
  }
  return false
}

async function putAway(
  { cdp }: RunningBrowser,
  browserContextId: string | undefined,
): Promise<boolean> {
  if (browserContextId === undefined) return !cdp.isClosed
  try {
    await within(CLOSE_MAX_MS, cdp.send('Target.disposeBrowserContext', { browserContextId }))
    return true
  } catch {
    return false
  }
}
