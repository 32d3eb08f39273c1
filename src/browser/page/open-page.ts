import { setTimeout as delay } from 'node:timers/promises'
import { type Visitor, WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import type { Principal } from '../../contract/principal.ts'
import type { GuardProxy, LentListener, OpenGuardProxy } from '../../net/guard/guard-proxy.ts'
import type { RunningBrowser } from '../launch/launch.ts'
import {
  PAGE_DOWN_MAX_BYTES,
  PAGE_LIMITS,
  PAGE_UP_MAX_BYTES,
  type PageLimits,
  SETTLE_MAX_MS,
  WINDOW,
  WINDOW_GROWTHS_MAX_COUNT,
  WINDOW_MAX_HEIGHT_PX,
} from '../limits.ts'
import { browserGone, noPage, notLoaded, overLimit, type StopReason } from './failures.ts'
import { MEASURE_SCRIPT, matchScript, type Snapshot } from './page-scripts.ts'
import { metrics, PageTargets } from './page-targets.ts'
import { PageTraffic } from './page-traffic.ts'
import type { PageWatch } from './page-watch.ts'
import { PageWorld, within } from './page-world.ts'
import { readWithFrames } from './read-frames.ts'
import { type Look, settle } from './settle.ts'
import { Stops } from './stops.ts'

/** Milliseconds for a page to say how much there is of it. */
const LOOK_MAX_MS = 1_500
/** Milliseconds for one growth of the window to fill. */
const GROWTH_MAX_MS = 3_000
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
  /** The script that runs in each document before its own; tests give another than `FIRST_SCRIPT`. */
  firstScript?: string | undefined
  /** Default: `PAGE_LIMITS`. */
  limits?: PageLimits | undefined
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
      beganMs,
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
  beganMs: number
  untilMs: number
  proxy: GuardProxy
}

async function load(loading: Loading): Promise<OpenPage> {
  const { browser, url, options, stops, traffic, targets, targetId, proxy } = loading
  const { beganMs, untilMs } = loading
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
    look: async (): Promise<Look | undefined> => {
      try {
        return (await world.evaluate(sessionId, targetId, MEASURE_SCRIPT, LOOK_MAX_MS)) as Look
      } catch {
        return undefined
      }
    },
  }
  const lastMs = untilMs - READING_MS
  let look = await settle(settling, beganMs + SETTLE_MAX_MS)
  if (options.waitFor !== undefined && look) {
    await waitFor(
      options.waitFor,
      loading,
      world,
      Math.min(lastMs, performance.now() + WAIT_FOR_MAX_MS),
    )
    look = (await settle(settling, lastMs)) ?? look
  }
  let height = window.height
  let isEndless = false
  if (options.grows) {
    for (let count = 0; look && look[2] > height + 1 && stops.reason === undefined; count += 1) {
      isEndless = count >= WINDOW_GROWTHS_MAX_COUNT || height >= WINDOW_MAX_HEIGHT_PX
      if (isEndless || performance.now() > lastMs) break
      height = Math.min(look[2], WINDOW_MAX_HEIGHT_PX)
      await send('Emulation.setDeviceMetricsOverride', metrics(window.width, height))
      traffic.stir()
      const before: Look = look
      look = (await settle(settling, Math.min(lastMs, performance.now() + GROWTH_MAX_MS))) ?? look
      // A page that only is long, or as high as its window, has no more than before.
      if (look[0] === before[0]) break
    }
  }
  const { reason } = stops
  if (reason === 'cancelled') throw options.signal.reason
  if (targets.refusal) throw targets.refusal
  const refusal = failureOf(proxy, url)
  if (refusal && traffic.status === 403 && proxy.counts.down === 0) throw refusal
  if (traffic.otherType !== undefined) throw noPage()
  if (reason === 'memory' || reason === 'crash') throw overLimit(reason)
  if (traffic.status === undefined) throw overLimit(reason ?? 'time')
  if (reason !== undefined || !look) {
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
    stopped: reason ?? (look ? undefined : 'time'),
    isEndless,
    async rest(maxMs) {
      await settle(settling, Math.min(untilMs, performance.now() + maxMs))
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

/** Why the proxy did not reach the page, if it did not. */
function failureOf(proxy: GuardProxy, url: string): Error | undefined {
  const failure = proxy.failureOf(url)
  return failure instanceof Error ? failure : undefined
}

async function waitFor(
  condition: string,
  { stops, targets, targetId }: Loading,
  world: PageWorld,
  untilMs: number,
): Promise<void> {
  if (/^\d+$/.test(condition)) {
    const ms = Math.max(0, Math.min(Number(condition), untilMs - performance.now()))
    await Promise.race([delay(ms), stops.stopped])
    return
  }
  while (performance.now() < untilMs && stops.reason === undefined) {
    const found = await world
      .evaluate(targets.sessionId, targetId, matchScript(condition), LOOK_MAX_MS)
      .catch(() => false)
    if (found === true) return
    await Promise.race([delay(SELECTOR_EVERY_MS), stops.stopped])
  }
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
