import type { Store, Work } from '../../store/port.ts'
import type { Policy } from '../wallet/policy.ts'

/** Limits that the owner may lower while the server runs, in atomic units. */
export interface SpendingLimits {
  perCallUnits: number
  perSessionUnits: number
  perDayUnits: number
}

const NAMES = ['perCallUnits', 'perSessionUnits', 'perDayUnits'] as const

/** Name of the stored setting that holds the spending limits. */
const SETTING = 'spending limits'

/** A database or a transaction in it. */
type Reader = Pick<Store['db'], 'selectFrom'>

/** The policy with the limits in force: those of the configuration, or lower ones that the owner has set since. */
export async function boundPolicy<P extends SpendingLimits>(db: Reader, policy: P): Promise<P> {
  const lowered = await loadLimits(db)
  const bound = NAMES.map((name) => [name, Math.min(policy[name], lowered[name] ?? policy[name])])
  return { ...policy, ...(Object.fromEntries(bound) as Partial<SpendingLimits>) }
}

/**
 * Stores limits; those of the configuration stay the highest there are. Every process with this store keeps to them from its next
 * payment on.
 */
export async function storeLimits(
  write: <T>(work: Work<T>) => Promise<T>,
  limits: Partial<SpendingLimits>,
): Promise<void> {
  await write(async (tx) => {
    const value = JSON.stringify({ ...(await loadLimits(tx)), ...limits })
    await tx
      .insertInto('setting')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

async function loadLimits(db: Reader): Promise<Partial<SpendingLimits>> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as Partial<SpendingLimits>) : {}
}

/** The limits of a policy alone. */
export function limitsOf({ perCallUnits, perSessionUnits, perDayUnits }: Policy): SpendingLimits {
  return { perCallUnits, perSessionUnits, perDayUnits }
}
