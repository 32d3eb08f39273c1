import { setTimeout as sleep } from 'node:timers/promises'
import { type Served, serveBellhop, tempDir } from './bellhop.ts'
import { faultsOf, hear, registerFor, talk } from './chat-load.ts'
import type { TestPostgres } from './postgres.ts'

const INSTANCES = 3
const TALKERS = 6

/** What remained after servers of one database were killed and started again while people talked. */
export interface RollingReport {
  acknowledged: number
  /** Messages that were sent again, since no answer came. */
  retries: number
  faults: string[]
}

/**
 * Lets people talk and listen at three servers on one Postgres, each request at another one, while every so often one of them is
 * killed, or stopped as at an upgrade, and another is started in its place.
 */
export async function rollUnderLoad(
  postgres: TestPostgres,
  { totalMs, phaseMs }: { totalMs: number; phaseMs: number },
): Promise<RollingReport> {
  using dir = tempDir()
  const args = ['--data-dir', dir.path, '--chat-rate-limits', 'off', '--toolsets', 'chat']
  const env = { BELLHOP_DATABASE_URL: postgres.newUrl() }
  const start = async (): Promise<Served> => serveBellhop(args, env)
  const servers: (Served | undefined)[] = []
  for (let n = 0; n < INSTANCES; n += 1) servers.push(await start())
  const account = (servers[0] as Served).owner()
  let turn = 0
  const inTurn = (): string | undefined => {
    const there = servers.filter((one) => one !== undefined)
    return there[(turn += 1) % there.length]?.url
  }
  const [hush, enough] = [new AbortController(), new AbortController()]
  const queues = await Promise.all([0, 1].map(async () => registerFor(inTurn, account)))
  const hearings = queues.map(async (queue) => hear(inTurn, account, queue, enough.signal))
  const talks = Array.from({ length: TALKERS }, async (_, index) => {
    const queueId = await registerFor(inTurn, account)
    return talk(inTurn, account, { name: `talker ${index}`, queueId, pauseMs: 5 }, hush.signal)
  })
  const endsAt = performance.now() + totalMs
  for (let round = 0; performance.now() < endsAt; round += 1) {
    await sleep(phaseMs)
    const at = round % INSTANCES
    const old = servers[at]
    const isUpgrade = round % 2 === 1
    // A balancer sends nothing more to one that is stopped, and still sends to one that was killed.
    if (isUpgrade) servers[at] = undefined
    old?.process.kill(isUpgrade ? 'SIGTERM' : 'SIGKILL')
    const fresh = await start()
    servers[at] = fresh
    await old?.[Symbol.asyncDispose]()
  }
  hush.abort()
  const talked = await Promise.all(talks)
  enough.abort()
  const heard = await Promise.all(hearings)
  await Promise.all(servers.map(async (one) => one?.[Symbol.asyncDispose]()))
  return {
    acknowledged: talked.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    retries: talked.reduce((sum, { retries }) => sum + retries, 0),
    faults: heard.flatMap((hearing) => faultsOf(hearing, talked)),
  }
}
