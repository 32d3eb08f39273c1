import { expect, test, vi } from 'vitest'
import { startBackgroundJobs } from '../../../src/app/background-jobs/run-background-jobs.ts'
import type { BackgroundJob } from '../../../src/contract/background-job.ts'
import { MINUTE_MS } from '../../../src/lib/durations.ts'
import { scheduleBackgroundJob } from '../../../src/store/background-job-queue.ts'
import type { Store } from '../../../src/store/port.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import { quietLog } from '../../support/store-backend.ts'

/** A process that does background jobs, on a clock that several may share. `look` waits until it has looked for jobs once more, or is to stop. */
function startProcess(
  store: Store,
  clock: { ms: number },
  job: BackgroundJob,
  renewIntervalMs = 5,
) {
  let looks = 0
  const { stop } = startBackgroundJobs({
    store: async () => {
      looks += 1
      return store
    },
    jobs: [job],
    now: () => new Date(clock.ms),
    log: quietLog,
    lookIntervalMs: 5,
    renewIntervalMs,
  })
  const look = async (stopping?: AbortSignal) => {
    // One may have begun, the next begins later, and it is over when the one after it begins.
    const target = looks + 3
    await vi.waitFor(() => expect(looks >= target || stopping?.aborted).toBe(true))
  }
  return { stop, look }
}

await onBothDatabases((backend) => {
  test('a job is done at once, then after its interval or when it says', async () => {
    const store = await backend.open(backend.newLocation())
    const clock = { ms: 1_000_000 }
    const runs: number[] = []
    const job: BackgroundJob = {
      name: 'count',
      intervalMs: MINUTE_MS,
      async run() {
        runs.push(clock.ms)
        return runs.length === 2 ? { nextInMs: 10 * MINUTE_MS } : undefined
      },
    }
    const process = startProcess(store, clock, job)
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    clock.ms += MINUTE_MS - 1
    await process.look()
    expect(runs).toHaveLength(1)
    clock.ms += 1
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    clock.ms += 9 * MINUTE_MS
    await process.look()
    expect(runs).toHaveLength(2)
    clock.ms += MINUTE_MS
    await vi.waitFor(() => expect(runs).toHaveLength(3))
    await process.stop()
    await store.close()
  })

  test('of two processes one does it, and stopping waits for it', async () => {
    const location = backend.newLocation()
    const stores = [await backend.open(location), await backend.open(location)]
    const clock = { ms: 1_000_000 }
    const processes: ReturnType<typeof startProcess>[] = []
    let atOnce = 0
    let most = 0
    let runs = 0
    const job: BackgroundJob = {
      name: 'alone',
      intervalMs: 0,
      async run(signal) {
        atOnce += 1
        most = Math.max(most, atOnce)
        await Promise.all(processes.map(async (process) => process.look(signal)))
        runs += 1
        atOnce -= 1
      },
    }
    for (const store of stores) processes.push(startProcess(store, clock, job))
    await vi.waitFor(() => expect(runs).toBeGreaterThan(5))
    await Promise.all(processes.map(async (process) => process.stop()))
    expect(most).toBe(1)
    expect(atOnce).toBe(0)
    for (const store of stores) await store.close()
  })

  test('a call brings the next run forward, also while one is running', async () => {
    const store = await backend.open(backend.newLocation())
    const clock = { ms: 1_000_000 }
    const runs: PromiseWithResolvers<void>[] = []
    const job: BackgroundJob = {
      name: 'called',
      intervalMs: MINUTE_MS,
      async run() {
        const run = Promise.withResolvers<void>()
        runs.push(run)
        await run.promise
      },
    }
    const call = async (atMs: number) =>
      store.write(async (tx) => scheduleBackgroundJob(tx, 'called', atMs))
    await call(clock.ms + 10)
    const process = startProcess(store, clock, job)
    await process.look()
    expect(runs).toHaveLength(0)
    clock.ms += 10
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    await call(clock.ms)
    runs[0]?.resolve()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    runs[1]?.resolve()
    await process.look()
    expect(runs).toHaveLength(2)
    await call(clock.ms + 5)
    await call(clock.ms + 50)
    clock.ms += 5
    await vi.waitFor(() => expect(runs).toHaveLength(3))
    runs[2]?.resolve()
    await process.stop()
    await store.close()
  })

  test('what a dead process left is taken over, and a slow one is told', async () => {
    const store = await backend.open(backend.newLocation())
    const clock = { ms: 1_000_000 }
    const signals: AbortSignal[] = []
    const job: BackgroundJob = {
      name: 'left',
      intervalMs: MINUTE_MS,
      async run(signal) {
        signals.push(signal)
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      },
    }
    // This one does not say for an hour that it is alive.
    const slow = startProcess(store, clock, job, 60 * MINUTE_MS)
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    const other = startProcess(store, clock, job)
    clock.ms += MINUTE_MS - 1
    await other.look()
    expect(signals).toHaveLength(1)
    clock.ms += 1
    await vi.waitFor(() => expect(signals).toHaveLength(2))
    // The other one says so, and keeps it.
    for (let minute = 0; minute < 2; minute += 1) {
      clock.ms += MINUTE_MS - 1
      await vi.waitFor(async () => {
        const leases = await store.db
          .selectFrom('background_job')
          .select('leased_until_ms')
          .executeTakeFirst()
        expect(leases?.leased_until_ms).toBeGreaterThan(clock.ms + MINUTE_MS / 2)
      })
    }
    expect(signals).toHaveLength(2)
    // Somebody else takes it from that one, which hears of it.
    await store.write(async (tx) =>
      tx.updateTable('background_job').set({ owner: 'thief' }).execute(),
    )
    await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true))
    await Promise.all([slow.stop(), other.stop()])
    expect(signals[0]?.aborted).toBe(true)
    const rows = await store.db.selectFrom('background_job').select('owner').execute()
    expect(rows).toEqual([{ owner: 'thief' }])
    await store.close()
  })

  test('one that fails is tried again after its interval', async () => {
    const store = await backend.open(backend.newLocation())
    const clock = { ms: 1_000_000 }
    let runs = 0
    const job: BackgroundJob = {
      name: 'fails',
      intervalMs: MINUTE_MS,
      async run() {
        runs += 1
        throw new Error('broken')
      },
    }
    const process = startProcess(store, clock, job)
    await vi.waitFor(() => expect(runs).toBe(1))
    await process.look()
    expect(runs).toBe(1)
    clock.ms += MINUTE_MS
    await vi.waitFor(() => expect(runs).toBe(2))
    await process.stop()
    await store.close()
  })
})
