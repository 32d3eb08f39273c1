import { ConfigError } from '../../app/config/config.ts'
import {
  listPlans,
  PLAN_WORDS,
  PLANS_KEPT_MS,
  readPlan,
  storePlan,
} from '../../core/plans/key-plan.ts'
import type { Store } from '../../store/port.ts'

/** Word in place of limits that ends a plan. */
const NONE = 'none'

/**
 * `bellhop plan [<key> <limit> ...]`: lists the plans of the store, or stores one in place of what the key file says of a key. The
 * keys and programs of an account go by the address of the account.
 */
export async function plan(
  store: Store,
  [name, ...words]: readonly string[],
  findAccount: (email: string) => Promise<number | undefined>,
): Promise<string> {
  if (name === undefined) {
    const plans = await listPlans(store)
    return plans.map((one) => `${one.name}: ${one.words}`).join('\n') || 'No key has a plan here.'
  }
  const isEnd = words.length === 1 && words[0] === NONE
  if (words.length === 0 || (!isEnd && !readPlan(words))) {
    throw new ConfigError(`plan takes a key, and after it ${PLAN_WORDS}, or the word ${NONE}.`)
  }
  const whose = name.includes('@') ? await nameOfAccount(name, findAccount) : name
  await storePlan(store, { name: whose, words: isEnd ? '' : words.join(' ') })
  const seconds = PLANS_KEPT_MS / 1_000
  return `${isEnd ? 'The key file applies again' : 'The plan applies'} within ${seconds} seconds, at every server on this store.`
}

async function nameOfAccount(
  email: string,
  findAccount: (email: string) => Promise<number | undefined>,
): Promise<string> {
  const id = await findAccount(email)
  if (id === undefined) throw new ConfigError(`There is no account ${email}.`)
  return `chat user ${id}`
}
