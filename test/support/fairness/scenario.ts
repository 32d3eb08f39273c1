import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveBellhop, tempDir } from '../bellhop.ts'
import type { Statuses } from './attackers/attack.ts'
import { ATTACK_NAMES, type AttackName, PAGES_READ } from './attackers/index.ts'
import { Caller } from './caller.ts'
import type { GoodTask, Outcomes } from './good.ts'
import { countHoldings, type Holdings } from './holdings.ts'
import { type Person, settle, writeKeyFile } from './people.ts'
import { startClients, startOrigin } from './processes.ts'
import { cpuMs, isAlive, pidOf, watch, type Watched } from './watch.ts'

/** Who attacks, and how long the good ones are measured meanwhile. */
export interface Plan {
  attacks: readonly AttackName[]
  durationMs: number
  /** How many good people there are; ten unless the machine is busy with other tests. */
  goodPeople?: number
  /** Path of the program; what all tests of the run start, unless given. */
  entry?: string
  /** Further flags and environment of the server. */
  flags?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** How long the server is used before anything is measured. */
  warmUpMs?: number
  /** What an attack leaves behind for longer than this is counted. */
  settleMs?: number
}

/** What came of it. */
export interface Result {
  attacks: readonly AttackName[]
  durationMs: number
  outcomes: Outcomes
  watched: Watched
  /** Before and after the attack; `after` is undefined if the server was gone. */
  before: Holdings
  after: Holdings | undefined
  /** How many responses each attack got, by status. */
  statuses: Partial<Record<AttackName, Statuses>>
  /** CPU time: callers with all that they did, hostile pages, and meanwhile the processes of the server that live at the end. */
  cpuMs: { good: number; hostile: number; pages: number; server: number }
  /** What the server wrote to stderr. */
  stderr: string
}

const GOOD_PEOPLE = 10
/** As the shipped service and image set them. */
const SHIPPED_ENV = {
  NODE_OPTIONS: '--max-semi-space-size=16 --v8-pool-size=1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
const WARM_UP_MS = 6_000
const SETTLE_MS = 8_000
const METRICS_MAX_MS = 30_000
/** An attack is under way when the good ones are measured. */
const HEAD_START_MS = 1_500

/** Lets good people work beside hostile ones at a server of their own, and measures. */
export async function runScenario(plan: Plan): Promise<Result> {
  await using place = new AsyncDisposableStack()
  const dir = place.use(tempDir())
  const [data, temp, keys] = ['data', 'temp', 'keys.txt'].map((name) => join(dir.path, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(temp)
  const goodNames = Array.from(
    { length: plan.goodPeople ?? GOOD_PEOPLE },
    (_, index) => `good-${index}`,
  )
  const people = await settle(data, [...goodNames, ...ATTACK_NAMES, 'operator'])
  writeKeyFile(keys, people)
  const origin = place.use(await startOrigin('good'))
  const read = plan.attacks.flatMap((name) => PAGES_READ[name] ?? [])
  const hostileOrigin =
    plan.attacks.length > 0 ? place.use(await startOrigin('hostile', read)) : origin
  const hosts = [origin, hostileOrigin].map(({ url }) => new URL(url).host).join(',')
  const server = place.use(
    await serveBellhop(
      ['--data-dir', data, '--key-file', keys, '--allow-hosts', hosts, ...(plan.flags ?? [])],
      { TMPDIR: temp, ...SHIPPED_ENV, ...plan.env },
      plan.entry,
    ),
  )
  const pid = pidOf(server.process)
  const operator = place.use(new Caller(server.url, personNamed(people, 'operator')))
  const fetchMetrics = async () => {
    const signal = AbortSignal.timeout(METRICS_MAX_MS)
    const options = { method: 'GET', headers: operator.bearer, keep: true, signal } as const
    return (await operator.send('/metrics', options)).text
  }
  const count = async () => countHoldings({ pid, data, temp }, fetchMetrics)
  const task: GoodTask = {
    url: server.url,
    origin: origin.url,
    people: people.slice(0, goodNames.length),
    durationMs: plan.warmUpMs ?? WARM_UP_MS,
    label: 'warm-up',
  }
  await using warmUp = startClients(task)
  await warmUp.report
  const before = await count()
  const cpuBefore = cpuMs(pid)
  const watching = watch(server.process, server.url)
  await using hostile = startClients({
    targets: plan.attacks.map((name) => [
      name,
      { url: server.url, origin: hostileOrigin.url, person: personNamed(people, name) },
    ]),
  })
  if (plan.attacks.length > 0) await sleep(HEAD_START_MS)
  await using good = startClients({ ...task, durationMs: plan.durationMs, label: 'measured' })
  const { outcomes, cpuMs: goodCpu } = await good.report
  const { statuses = {}, cpuMs: hostileCpu } = await hostile.stop()
  const serverCpu = cpuMs(pid) - cpuBefore
  if (plan.attacks.length > 0) await sleep(plan.settleMs ?? SETTLE_MS)
  const watched = await watching.stop()
  return {
    attacks: plan.attacks,
    durationMs: plan.durationMs,
    outcomes: outcomes as Outcomes,
    watched,
    before,
    after: isAlive(server.process) ? await count() : undefined,
    statuses,
    cpuMs: { good: goodCpu, hostile: hostileCpu, pages: hostileOrigin.cpuMs(), server: serverCpu },
    stderr: server.stderr(),
  }
}

function personNamed(people: readonly Person[], fullName: string): Person {
  const found = people.find(({ name }) => name === fullName)
  if (!found) throw new Error(`Nobody is called ${fullName}.`)
  return found
}
