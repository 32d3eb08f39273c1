import { usdToUnits } from '../pay/protocol/money.ts'

/** What the operator allows a key. An absent field limits nothing. */
export interface KeyPlan {
  /** Tools and toolsets that may be called. */
  tools?: ReadonlySet<string>
  /** Calls between two midnights (UTC), of all processes of a store together. */
  callsPerDay?: number
  /** What its calls may make the wallet pay between two midnights, in atomic units of USDC. */
  unitsPerDay?: number
  /** Hosts that its calls may read, with what is below them. */
  hosts?: ReadonlySet<string>
}

const TOOLS = /^tools=([\w,-]+)$/
const CALLS_PER_DAY = /^calls-per-day=(\d{1,9})$/
const USD_PER_DAY = /^usd-per-day=(\d{1,6}(?:\.\d{1,6})?)$/
const HOSTS = /^hosts=([a-z\d.-]+(?:,[a-z\d.-]+)*)$/i

/** The words of a plan, for people. */
export const PLAN_WORDS = 'tools=a,b, calls-per-day=100, usd-per-day=0.50 or hosts=example.com'

/** Reads a plan from its words; undefined where one of them is none. */
export function readPlan(words: readonly string[]): KeyPlan | undefined {
  const plan: KeyPlan = {}
  for (const word of words) {
    const [, tools] = TOOLS.exec(word) ?? []
    const [, calls] = CALLS_PER_DAY.exec(word) ?? []
    const [, usd] = USD_PER_DAY.exec(word) ?? []
    const [, hosts] = HOSTS.exec(word) ?? []
    if (tools !== undefined) plan.tools = new Set(tools.split(','))
    else if (usd !== undefined) plan.unitsPerDay = usdToUnits(usd)
    else if (hosts !== undefined) plan.hosts = new Set(hosts.toLowerCase().split(','))
    else if (calls !== undefined) plan.callsPerDay = Number(calls)
    else return undefined
  }
  return plan
}
