import type { Log } from '../lib/log.ts'
import { sweepFolders } from './launch/folders.ts'
import type { RunningBrowser } from './launch/launch.ts'
import { BROWSER_IDLE_MS, BROWSER_PAGES_MAX_COUNT } from './limits.ts'
import type { PageCost } from './page/open-page.ts'
import { PageWatch } from './page/page-watch.ts'

/** A browser with what is known of its use. */
interface Kept {
  browser: RunningBrowser
  watch: PageWatch
  /** Pages so far, and pages now. */
  pages: number
  open: number
  /** Gets no further page, and ends with its last one. */
  isRetired: boolean
}

/** How browsers are kept. */
export interface PoolOptions {
  start(): Promise<RunningBrowser>
  log: Log
  idleMs?: number
  pagesMaxCount?: number
}

/**
 * Keeps one browser for all pages: started for the first one, replaced after some pages and whenever it is not as it was, ended when
 * it has had none for a while.
 */
export class BrowserPool {
  readonly #options: PoolOptions
  readonly #all = new Set<Kept>()
  #current: Promise<Kept> | undefined
  #idle: NodeJS.Timeout | undefined
  #hasSwept = false
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Does work with a browser, which tells what it took. Throws what starting a browser throws. */
  async use<T>(
    work: (
      browser: RunningBrowser,
      watch: PageWatch,
      reportCost: (cost: PageCost) => void,
    ) => Promise<T>,
  ): Promise<T> {
    const kept = await this.#take()
    kept.open += 1
    kept.pages += 1
    if (kept.pages >= (this.#options.pagesMaxCount ?? BROWSER_PAGES_MAX_COUNT)) this.#retire(kept)
    try {
      return await work(kept.browser, kept.watch, ({ cpuMs, taints }) => {
        this.#options.log.debug({ cpuMs: Math.round(cpuMs), taints }, 'page rendered')
        if (taints) this.#retire(kept)
      })
    } finally {
      kept.open -= 1
      if (kept.isRetired && kept.open === 0) await this.#end(kept)
      else this.#waitIdle()
    }
  }

  /** The browser that new pages get, while there is one. */
  get current(): RunningBrowser | undefined {
    return [...this.#all].find(({ isRetired }) => !isRetired)?.browser
  }

  /** Ends all browsers. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#current?.catch(() => {})
    await Promise.all([...this.#all].map(async (kept) => this.#end(kept)))
  }

  async #take(): Promise<Kept> {
    if (this.#isClosed) throw new Error('closed')
    clearTimeout(this.#idle)
    const current = (this.#current ??= this.#start())
    try {
      return await current
    } catch (failure) {
      if (this.#current === current) this.#current = undefined
      throw failure
    }
  }

  async #start(): Promise<Kept> {
    if (!this.#hasSwept) {
      this.#hasSwept = true
      sweepFolders()
    }
    const browser = await this.#options.start()
    const watch = new PageWatch(browser)
    const kept: Kept = { browser, watch, pages: 0, open: 0, isRetired: false }
    this.#all.add(kept)
    void this.#endWithItself(kept)
    return kept
  }

  /** Forgets a browser that has ended by itself. */
  async #endWithItself(kept: Kept): Promise<void> {
    await kept.browser.cdp.closed
    this.#retire(kept)
    if (kept.open === 0) await this.#end(kept)
  }

  #retire(kept: Kept): void {
    if (kept.isRetired) return
    kept.isRetired = true
    this.#current = undefined
  }

  async #end(kept: Kept): Promise<void> {
    if (!this.#all.delete(kept)) return
    this.#retire(kept)
    await kept.browser.close()
  }

  /** Ends a browser that nobody needs. */
  #waitIdle(): void {
    clearTimeout(this.#idle)
    if ([...this.#all].some(({ open }) => open > 0)) return
    this.#idle = setTimeout(() => {
      for (const kept of this.#all) if (kept.open === 0) void this.#end(kept)
    }, this.#options.idleMs ?? BROWSER_IDLE_MS).unref()
  }
}
