import type { Store } from '../store/port.ts'
import { type KeyPlan, readPlan } from './key-plan.ts'

/** How long plans that were read hold. */
export const PLANS_KEPT_MS = 5_000

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
export interface WrittenPlan {
  /** Of a key of the key file, or `chat user <id>` for the keys and programs of an account. */
  name: string
  words: string
}

/** All plans of the store, by name. */
export async function listPlans({ db }: Pick<Store, 'db'>): Promise<WrittenPlan[]> {
  const rows = await db.selectFrom('key_plan').selectAll().orderBy('key_name').execute()
  return rows.map(({ key_name, words }) => ({ name: key_name, words }))
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
