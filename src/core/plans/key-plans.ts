import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Place, Services } from '../../contract/operation.ts'
import type { Principal } from '../../contract/principal.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { unitsToUsd, usdToUnits } from '../../pay/protocol/money.ts'
import type { Store } from '../../store/port.ts'
import { countDownloads } from './downloads.ts'
import { dayOfUse, type KeyPlan, MIB_BYTES, planOfTeam, StoredPlans } from './key-plan.ts'

/** The rest of a plan, as the `RateLimit-*` headers report it. */
export interface PlanState {
  limit: number
  remaining: number
  /** Seconds until the allowance is back. */
  resetSeconds: number
}

/** Holds the keys of an instance to their plans, and counts calls, money and downloads of those that have one. */
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
      const team = await this.#teamOf(plan)
      await this.#admit({ name, plan }, team, operation)
      const holders = [{ name, plan }, ...team]
      const services = holders.reduce(withinHosts, this.#counting(call.services, holders))
      // What accounts spend is held to their plans where it is reserved; here it is counted.
      const { unitsPerDay } = name.startsWith(ACCOUNT) ? {} : plan
      const spenders = [{ name, limit: unitsPerDay }, ...team.map(unitsOf)]
      const spend = async (usd: string) => this.#spend(spenders, usdToUnits(usd))
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

  /** The team of a plan, with what it is allowed: none where the plan has no team. A team without a plan has no limits. */
  async #teamOf({ team }: KeyPlan): Promise<Holder[]> {
    if (team === undefined) return []
    const name = planOfTeam(team)
    return [{ name, plan: (await this.#stored.find(name)) ?? {} }]
  }

  async #admit(own: Holder, team: readonly Holder[], operation: AnyOperation): Promise<void> {
    for (const { name, plan } of [own, ...team]) {
      const { tools } = plan
      if (tools && !tools.has(operation.name) && !tools.has(operation.toolset)) {
        throw notInPlan(name)
      }
    }
    const { name, plan } = own
    const { callsPerDay } = plan
    const day = this.#today()
    const holders = [own, ...team].map((one) => ({ name: one.name, limit: one.plan.callsPerDay }))
    const { first, refused } = await this.#add('calls', 1, holders)
    this.#seen.set(name, { day, calls: refused?.name === name ? (callsPerDay ?? 0) : first })
    if (refused) throw usedUp(refused, this.#resetSeconds())
  }

  /** A download begins while all have something left, and counts once it has ended: what is under way meanwhile may pass the limit. */
  #counting(services: Services, holders: readonly Holder[]): Services {
    const names = holders.map(({ name }) => ({ name, limit: undefined }))
    const limits = holders.flatMap(({ name, plan: { bytesPerDay: limit } }) =>
      limit === undefined ? [] : [{ name, limit }],
    )
    return countDownloads(services, {
      admit: async () => {
        const full = limits.length > 0 ? await this.#findFull(limits) : undefined
        if (full) throw downloadedUp(full, this.#resetSeconds())
      },
      count: async (bytes) => void (await this.#add('bytes', bytes, names)),
    })
  }

  /** The first that has downloaded today what it may. */
  async #findFull(limits: readonly Allowance<number>[]): Promise<Allowance<number> | undefined> {
    const { db } = await this.#open()
    const names = limits.map(({ name }) => name)
    const rows = await db
      .selectFrom('key_usage')
      .select(['key_name', 'bytes'])
      .where('day', '=', this.#today())
      .where('key_name', 'in', names)
      .execute()
    const used = new Map(rows.map(({ key_name, bytes }) => [key_name, bytes]))
    return limits.find(({ name, limit }) => (used.get(name) ?? 0) >= limit)
  }

  async #spend(spenders: readonly Allowance[], units: number): Promise<void> {
    const { refused } = await this.#add('units', units, spenders)
    if (refused) throw spentUp(refused, this.#resetSeconds())
  }

  /**
   * Adds to what a key and its team have used today: to all of them, or, where that would be more than one of them may, to none, and
   * that one is returned. `first` is how much the first of them has used.
   */
  async #add(
    what: 'calls' | 'units' | 'bytes',
    count: number,
    holders: readonly Allowance[],
  ): Promise<{ first: number; refused?: Allowance }> {
    const day = this.#today()
    const store = await this.#open()
    return store.write(async (tx) => {
      const rowOf = (name: string) =>
        tx.updateTable('key_usage').where('key_name', '=', name).where('day', '=', day)
      let first = 0
      for (const [at, holder] of holders.entries()) {
        const { name, limit = Number.MAX_SAFE_INTEGER } = holder
        await tx
          .insertInto('key_usage')
          .values({ key_name: name, day, calls: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await rowOf(name)
          .set((eb) => ({ [what]: eb(what, '+', count) }))
          .where(what, '<=', limit - count)
          .returning(what)
          .executeTakeFirst()
        if (!row) {
          // Not by an error: writes that are gathered with this one would look at what it takes back.
          for (const { name: before } of holders.slice(0, at)) {
            await rowOf(before)
              .set((eb) => ({ [what]: eb(what, '-', count) }))
              .execute()
          }
          return { first: Math.max(0, first - count), refused: holder }
        }
        if (at === 0) first = row[what]
      }
      return { first }
    })
  }

  #today(): string {
    return dayOfUse(this.#now())
  }

  #resetSeconds(): number {
    return Math.ceil((DAY_MS - (this.#now() % DAY_MS)) / 1_000)
  }
}

/** Whose plan it is, by the name of the plan. */
interface Holder {
  name: string
  plan: KeyPlan
}

/** How much somebody may use in a day, without a limit where that is undefined. */
interface Allowance<Limit = number | undefined> {
  name: string
  limit: Limit
}

function unitsOf({ name, plan }: Holder): Allowance {
  return { name, limit: plan.unitsPerDay }
}

/** Whose limit it is, for whoever meets it. */
function whose(name: string): string {
  return name.startsWith(TEAM) ? `team ${name.slice(TEAM.length)}` : 'key'
}

/** What a key has used on one day. */
export interface KeyUsage {
  day: string
  key: string
  calls: number
  /** What its calls have made the wallet pay. */
  usd: string
  /** What was downloaded for them. */
  bytes: number
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
  return rows.map(({ day, key_name, calls, units, bytes }) => ({
    day,
    key: key_name,
    calls,
    usd: unitsToUsd(units),
    bytes,
  }))
}

const KEY = 'key '
const ACCOUNT = 'chat user '
const TEAM = planOfTeam('')

/** The name of a plan: that of a key, or `chat user <id>`, which no key has. Others have none. */
function nameOf({ id }: Principal): string | undefined {
  if (id.startsWith(KEY)) return id.slice(KEY.length)
  return id.startsWith(ACCOUNT) ? id : undefined
}

function notInPlan(name: string): OperationError {
  return new OperationError('forbidden', `Your ${whose(name)} is not for this tool.`, {
    hint: 'The operator decides which tools a key or team is for.',
  })
}

function spentUp({ name, limit = 0 }: Allowance, resetSeconds: number): OperationError {
  const who = whose(name)
  return new OperationError(
    'rate_limited',
    `That is more than your ${who} may still spend today.`,
    {
      hint: `Your ${who} may spend ${unitsToUsd(limit)} USD a day, again from midnight (UTC).`,
      fields: { 'retry-after': resetSeconds },
    },
  )
}

function usedUp({ name, limit = 0 }: Allowance, resetSeconds: number): OperationError {
  const who = whose(name)
  return new OperationError('rate_limited', `The calls of your ${who} for today are used up.`, {
    hint: `Your ${who} has ${limit} calls a day, again from midnight (UTC).`,
    fields: { 'retry-after': resetSeconds },
  })
}

function downloadedUp({ name, limit }: Allowance<number>, resetSeconds: number): OperationError {
  const who = whose(name)
  return new OperationError('rate_limited', `The downloads of your ${who} for today are used up.`, {
    hint: `Your ${who} may download ${limit / MIB_BYTES} MiB a day, again from midnight (UTC).`,
    fields: { 'retry-after': resetSeconds },
  })
}

/** Services of who reaches only some hosts and those below them, also by redirects; without a browser, where pages reach any. */
function withinHosts(services: Services, { name, plan: { hosts } }: Holder): Services {
  if (!hosts) return services
  const permit = (url: URL): void => {
    const labels = url.hostname.toLowerCase().split('.')
    if (labels.some((_, at) => hosts.has(labels.slice(at).join('.')))) return
    const who = whose(name)
    throw new OperationError('forbidden', `Your ${who} is not for this host.`, {
      hint: `Your ${who} is for ${[...hosts].join(', ')}.`,
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
