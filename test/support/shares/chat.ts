import { DEFAULT_RATE_RULES } from '../../../src/chat/limits.ts'
import { hashPassword } from '../../../src/chat/users/sign-in/passwords.ts'
import { ACCOUNT_GUESSES, PAIR_GUESSES } from '../../../src/chat/users/sign-in/sign-in-limits.ts'
import { ANONYMOUS_REQUESTS } from '../../../src/http/limits.ts'
import { canaries } from '../canaries.ts'
import { CHEAP, type ChatWorld, startChatWorld } from '../chat-world.ts'
import { type Caller, type Scenario, STRANGERS } from './scenario.ts'

const { password } = canaries()

const outcomeOf = ({ status }: Response): string => (status === 200 ? 'answered' : String(status))

/** Alice and Bob have a password. */
async function startWorld(): Promise<ChatWorld> {
  const world = await startChatWorld({ rateRules: DEFAULT_RATE_RULES })
  for (const name of ['Alice', 'Bob']) {
    await world.add(name, { passwordHash: await hashPassword(password, CHEAP) })
  }
  return world
}

async function signIn(
  world: ChatWorld,
  name: string,
  given: string,
  { address }: Caller,
): Promise<string> {
  const body = new URLSearchParams({ username: `${name}@example.com`, password: given })
  return outcomeOf(await world.request('/fetch_api_key', { method: 'POST', body }, address))
}

const anonymous: Scenario = {
  rows: ['requests to the chat in a minute without an account'],
  by: ['one address'],
  async run({ call }, other) {
    await using world = await startWorld()
    const ask = async ({ address }: Caller) =>
      outcomeOf(await world.request('/server_settings', {}, address))
    for (let n = 0; n < ANONYMOUS_REQUESTS.count; n += 1) await ask(call(n))
    return { flooder: await ask(call(0)), other: await ask(other) }
  },
}

const requests: Scenario = {
  rows: ['requests to the chat in a minute, of one account'],
  by: ['one account'],
  async run({ call }, other) {
    await using world = await startWorld()
    const [mallory, bob] = [await world.add('Mallory'), await world.add('Eve')]
    const ask = async ({ email, key }: typeof bob, { address }: Caller) => {
      const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
      return outcomeOf(await world.request('/users/me', { headers }, address))
    }
    for (let n = 0; n < (DEFAULT_RATE_RULES[0]?.count ?? 0); n += 1) await ask(mallory, call(n))
    return { flooder: await ask(mallory, call(0)), other: await ask(bob, other) }
  },
}

const passwordsOfOne: Scenario = {
  rows: ['wrong passwords for one account in half an hour, from one address'],
  by: ['one address'],
  async run({ call }, other) {
    await using world = await startWorld()
    for (let n = 0; n < PAIR_GUESSES.count; n += 1) await signIn(world, 'alice', 'wrong', call(n))
    return {
      flooder: await signIn(world, 'alice', 'wrong', call(0)),
      other: await signIn(world, 'alice', password, other),
    }
  },
}

const passwordsFromEverywhere: Scenario = {
  rows: ['wrong passwords for one account in half an hour, from all addresses'],
  by: STRANGERS,
  async run({ call }, other) {
    await using world = await startWorld()
    for (let n = 0; n < 2 * ACCOUNT_GUESSES.count; n += 1) {
      await signIn(world, 'alice', 'wrong', call(n))
    }
    return {
      flooder: await signIn(world, 'alice', 'wrong', call(0)),
      other: await signIn(world, 'alice', password, other),
    }
  },
}

/** What callers of the chat have in common before it is known who they are, and right after. */
export const chatScenarios: readonly Scenario[] = [
  anonymous,
  requests,
  passwordsOfOne,
  passwordsFromEverywhere,
]
