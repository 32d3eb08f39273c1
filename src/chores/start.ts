import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Store } from '../store/port.ts'
import { endLease, isOpen, LEASE_MS, renewLease, takeLease } from './lease.ts'
import type { Chore } from './port.ts'

/** How often it is looked for what is due: chores cannot come back sooner. */
const LOOK_INTERVAL_MS = 2_000

/** What chores are done with. */
export interface ChoreSettings {
  store(): Promise<Store>
  chores: readonly Chore[]
  now(): Date
  log: Log
  lookIntervalMs?: number
  renewIntervalMs?: number
}

/**
 * Does chores until it is told to stop, which resolves once none is running. Of all processes on the
 * store, one at a time does each; when it dies, another goes on after `LEASE_MS`.
 */
export function startChores({
  store,
  chores,
  now,
  log,
  lookIntervalMs = LOOK_INTERVAL_MS,
  renewIntervalMs = LEASE_MS / 4,
}: ChoreSettings): { stop(): Promise<void> } {
  const owner = randomUUID()
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    const opened = await store()
    const rows = await opened.db.selectFrom('chore').selectAll().execute()
    for (const chore of chores) {
      const row = rows.find(({ name }) => name === chore.name)
      if (running.has(chore.name) || !isOpen(row, now().getTime())) continue
      const turn = takeTurn(opened, chore).catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: error, chore: chore.name }, 'a chore could not be done')
      })
      running.set(
        chore.name,
        turn.then(() => void running.delete(chore.name)),
      )
    }
  }

  async function takeTurn(opened: Store, chore: Chore): Promise<void> {
    if (!(await takeLease(opened, chore.name, owner, now().getTime()))) return
    const lost = new AbortController()
    const renewing = setInterval(() => void renew(opened, chore, lost), renewIntervalMs)
    let waitMs = chore.intervalMs
    try {
      const answer = await chore.run(AbortSignal.any([stopping.signal, lost.signal]))
      waitMs = answer?.nextInMs ?? waitMs
    } finally {
      clearInterval(renewing)
      await endLease(opened, chore.name, owner, now().getTime() + waitMs)
    }
  }

  async function renew(opened: Store, { name }: Chore, lost: AbortController): Promise<void> {
    try {
      if (!(await renewLease(opened, name, owner, now().getTime()))) lost.abort()
    } catch (error) {
      // Another process may take over soon, and ends this one's turn as soon as the store is back.
      log.warn({ err: error, chore: name }, 'a chore could not be kept')
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        log.warn({ err: error }, 'chores could not be looked for')
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
