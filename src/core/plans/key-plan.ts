import { usdToUnits } from '../../pay/protocol/money.ts'
import type { Store } from '../../store/port.ts'

/** What the operator allows a key. An absent field limits nothing. */
export interface KeyPlan {
  /** Tools and toolsets that may be called. */
  tools?: ReadonlySet<string>
  /** Calls between two midnights (UTC), of all processes of a store together. */
  callsPerDay?: number
  /** What its calls may make the wallet pay between two midnights, in atomic units of USDC. */
  unitsPerDay?: number
  /** What may be downloaded for its calls between two midnights, in bytes as they come over the network. */
  bytesPerDay?: number
  /** Hosts that its calls may read, with what is below them. */
  hosts?: ReadonlySet<string>
  /** The team whose plan it is held to besides: that of `team <name>`. */
  team?: string
}

const TOOLS = /^tools=([\w,-]+)$/
const CALLS_PER_DAY = /^calls-per-day=(\d{1,9})$/
const USD_PER_DAY = /^usd-per-day=(\d{1,6}(?:\.\d{1,6})?)$/
const MIB_PER_DAY = /^mib-per-day=(\d{1,9})$/
const HOSTS = /^hosts=([a-z\d.-]+(?:,[a-z\d.-]+)*)$/i

/** Bytes of a MiB, in which plans count downloads. */
export const MIB_BYTES = 1024 * 1024

const TEAM_OF = /^team=([\w-]{1,60})$/

/** The day (UTC) for which what is used at a time counts. */
export function dayOfUse(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}

/** The name of the plan of a team, which no key has. */
export function planOfTeam(team: string): string {
  return `team ${team}`
}

/** The words of a plan, for people. */
export const PLAN_WORDS =
  'tools=a,b, calls-per-day=100, usd-per-day=0.50, mib-per-day=500, hosts=example.com or team=research'

/** How long plans that were read hold. */
export const PLANS_KEPT_MS = 5_000

/** Reads a plan from its words; undefined where one of them is none. */
export function readPlan(words: readonly string[]): KeyPlan | undefined {
  const plan: KeyPlan = {}
  for (const word of words) {
    const [, tools] = TOOLS.exec(word) ?? []
    const [, calls] = CALLS_PER_DAY.exec(word) ?? []
    const [, usd] = USD_PER_DAY.exec(word) ?? []
    const [, mib] = MIB_PER_DAY.exec(word) ?? []
    const [, hosts] = HOSTS.exec(word) ?? []
    const [, team] = TEAM_OF.exec(word) ?? []
    if (tools !== undefined) plan.tools = new Set(tools.split(','))
    else if (team !== undefined) plan.team = team
    else if (usd !== undefined) plan.unitsPerDay = usdToUnits(usd)
    else if (mib !== undefined) plan.bytesPerDay = Number(mib) * MIB_BYTES
    else if (hosts !== undefined) plan.hosts = new Set(hosts.toLowerCase().split(','))
    else if (calls !== undefined) plan.callsPerDay = Number(calls)
    else return undefined
  }
  return plan
}

/** The plans of keys that the store has, read anew every few seconds, so that a change reaches every process. */
export class StoredPlans {
  readonly #open: () => Promise<Store>
  readonly #now: () => number
  #known: ReadonlyMap<string, KeyPlan> | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<ReadonlyMap<string, KeyPlan>> | undefined

  constructor(store: () => Promise<Store>, now: () => number) {
    this.#open = store
    this.#now = now
  }

  /** The plan of a name as it was read last. */
  known(name: string): KeyPlan | undefined {
    return this.#known?.get(name)
  }

  /** The plan of a name. Throws `unavailable` where it cannot be read, and never was. */
  async find(name: string): Promise<KeyPlan | undefined> {
    if (this.#now() - this.#readAt >= PLANS_KEPT_MS) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      await this.#reading.catch((thrown: unknown) => {
        if (!this.#known) throw thrown
      })
    }
    return this.known(name)
  }

  async #read(): Promise<ReadonlyMap<string, KeyPlan>> {
    const now = this.#now()
    const rows = await listPlans(await this.#open())
    // What an older program cannot read allows nothing.
    const plans = rows.map(
      ({ name, words }) => [name, readPlan(words.split(' ')) ?? { callsPerDay: 0 }] as const,
    )
    this.#readAt = now
    return (this.#known = new Map(plans))
  }
}

/** A plan as the operator wrote it. */
interface WrittenPlan {
  /** Name of a key of the key file, or `chat user <id>` for the keys and programs of an account. */
  name: string
  words: string
}

/** All plans of the store, by name. */
export async function listPlans({ db }: Pick<Store, 'db'>): Promise<WrittenPlan[]> {
  const rows = await db.selectFrom('key_plan').selectAll().orderBy('key_name').execute()
  return rows.map(({ key_name, words }) => ({ name: key_name, words }))
}

/** The plan of a name as the store has it now; one that cannot be read allows nothing. */
export async function findPlan(db: Store['db'], name: string): Promise<KeyPlan | undefined> {
  const row = await db
    .selectFrom('key_plan')
    .select('words')
    .where('key_name', '=', name)
    .executeTakeFirst()
  return row && (readPlan(row.words.split(' ')) ?? { callsPerDay: 0, unitsPerDay: 0 })
}

/** Sets what a name may spend in a day, and leaves the rest of its plan; undefined for no limit of its own. */
export async function limitSpending(
  store: Pick<Store, 'write'>,
  name: string,
  usdPerDay: string | undefined,
): Promise<void> {
  await store.write(async (tx) => {
    const row = await tx
      .selectFrom('key_plan')
      .select('words')
      .where('key_name', '=', name)
      .executeTakeFirst()
    const others = (row?.words.split(' ') ?? []).filter((word) => !USD_PER_DAY.test(word))
    const words = [...others, ...(usdPerDay === undefined ? [] : [`usd-per-day=${usdPerDay}`])]
    await tx.deleteFrom('key_plan').where('key_name', '=', name).execute()
    if (words.length === 0) return
    await tx
      .insertInto('key_plan')
      .values({ key_name: name, words: words.join(' ') })
      .execute()
  })
}

/** Stores the plan of a name in place of the one before; without words, that of the key file counts again. */
export async function storePlan(
  store: Pick<Store, 'write'>,
  { name: key_name, words }: WrittenPlan,
): Promise<void> {
  await store.write(async (tx) => {
    await tx.deleteFrom('key_plan').where('key_name', '=', key_name).execute()
    if (words !== '') await tx.insertInto('key_plan').values({ key_name, words }).execute()
  })
}
