import type {
  BrowserReport,
  PageShot,
  RenderedPage,
  RenderOptions,
  ShotOptions,
} from '../contract/browser.ts'
import type { OperatorFetch, VetAddress } from '../contract/net.ts'
import type { Log } from '../lib/log.ts'
import type { Load } from '../lib/metrics.ts'
import { FetchTurns } from '../net/fetch/fetch-turns.ts'
import type { OpenGuardProxy } from '../net/guard/guard-proxy.ts'
import type { Permit } from '../net/robots/obeying-fetch.ts'
import { launchBrowser, type RunningBrowser, StartFailure } from './launch/launch.ts'
import {
  PAGE_WAIT_MAX_MS,
  type PageLimits,
  PAGES_MAX_COUNT,
  PAGES_PER_PRINCIPAL_MAX_COUNT,
  PAGES_WAITING_MAX_COUNT,
  PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from './limits.ts'
import { adviceFor, notStarted } from './page/failures.ts'
import { listLeftOut } from './page/left-out.ts'
import { type OpenPage, type PageOptions, withPage } from './page/open-page.ts'
import { shoot } from './page/shoot.ts'
import { BrowserPool } from './pool.ts'

/** What pages are shown with. */
export interface PageBrowserSettings {
  /** Path of a program, or address of a browser that somebody else runs. */
  browser: string
  /** The entry file of what keeps the program. */
  keeper: URL
  searchPath: string
  withoutSandbox: boolean
  /** What fetches of this instance call themselves to servers. */
  userAgent: string
  vetAddress: VetAddress
  openProxy: OpenGuardProxy
  /** Asks a browser elsewhere for its socket. */
  operatorFetch: OperatorFetch
  /** Asked before a page or a frame is loaded. Default: all that the guard lets through are. */
  permit?: Permit | undefined
  log: Log
  /** Other ways to launch, for tests (`LaunchOptions`). */
  launch?: Pick<Parameters<typeof launchBrowser>[0], 'leaveOutFlags' | 'moreFlags' | 'ways'>
  firstScript?: string
  limits?: PageLimits
}

/** Pages in the browser that was found. */
export class OpenedBrowser {
  readonly #settings: PageBrowserSettings
  readonly #turns = createPageTurns()
  readonly #pool: BrowserPool

  constructor(settings: PageBrowserSettings) {
    this.#settings = settings
    const { log } = settings
    this.#pool = new BrowserPool({ start: async () => this.#start(), log })
  }

  /** Renders a page, as `PageBrowser.render` says. */
  async render(url: string, options: RenderOptions): Promise<RenderedPage> {
    const pageOptions = { isSeen: false, grows: true, opens: options.open }
    return this.#withPage(url, options, pageOptions, async (page) => {
      const snapshot = await page.read()
      const { html, url: address, cut } = snapshot
      const notShown = listLeftOut(page, snapshot)
      return {
        url: address,
        status: page.status,
        html,
        truncated: cut || page.isEndless || page.stopped !== undefined,
        ...(page.isUnfinished ? { unfinished: true } : {}),
        ...(notShown.length > 0 ? { notShown } : {}),
      }
    })
  }

  /** Takes a picture of a page, as `PageBrowser.shoot` says. */
  async shoot(url: string, options: ShotOptions): Promise<PageShot> {
    const { width, height, scale, dark, locale, timeZone } = options
    const visitor = { dark, locale, timeZone }
    const pageOptions = { isSeen: true, grows: false, window: { width, height, scale }, visitor }
    return this.#withPage(url, options, pageOptions, async (page) => shoot(page, options))
  }

  /** Starts a browser to see whether that works. */
  async inspect(): Promise<BrowserReport> {
    const { browser } = this.#settings
    try {
      return await this.#pool.use(async ({ product, mode, hasSandbox }) => ({
        browser,
        product,
        mode,
        hasSandbox,
        ...(mode === 'proxied' && process.platform === 'linux' ? { advice: SEAL_ADVICE } : {}),
      }))
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown.message : String(thrown)
      const isConfined = thrown instanceof StartFailure && thrown.kind === 'sandbox'
      return { browser, failure, ...(isConfined ? { advice: adviceFor(thrown) } : {}) }
    }
  }

  /** Pages that are open, that wait, and that were refused so far. */
  get load(): Load {
    return this.#turns.counts
  }

  /** Process of the browser that new pages get, while there is one. */
  get pid(): number | undefined {
    return this.#pool.current?.pid
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #start(): Promise<RunningBrowser> {
    const { browser, keeper, searchPath, withoutSandbox, launch, log } = this.#settings
    if (/^(?:https?|wss?):\/\//i.test(browser)) {
      const { connectBrowser } = await import('./endpoint.ts')
      return connectBrowser(browser, this.#settings.operatorFetch)
    }
    if (withoutSandbox) {
      log.warn('the browser starts without its own sandbox (--browser-no-sandbox)')
    }
    return launchBrowser({ program: browser, keeper, searchPath, withoutSandbox, ...launch })
  }

  async #withPage<T>(
    url: string,
    { signal, principal, waiting, waitFor, arrived }: RenderOptions,
    pageOptions: Pick<PageOptions, 'isSeen' | 'grows' | 'window' | 'visitor' | 'opens'>,
    work: (page: OpenPage) => Promise<T>,
  ): Promise<T> {
    const { vetAddress, openProxy, userAgent, permit, firstScript, limits } = this.#settings
    // A browser opens files and its own pages as well: the address is looked at before it is.
    await vetAddress(url, { lookup: false, principal })
    const mayOpen = permit && (async (address: URL) => permit(address, principal))
    await mayOpen?.(new URL(url))
    return this.#turns.run({ principal, signal, ...(waiting ? { waiting } : {}) }, async () =>
      this.#pool
        .use(async (browser, watch, reportCost) => {
          const loadOptions = { waitFor, mayOpen, firstScript, limits, arrived }
          const options = { signal, principal, openProxy, watch, userAgent, ...loadOptions }
          return withPage(browser, url, { ...options, ...pageOptions }, work, reportCost)
        })
        .catch((thrown: unknown) => {
          throw thrown instanceof StartFailure ? notStarted(thrown) : thrown
        }),
    )
  }
}

const SEAL_ADVICE =
  'it can be given a network of its own where the programs unshare and ip (or bwrap) are in PATH and the system allows user namespaces'

/** Whose page is next: of the principal that has fewest open for its weight. */
export function createPageTurns(): FetchTurns {
  return new FetchTurns({
    maxCount: PAGES_MAX_COUNT,
    perPrincipalMaxCount: PAGES_PER_PRINCIPAL_MAX_COUNT,
    reservedCount: PAGES_MAX_COUNT - PAGES_PER_PRINCIPAL_MAX_COUNT,
    waitingMaxCount: PAGES_WAITING_MAX_COUNT,
    waitingPerPrincipalMaxCount: PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
    waitMaxMs: PAGE_WAIT_MAX_MS,
  })
}
