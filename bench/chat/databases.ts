import { startPostgres } from '../../test/support/postgres.ts'
import { cpuMsOfPostgres } from '../scale/stage.ts'
import { type BenchServer, serveBeside, serveChat } from './servers.ts'
import { quantile, table } from './table.ts'

const CONCURRENCIES = [1, 16, 64]
const ROUNDS = 7
const ROUND_MS = 1_500
const WARM_UP_MS = 4_000
const TEXT =
  'The build of yesterday evening is green again; who wants to look at the last two failures?'

/** One or more processes on one database. */
interface Contender {
  name: string
  servers: readonly BenchServer[]
  /** CPU time in ms of the processes and the database. */
  cpuMs(): number
}

/** What became of one round. */
interface Round {
  perSecond: number
  times: number[]
  cpuMs: number
}

async function measure(
  { servers, cpuMs }: Contender,
  senders: number,
  roundMs: number,
): Promise<Round> {
  const times: number[] = []
  const before = cpuMs()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let n = 0; performance.now() - startedAt < roundMs; n += 1) {
        const server = servers[(sender + n) % servers.length]
        const sentAt = performance.now()
        const place = { type: 'channel', to: 'general', topic: `topic ${sender}` }
        await server?.post('/messages', { ...place, content: `${TEXT} ${n}` })
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const perSecond = (times.length * 1_000) / (performance.now() - startedAt)
  return { perSecond, times, cpuMs: (cpuMs() - before) / times.length }
}

/** Acknowledged sends over HTTP on SQLite and on Postgres, by one process and by two; a Markdown table. */
export async function measureDatabases(): Promise<string> {
  await using postgres = await startPostgres({ isSynced: true })
  if (!postgres) return 'There is no Postgres here.'
  const rows: string[][] = []
  for (const senders of CONCURRENCIES) {
    const url = postgres.newUrl()
    await using embedded = await serveChat(senders)
    await using first = await serveChat(senders, url)
    await using second = await serveBeside(first, senders, url)
    const cpuMs = (servers: readonly BenchServer[]) => () =>
      servers.reduce((sum, server) => sum + (server.cpuMs() ?? Number.NaN), 0)
    const sqlite = { name: 'SQLite', servers: [embedded], cpuMs: cpuMs([embedded]) }
    const on = (name: string, servers: readonly BenchServer[]): Contender => ({
      name,
      servers,
      cpuMs: () => cpuMs(servers)() + cpuMsOfPostgres(postgres),
    })
    const contenders = [
      sqlite,
      on('Postgres', [first]),
      on('Postgres, 2 processes', [first, second]),
    ]
    rows.push(...(await compare(contenders, senders)))
  }
  const head = ['senders', 'database', 'sends/s', 'to SQLite', 'p50, ms', 'p95, ms']
  return table([...head, 'CPU of all, ms a send'], rows)
}

async function compare(contenders: readonly Contender[], senders: number): Promise<string[][]> {
  const rounds = new Map(contenders.map(({ name }) => [name, [] as Round[]]))
  for (const contender of contenders) await measure(contender, senders, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      rounds.get(contender.name)?.push(await measure(contender, senders, ROUND_MS))
    }
  }
  const base = rounds.get('SQLite') ?? []
  return [...rounds].map(([name, own]) => {
    const ratios = own.map(({ perSecond }, at) => perSecond / (base[at]?.perSecond ?? perSecond))
    const times = own.flatMap((round) => round.times)
    return [
      String(senders),
      name,
      quantile(
        own.map(({ perSecond }) => perSecond),
        0.5,
      ).toFixed(0),
      quantile(ratios, 0.5).toFixed(2),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      quantile(
        own.map(({ cpuMs }) => cpuMs),
        0.5,
      ).toFixed(3),
    ]
  })
}
