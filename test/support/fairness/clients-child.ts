import type { Statuses, Target } from './attackers/attack.ts'
/** Callers of the load scenario, in a process of their own: does the task that its parent sends, and sends back what came of it. */
import { ATTACKS, type AttackName } from './attackers/index.ts'
import { beGood, type GoodTask, type Outcomes } from './good.ts'

/** Attacks until the parent says `stop`. */
export interface HostileTask {
  targets: [AttackName, Target][]
}

/** What came of a task. */
export interface Report {
  outcomes?: Outcomes
  /** How many responses each attack got, by status. */
  statuses?: Partial<Record<AttackName, Statuses>>
  /** CPU time of this process. */
  cpuMs: number
}

const stop = new AbortController()

process.on('message', (message: 'stop' | GoodTask | HostileTask) => {
  if (message === 'stop') stop.abort()
  else void work(message)
})
process.on('disconnect', () => process.exit())

async function work(task: GoodTask | HostileTask): Promise<void> {
  const done =
    'targets' in task ? { statuses: await attack(task) } : { outcomes: await beGood(task) }
  const { user, system } = process.cpuUsage()
  process.send?.({ ...done, cpuMs: (user + system) / 1_000 } satisfies Report)
}

async function attack({ targets }: HostileTask): Promise<Partial<Record<AttackName, Statuses>>> {
  const all = targets.map(async ([name, target]) => [
    name,
    await ATTACKS[name](target, stop.signal),
  ])
  return Object.fromEntries(await Promise.all(all)) as Partial<Record<AttackName, Statuses>>
}
