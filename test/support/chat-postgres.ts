import { setTimeout as sleep } from 'node:timers/promises'
import { serveBellhop, tempDir } from './bellhop.ts'
import { faultsOf, hear, Pulse, registerFor, talk } from './chat-load.ts'
import type { TestPostgres } from './postgres.ts'

/** Talkers per process. */
const TALKERS = 3
/** Messages that are acknowledged in each phase, however short it is. */
const PHASE_MIN_COUNT = 6

/** What remained after two processes had shared a database that stopped and came back. */
export interface SharedReport {
  acknowledged: number
  retries: number
  faults: string[]
}

/**
 * Lets people talk at two processes on one Postgres, and listeners ask one and the other in turn, while
 * the database is stopped and started so many times, by order and by crash.
 */
export async function shareUnderLoad(
  postgres: TestPostgres,
  { stops, phaseMs }: { stops: number; phaseMs: number },
): Promise<SharedReport> {
  using dir = tempDir()
  const args = ['--data-dir', dir.path, '--chat-rate-limits', 'off', '--toolsets', 'chat']
  const env = { BELLHOP_DATABASE_URL: postgres.newUrl() }
  await using one = await serveBellhop(args, env)
  await using other = await serveBellhop(args, env)
  const account = one.owner()
  const urls = [one.url, other.url]
  let turns = 0
  const inTurn = () => urls[(turns += 1) % urls.length]
  const pulse = new Pulse()
  const hush = new AbortController()
  const enough = new AbortController()
  const queues = await Promise.all(urls.map(async () => registerFor(inTurn, account)))
  const hearings = queues.map(async (queue) => hear(inTurn, account, queue, enough.signal))
  const talks = urls.flatMap((url, server) =>
    Array.from({ length: TALKERS }, async (_, index) => {
      const queueId = await registerFor(() => url, account)
      const name = `talker ${server}.${index}`
      return talk(() => url, account, { name, queueId, pulse }, hush.signal)
    }),
  )
  for (let stop = 0; stop < stops; stop += 1) {
    await pulse.more(PHASE_MIN_COUNT)
    await sleep(phaseMs)
    await postgres.stop(stop % 2 === 0 ? 'fast' : 'immediate')
    await sleep(phaseMs / 4)
    await postgres.start()
  }
  await pulse.more(PHASE_MIN_COUNT)
  await sleep(phaseMs)
  hush.abort()
  const talked = await Promise.all(talks)
  // Only now is everything said.
  enough.abort()
  const heard = await Promise.all(hearings)
  return {
    acknowledged: talked.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    retries: talked.reduce((sum, { retries }) => sum + retries, 0),
    faults: heard.flatMap((hearing) => faultsOf(hearing, talked)),
  }
}
