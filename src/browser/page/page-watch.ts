import { killGroup } from '../launch/keeper.ts'
import type { RunningBrowser } from '../launch/launch.ts'
import { BROWSER_MEMORY_MAX_MB, PAGE_CPU_MAX_S } from '../limits.ts'
import type { Stops } from './stops.ts'

/** How often the processes of a browser are looked at while it has pages. */
const LOOK_EVERY_MS = 100

interface Watched {
  stops: Stops
  cpuMs: number
}

/**
 * Watches what a browser uses while it has pages. Processor time is shared out among the pages that are open, since their processes
 * are; over the memory of all, the largest process is ended, which stops its page.
 */
export class PageWatch {
  readonly #browser: RunningBrowser
  readonly #memoryMaxBytes: number
  readonly #watched = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  #cpuMs = 0

  constructor(browser: RunningBrowser, memoryMaxMb = BROWSER_MEMORY_MAX_MB) {
    this.#browser = browser
    this.#memoryMaxBytes = memoryMaxMb * 1_000_000
  }

  /** Watches a page; returns how to end that, which tells the processor time of the page in milliseconds. */
  watch(stops: Stops): () => number {
    const watched = { stops, cpuMs: 0 }
    this.#watched.add(watched)
    if (this.#timer === undefined) {
      this.#cpuMs = this.#browser.usage?.read()?.cpuMs ?? 0
      this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
    }
    return () => {
      this.#look()
      this.#watched.delete(watched)
      if (this.#watched.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
      return watched.cpuMs
    }
  }

  #look(): void {
    const usage = this.#browser.usage?.read()
    if (!usage) return
    const each = (usage.cpuMs - this.#cpuMs) / Math.max(1, this.#watched.size)
    this.#cpuMs = usage.cpuMs
    for (const watched of this.#watched) {
      watched.cpuMs += each
      if (watched.cpuMs > PAGE_CPU_MAX_S * 1000) watched.stops.stop('cpu')
    }
    if (usage.memoryBytes <= this.#memoryMaxBytes) return
    if (this.#watched.size === 1 || !usage.largest) {
      for (const { stops } of this.#watched) stops.stop('memory')
    }
    this.#endLargest(usage.largest?.pid)
  }

  #endLargest(pid: number | undefined): void {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      else if (this.#browser.pid !== undefined) killGroup(this.#browser.pid)
    } catch {
      // It has ended, or is not ours to end: the page's time is bounded all the same.
    }
  }
}
