import { unitsToUsd } from '../../pay/protocol/money.ts'
import type { Store } from '../../store/port.ts'
import { dayOfUse, listPlans, planOfTeam, readPlan } from './key-plan.ts'

/** What a team has used since midnight (UTC), of all that it may in a day; a limit that it does not have is absent. */
export interface TeamUse {
  team: string
  calls: number
  usd: string
  bytes: number
  callsPerDay?: number
  usdPerDay?: string
  bytesPerDay?: number
}

const NOTHING = { calls: 0, units: 0, bytes: 0 }

/** The teams that have a plan or were used today, by name. */
export async function readTeams(store: Pick<Store, 'db'>, nowMs: number): Promise<TeamUse[]> {
  const prefix = planOfTeam('')
  const rows = await store.db
    .selectFrom('key_usage')
    .selectAll()
    .where('day', '=', dayOfUse(nowMs))
    .where('key_name', 'like', `${prefix}%`)
    .execute()
  const used = new Map(rows.map((row) => [row.key_name, row]))
  const plans = new Map((await listPlans(store)).map(({ name, words }) => [name, words]))
  const names = new Set([...plans.keys(), ...used.keys()].filter((one) => one.startsWith(prefix)))
  return [...names].toSorted().map((name) => {
    const { calls, units, bytes } = used.get(name) ?? NOTHING
    const { callsPerDay, unitsPerDay, bytesPerDay } =
      readPlan(plans.get(name)?.split(' ') ?? []) ?? {}
    return {
      team: name.slice(prefix.length),
      calls,
      usd: unitsToUsd(units),
      bytes,
      ...(callsPerDay === undefined ? {} : { callsPerDay }),
      ...(unitsPerDay === undefined ? {} : { usdPerDay: unitsToUsd(unitsPerDay) }),
      ...(bytesPerDay === undefined ? {} : { bytesPerDay }),
    }
  })
}
