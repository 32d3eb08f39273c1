import { startPostgres } from '../../test/support/postgres.ts'
import { cpuMsOfPostgres } from '../scale/stage.ts'
import { type BenchServer, serveBeside, serveChat } from './servers.ts'
import { quantile, table } from './table.ts'

const CONCURRENCIES = [1, 16, 64]
const ROUNDS = 7
const ROUND_MS = 1_500
/** For each process: what two compile, each has half as many requests for. */
const WARM_UP_MS = 8_000
const TEXT =
  'The build of yesterday evening is green again; who wants to look at the last two failures?'

/** One or more processes on one database. */
interface Contender {
  name: string
  servers: readonly BenchServer[]
  /** Whether each sender keeps to one process, as a connection does; else its requests go to one after the other. */
  isKept: boolean
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
  { servers, isKept, cpuMs }: Contender,
  senders: number,
  roundMs: number,
): Promise<Round> {
  const times: number[] = []
  const before = cpuMs()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let n = 0; performance.now() - startedAt < roundMs; n += 1) {
        const server = servers[(isKept ? sender : sender + n) % servers.length]
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

/**
 * Acknowledged sends over HTTP on SQLite and on Postgres, by one process and by two, between which connections or requests are
 * shared out; a Markdown table.
 */
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
    const on = (name: string, isKept: boolean, servers: readonly BenchServer[]): Contender => ({
      name,
      servers,
      isKept,
      cpuMs: () => cpuMs(servers)() + cpuMsOfPostgres(postgres),
    })
    const contenders = [
      { name: 'SQLite', servers: [embedded], isKept: true, cpuMs: cpuMs([embedded]) },
      on('Postgres', true, [first]),
      on('2 processes, connections shared out', true, [first, second]),
      on('2 processes, requests in turn', false, [first, second]),
    ]
    rows.push(...(await compare(contenders, senders)))
  }
  const head = ['senders', 'database', 'sends/s', 'to SQLite', 'to one', 'p50, ms', 'p95, ms']
  return table([...head, 'CPU of all, ms a send'], rows)
}

async function compare(contenders: readonly Contender[], senders: number): Promise<string[][]> {
  const rounds = new Map(contenders.map(({ name }) => [name, [] as Round[]]))
  for (const contender of contenders) {
    await measure(contender, senders, WARM_UP_MS * contender.servers.length)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      rounds.get(contender.name)?.push(await measure(contender, senders, ROUND_MS))
    }
  }
  const ratioTo = (name: string, own: readonly Round[]): number => {
    const base = rounds.get(name) ?? []
    const ratios = own.map(({ perSecond }, at) => perSecond / (base[at]?.perSecond ?? perSecond))
    return quantile(ratios, 0.5)
  }
  return [...rounds].map(([name, own]) => {
    const times = own.flatMap((round) => round.times)
    return [
      String(senders),
      name,
      quantile(
        own.map(({ perSecond }) => perSecond),
        0.5,
      ).toFixed(0),
      ratioTo('SQLite', own).toFixed(2),
      name === 'SQLite' ? '' : ratioTo('Postgres', own).toFixed(2),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      quantile(
        own.map(({ cpuMs }) => cpuMs),
        0.5,
      ).toFixed(3),
    ]
  })
}
