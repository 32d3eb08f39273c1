import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackgroundJob } from '../../contract/background-job.ts'
import type { Log } from '../../lib/log.ts'
import type { Store } from '../../store/port.ts'
import { endLease, isOpen, LEASE_MS, renewLease, takeLease } from './lease.ts'

/** Interval between checks for due jobs: none runs more often. */
const LOOK_INTERVAL_MS = 2_000

/** Dependencies of background jobs. */
export interface BackgroundJobSettings {
  store(): Promise<Store>
  jobs: readonly BackgroundJob[]
  now(): Date
  log: Log
  lookIntervalMs?: number
  renewIntervalMs?: number
}

/**
 * Runs background jobs until stopped; stopping resolves once none is running. Each job runs in one process of the store at a
 * time; when that dies, another continues after `LEASE_MS`.
 */
export function startBackgroundJobs({
  store,
  jobs,
  now,
  log,
  lookIntervalMs = LOOK_INTERVAL_MS,
  renewIntervalMs = LEASE_MS / 4,
}: BackgroundJobSettings): { stop(): Promise<void> } {
  const owner = randomUUID()
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    const opened = await store()
    const rows = await opened.db.selectFrom('background_job').selectAll().execute()
    for (const job of jobs) {
      const row = rows.find(({ name }) => name === job.name)
      if (running.has(job.name) || !isOpen(row, now().getTime())) continue
      const turn = takeTurn(opened, job).catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: error, job: job.name }, 'a job could not be done')
      })
      running.set(
        job.name,
        turn.then(() => void running.delete(job.name)),
      )
    }
  }

  async function takeTurn(opened: Store, job: BackgroundJob): Promise<void> {
    if (!(await takeLease(opened, job.name, owner, now().getTime()))) return
    const lost = new AbortController()
    const renewing = setInterval(() => void renew(opened, job, lost), renewIntervalMs)
    let waitMs = job.intervalMs
    try {
      const answer = await job.run(AbortSignal.any([stopping.signal, lost.signal]))
      waitMs = answer?.nextInMs ?? waitMs
    } finally {
      clearInterval(renewing)
      await endLease(opened, job.name, owner, now().getTime() + waitMs)
    }
  }

  async function renew(
    opened: Store,
    { name }: BackgroundJob,
    lost: AbortController,
  ): Promise<void> {
    try {
      if (!(await renewLease(opened, name, owner, now().getTime()))) lost.abort()
    } catch (error) {
      // Another process may take over soon and end this run once the store is available again.
      log.warn({ err: error, job: name }, 'a job could not be kept')
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        log.warn({ err: error }, 'jobs could not be looked for')
      })
      await sleep(lookIntervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const looking = lookAgainAndAgain()
  return {
    async stop() {
      stopping.abort()
      await looking
      await Promise.all(running.values())
    },
  }
}
