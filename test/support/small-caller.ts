import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Pause between two calls. */
const PAUSE_MS = 5

/** What to call, and as whom. */
export interface SmallCalls {
  url: string
  authorization: string
}

/** How the calls went: times of answers in milliseconds, ascending, and how many failed. */
export interface SmallCallsMade {
  times: number[]
  failures: number
}

const { url, authorization } = workerData as SmallCalls
const times: number[] = []
let failures = 0
const over = new AbortController()
parentPort?.once('message', () => {
  over.abort()
})
while (!over.signal.aborted) {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { authorization } }).catch(() => undefined)
  await response?.text().catch(() => {})
  times.push(performance.now() - startedAt)
  if (!response?.ok) failures += 1
  await sleep(PAUSE_MS)
}
times.sort((a, b) => a - b)
parentPort?.postMessage({ times, failures } satisfies SmallCallsMade)
