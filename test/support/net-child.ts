/**
 * A process of its own that fetches addresses behind the guards, one after the other, and writes
 * one JSON line for each: for tests of memory and of the environment. Its argument is a JSON
 * `ChildTask`.
 */
import { pino } from 'pino'
import { OperationError } from '../../src/contract/errors.ts'
import { createLocalFetch } from './local-fetch.ts'

/** The task of the process. */
export interface ChildTask {
  allowHosts: readonly string[]
  urls: readonly string[]
  /** Repetitions of the list; default once. */
  rounds?: number
  deadlineMs?: number
  /** Uses the global fetch instead, as the control of a test. */
  unguarded?: boolean
}

/** What it says of one address. */
export interface ChildReport {
  url: string
  /** `ok`, an error code, or the text of an unexpected error. */
  outcome: string
  elapsedMs: number
  /** Peak of resident memory over what it was before. */
  rssGrowthBytes: number
  /** Heap in use before the fetch, after a garbage collection. */
  heapBytes: number
}

const RSS_POLL_MS = 2

const task = JSON.parse(process.argv[2] ?? '') as ChildTask
const { allowHosts, urls, rounds = 1, deadlineMs, unguarded } = task
const log = pino({ level: 'silent' })
const guarded = createLocalFetch({ allowHosts, userAgent: 'Bellhop', log, deadlineMs })
const get = async (url: string): Promise<unknown> =>
  unguarded ? fetch(url) : guarded(url, { signal: new AbortController().signal })

for (const url of Array.from({ length: rounds }, () => urls).flat()) {
  globalThis.gc?.()
  const { rss: before, heapUsed } = process.memoryUsage()
  let peak = before
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, RSS_POLL_MS)
  const start = performance.now()
  const outcome = await get(url).then(
    () => 'ok',
    (error: unknown) => (error instanceof OperationError ? error.code : String(error)),
  )
  look()
  clearInterval(timer)
  const report: ChildReport = {
    url,
    outcome,
    elapsedMs: performance.now() - start,
    rssGrowthBytes: peak - before,
    heapBytes: heapUsed,
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
