import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Place, Services } from '../../contract/operation.ts'
import type { Principal } from '../../contract/principal.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { unitsToUsd, usdToUnits } from '../../pay/protocol/money.ts'
import type { Store } from '../../store/port.ts'
import { type KeyPlan, StoredPlans } from './key-plan.ts'

/** The rest of a plan, as the `RateLimit-*` headers report it. */
export interface PlanState {
  limit: number
  remaining: number
  /** Seconds until the allowance is back. */
  resetSeconds: number
}

/** Holds the keys of an instance to their plans, and counts calls and money of those that have one. */
export class KeyPlans {
  readonly #plans: ReadonlyMap<string, KeyPlan>
  readonly #stored: StoredPlans
  readonly #open: () => Promise<Store>
  readonly #now: () => number
  /** Calls that this process has seen last, by key. */
  readonly #seen = new Map<string, { day: string; calls: number }>()

  /** The plans of a key file, by name of the key; those of the store count before them. */
  constructor(plans: ReadonlyMap<string, KeyPlan>, store: () => Promise<Store>, now: () => number) {
    this.#plans = plans
    this.#stored = new StoredPlans(store, now)
    this.#open = store
    this.#now = now
  }

  /** Runs calls elsewhere, but only those that the plan of the key allows. Throws `forbidden` and `rate_limited`. */
  before(place: Place): Place {
    return async (operation, call) => {
      const name = nameOf(call.principal)
      const plan = name && ((await this.#stored.find(name)) ?? this.#plans.get(name))
      if (!plan) return place(operation, call)
      await this.#admit(name, plan, operation)
      const services = plan.hosts ? withinHosts(call.services, plan.hosts) : call.services
      // What accounts spend is held to their plans where it is reserved; here it is counted.
      const { unitsPerDay } = name.startsWith(ACCOUNT) ? {} : plan
      const spend = async (usd: string) => this.#spend(name, { unitsPerDay }, usdToUnits(usd))
      return place(operation, { ...call, services, spend })
    }
  }

  /** The calls that a key has left today, as far as this process knows; undefined for one without a daily number. */
  left(name: string): PlanState | undefined {
    const limit = (this.#stored.known(name) ?? this.#plans.get(name))?.callsPerDay
    if (limit === undefined) return undefined
    const seen = this.#seen.get(name)
    const calls = seen?.day === this.#today() ? seen.calls : 0
    return { limit, remaining: Math.max(0, limit - calls), resetSeconds: this.#resetSeconds() }
  }

  async #admit(
    name: string,
    { tools, callsPerDay = Number.MAX_SAFE_INTEGER }: KeyPlan,
    operation: AnyOperation,
  ): Promise<void> {
    if (tools && !tools.has(operation.name) && !tools.has(operation.toolset)) throw notInPlan()
    const day = this.#today()
    const calls = await this.#add(name, 'calls', 1, callsPerDay)
    this.#seen.set(name, { day, calls: calls ?? callsPerDay })
    if (calls === undefined) throw usedUp(callsPerDay, this.#resetSeconds())
  }

  async #spend(
    name: string,
    { unitsPerDay = Number.MAX_SAFE_INTEGER }: { unitsPerDay: number | undefined },
    units: number,
  ): Promise<void> {
    const spent = await this.#add(name, 'units', units, unitsPerDay)
    if (spent === undefined) throw spentUp(unitsPerDay, this.#resetSeconds())
  }

  /** Adds to what a key has used today, and returns how much that is; undefined where it would be more than the limit. */
  async #add(
    key_name: string,
    what: 'calls' | 'units',
    count: number,
    limit: number,
  ): Promise<number | undefined> {
    const day = this.#today()
    const store = await this.#open()
    return store.write(async (tx) => {
      await tx
        .insertInto('key_usage')
        .values({ key_name, day, calls: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await tx
        .updateTable('key_usage')
        .set((eb) => ({ [what]: eb(what, '+', count) }))
        .where('key_name', '=', key_name)
        .where('day', '=', day)
        .where(what, '<=', limit - count)
        .returning(what)
        .executeTakeFirst()
      return row?.[what]
    })
  }

  #today(): string {
    return new Date(this.#now()).toISOString().slice(0, 10)
  }

  #resetSeconds(): number {
    return Math.ceil((DAY_MS - (this.#now() % DAY_MS)) / 1_000)
  }
}

/** What a key has used on one day. */
export interface KeyUsage {
  day: string
  key: string
  calls: number
  /** What its calls have made the wallet pay. */
  usd: string
}

/** What keys with a plan have used, the latest day first. */
export async function readKeyUsage(
  { db }: Pick<Store, 'db'>,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<KeyUsage[]> {
  const rows = await db
    .selectFrom('key_usage')
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('key_name')
    .limit(limit)
    .execute()
  return rows.map(({ day, key_name, calls, units }) => ({
    day,
    key: key_name,
    calls,
    usd: unitsToUsd(units),
  }))
}

const KEY = 'key '
const ACCOUNT = 'chat user '

/** The name of a plan: that of a key, or `chat user <id>`, which no key has. Others have none. */
function nameOf({ id }: Principal): string | undefined {
  if (id.startsWith(KEY)) return id.slice(KEY.length)
  return id.startsWith(ACCOUNT) ? id : undefined
}

function notInPlan(): OperationError {
  return new OperationError('forbidden', 'Your key is not for this tool.', {
    hint: 'The operator decides which tools a key is for.',
  })
}

function spentUp(limit: number, resetSeconds: number): OperationError {
  return new OperationError('rate_limited', 'That is more than your key may still spend today.', {
    hint: `Your key may spend ${unitsToUsd(limit)} USD a day, again from midnight (UTC).`,
    fields: { 'retry-after': resetSeconds },
  })
}

function usedUp(limit: number, resetSeconds: number): OperationError {
  return new OperationError('rate_limited', 'The calls of your key for today are used up.', {
    hint: `Your key has ${limit} calls a day, again from midnight (UTC).`,
    fields: { 'retry-after': resetSeconds },
  })
}

/** Services of a key that reaches only these hosts and those below them, also by redirects; without a browser, where pages reach any. */
function withinHosts(services: Services, hosts: ReadonlySet<string>): Services {
  const permit = (url: URL): void => {
    const labels = url.hostname.toLowerCase().split('.')
    if (labels.some((_, at) => hosts.has(labels.slice(at).join('.')))) return
    throw new OperationError('forbidden', 'Your key is not for this host.', {
      hint: `Your key is for ${[...hosts].join(', ')}.`,
    })
  }
  const { fetch, vetAddress } = services
  return {
    ...services,
    browser: undefined,
    async fetch(url, options) {
      return fetch(url, {
        ...options,
        async permit(hop) {
          permit(hop)
          await options.permit?.(hop)
        },
      })
    },
    async vetAddress(url, options) {
      if (URL.canParse(url)) permit(new URL(url))
      return vetAddress(url, options)
    },
  }
}
