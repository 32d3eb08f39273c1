import type { TestPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../chat/table.ts'
import { cpuMsOfPostgres, PROCESSES, type Stage, startStage } from './stage.ts'

const SENDERS = 64
/** For each process: what several compile, each has a part of the requests for. */
const WARM_UP_MS = 5_000
const ROUNDS = 5
const ROUND_MS = 1_500
const TEXT =
  'The build of yesterday evening is green again; who wants to look at the last two failures?'

/** What sending takes with so many processes. */
export interface Sending {
  processes: number
  perSecond: number
  p95Ms: number
  /** Of all processes together, for one send. */
  cpuMs: number
  postgresCpuMs: number
  /** The same where each process has as many senders as one alone has: processes are added since there are more. */
  busyCpuMs: number
}

/** One round. */
type Round = Omit<Sending, 'processes' | 'busyCpuMs'>

/** Sends by all processes at once, in rounds that take turns. */
export async function measureSending(postgres: TestPostgres): Promise<Sending[]> {
  await using stages = new AsyncDisposableStack()
  const all: { processes: number; stage: Stage; rounds: Round[]; busyRounds: Round[] }[] = []
  for (const processes of PROCESSES) {
    const stage = stages.use(await startStage(postgres.newUrl(), processes, SENDERS))
    await sendFor(stage, postgres, SENDERS, WARM_UP_MS * processes)
    all.push({ processes, stage, rounds: [], busyRounds: [] })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { processes, stage, rounds, busyRounds } of all) {
      rounds.push(await sendFor(stage, postgres, SENDERS, ROUND_MS))
      busyRounds.push(await sendFor(stage, postgres, SENDERS * processes, ROUND_MS))
    }
  }
  return all.map(({ processes, rounds, busyRounds }) => ({
    processes,
    perSecond: medianOf(rounds, 'perSecond'),
    p95Ms: medianOf(rounds, 'p95Ms'),
    cpuMs: medianOf(rounds, 'cpuMs'),
    postgresCpuMs: medianOf(rounds, 'postgresCpuMs'),
    busyCpuMs: medianOf(busyRounds, 'cpuMs'),
  }))
}

function medianOf(rounds: readonly Round[], name: keyof Round): number {
  return quantile(
    rounds.map((round) => round[name]),
    0.5,
  )
}

async function sendFor(
  { servers, cpuMs }: Stage,
  postgres: TestPostgres,
  senders: number,
  roundMs: number,
): Promise<Round> {
  const times: number[] = []
  const [cpuBefore, postgresBefore] = [cpuMs(), cpuMsOfPostgres(postgres)]
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let n = 0; performance.now() - startedAt < roundMs; n += 1) {
        const sentAt = performance.now()
        const place = { type: 'channel', to: 'general', topic: `topic ${sender}` }
        await servers[(sender + n) % servers.length]?.post('/messages', {
          ...place,
          content: `${TEXT} ${n}`,
        })
        times.push(performance.now() - sentAt)
      }
    }),
  )
  return {
    perSecond: (times.length * 1_000) / (performance.now() - startedAt),
    p95Ms: quantile(times, 0.95),
    cpuMs: (cpuMs() - cpuBefore) / times.length,
    postgresCpuMs: (cpuMsOfPostgres(postgres) - postgresBefore) / times.length,
  }
}
