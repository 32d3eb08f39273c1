import type { TestPostgres } from '../../test/support/postgres.ts'
import { quantile } from '../chat/table.ts'
import { cpuMsOfPostgres, PROCESSES, type Stage, startStage } from './stage.ts'

const SENDERS = 64
const WARM_UP_MS = 3_000
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
}

/** Sends by all processes at once, in rounds that take turns. */
export async function measureSending(postgres: TestPostgres): Promise<Sending[]> {
  await using stages = new AsyncDisposableStack()
  const all: { processes: number; stage: Stage; rounds: Omit<Sending, 'processes'>[] }[] = []
  for (const processes of PROCESSES) {
    const stage = stages.use(await startStage(postgres.newUrl(), processes, SENDERS))
    await sendFor(stage, postgres, WARM_UP_MS)
    all.push({ processes, stage, rounds: [] })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { stage, rounds } of all) rounds.push(await sendFor(stage, postgres, ROUND_MS))
  }
  return all.map(({ processes, rounds }) => {
    const median = (name: keyof (typeof rounds)[number]) =>
      quantile(
        rounds.map((round) => round[name]),
        0.5,
      )
    return {
      processes,
      perSecond: median('perSecond'),
      p95Ms: median('p95Ms'),
      cpuMs: median('cpuMs'),
      postgresCpuMs: median('postgresCpuMs'),
    }
  })
}

async function sendFor(
  { servers, cpuMs }: Stage,
  postgres: TestPostgres,
  roundMs: number,
): Promise<Omit<Sending, 'processes'>> {
  const times: number[] = []
  const [cpuBefore, postgresBefore] = [cpuMs(), cpuMsOfPostgres(postgres)]
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
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
