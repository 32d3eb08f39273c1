import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPageTurns } from '../../../src/browser/page-browser.ts'
import { ByteBudget } from '../../../src/lib/byte-budget.ts'
import { BytePace, PACE_BURST_BYTES } from '../../../src/lib/byte-pace.ts'
import { FairSet } from '../../../src/mcp/fair-set.ts'
import {
  SESSION_LIMITS,
  TASKS_MAX_BYTES,
  TASKS_PER_PRINCIPAL_MAX_BYTES,
} from '../../../src/mcp/limits.ts'
import { TaskStore } from '../../../src/mcp/tasks/task-store.ts'
import { DEFAULT_FETCH_LIMITS, FetchTurns } from '../../../src/net/fetch/fetch-turns.ts'
import { sharedBudget } from '../../../src/net/fetch/shared-budget.ts'
import { BODY_MEMORY_MAX_BYTES, SPOOL_MAX_BYTES } from '../../../src/net/limits.ts'
import {
  UNPAID_BURST_CALLS,
  PAYER_MAX_CALLS,
  REJECTED_BURST_PAYMENTS,
  VERIFY_PER_NETWORK_MAX_CALLS,
} from '../../../src/pay/limits.ts'
import { PaymentThrottle } from '../../../src/pay/seller/payment-throttle.ts'
import { limitsOf, thisMachine } from '../../../src/sandbox/capacity.ts'
import { JobTurns, type Turn } from '../../../src/sandbox/job-turns.ts'
import { RESULTS_MAX_BYTES, RESULTS_PER_PRINCIPAL_MAX_BYTES } from '../../../src/sandbox/limits.ts'
import { tempDir } from '../bellhop.ts'
import { openNewStoreOf } from '../database.ts'
import { stopClock } from '../stopped-clock.ts'
import {
  ANYBODY,
  type Caller,
  type Scenario,
  STRANGERS,
  outcomeOf,
  outcomeSoon,
} from './scenario.ts'

const { signal } = new AbortController()

/** Never done. */
const NEVER = new Promise<void>(() => {})

/** Takes turns for work that never ends, until there are no more. */
async function fillTurns(turns: FetchTurns, call: (n: number) => Caller): Promise<void> {
  for (let n = 0; n < 1_000; n += 1) {
    const { principal } = call(n)
    const outcome = await outcomeSoon(turns.run({ principal, signal }, async () => NEVER))
    if (outcome !== 'waits') return
  }
}

function turnsScenario(rows: readonly string[], make: () => FetchTurns): Scenario {
  return {
    rows,
    by: ANYBODY,
    async run({ call }, { principal }) {
      const turns = make()
      await fillTurns(turns, call)
      return {
        flooder: await outcomeOf(async () =>
          turns.run({ principal: call(1_000).principal, signal }, async () => {}),
        ),
        other: await outcomeSoon(turns.run({ principal, signal }, async () => {})),
      }
    },
  }
}

/** Takes pieces of a budget until it gives no more, and then one more. */
function budgetScenario(
  rows: readonly string[],
  pieceBytes: number,
  make: () => ByteBudget,
): Scenario {
  return {
    rows,
    by: ANYBODY,
    async run({ call }, { principal }) {
      const budget = make()
      const take = (id: string) => (budget.lease(id).tryGrow(pieceBytes) ? 'answered' : 'waits')
      for (let n = 0; n < 5_000; n += 1) {
        if (take(call(n).principal.id) === 'waits') break
      }
      return { flooder: take(call(5_001).principal.id), other: take(principal.id) }
    },
  }
}

const jobOf = ({ principal }: Caller): Turn => ({
  principal,
  job: 'page',
  isShort: false,
  bytes: 1_000,
  report: undefined,
})

const parsers: Scenario = {
  rows: [
    'documents parsed at once',
    'documents that wait for a parser, of all callers',
    'documents that wait for a parser, of one caller',
    'wait for a parser',
    'parsing one document',
  ],
  by: ANYBODY,
  async run({ call }, other) {
    const turns = new JobTurns({ ...limitsOf(thisMachine()), maxRunning: 2 })
    const running = []
    let refused: string | undefined
    for (let n = 0; refused === undefined && n < 1_000; n += 1) {
      const outcome = await outcomeOf(() => turns.add(jobOf(call(n))))
      if (outcome !== 'answered') refused = outcome
      const begun = turns.take(running)
      if (begun) running.push({ ...begun, startedMs: performance.now() })
    }
    // All that one has begun goes on for as long as it may, and then the next one begins.
    const [ended] = running.splice(0, 1)
    if (ended) turns.charge({ ...ended, startedMs: performance.now() - 10_000 })
    turns.add(jobOf(other))
    const next = turns.take(running)
    return {
      flooder: refused ?? 'answered',
      other: next?.principal.id === other.principal.id ? 'answered' : 'waits',
    }
  },
}

const sessions: Scenario = {
  rows: [
    'sessions of 2025-era MCP clients, and event streams over MCP, of all callers',
    'sessions of 2025-era MCP clients, and event streams over MCP, of one key or chat account',
    'sessions of 2025-era MCP clients, and event streams over MCP, of callers without a key at one address',
    'idle time of an MCP session',
    'time for which an anonymous MCP client may be silent',
  ],
  by: ANYBODY,
  async run({ call }, other) {
    const open = new FairSet(SESSION_LIMITS)
    const add = ({ principal, isStranger }: Caller) =>
      open.add({ owner: { id: principal.id, isStranger }, usedAt: 0, isIdle: false, close() {} }) ??
      'answered'
    for (let n = 0; n < 2_000; n += 1) add(call(n))
    return { flooder: add(call(2_001)), other: add(other) }
  },
}

const tasks: Scenario = {
  rows: [
    'tasks of one caller in the store',
    'tasks of all callers in the store',
    'time for which a task is kept',
  ],
  by: ANYBODY,
  async run({ call }, other) {
    using dir = tempDir()
    const store = await openNewStoreOf(dir.path)
    using _closing = { [Symbol.dispose]: () => void store.close() }
    let ids = 0
    const kept = new TaskStore(
      async () => store,
      () => 0,
      'runner',
    )
    const add = async ({ principal, isStranger }: Caller) => {
      const share = isStranger ? 1 / 4 : 1
      const room = {
        perPrincipalMaxBytes: TASKS_PER_PRINCIPAL_MAX_BYTES * share,
        maxBytes: TASKS_MAX_BYTES,
      }
      const begun = await kept.add(
        {
          id: String((ids += 1)),
          principal: principal.id,
          tool: 'read',
          program: null,
          account_id: null,
          arguments: '{}',
          resumption: 'anew',
          expires_ms: 1,
        },
        room,
      )
      return begun ? 'answered' : 'full'
    }
    for (let n = 0; n < 3_000; n += 50) {
      const some = Array.from({ length: 50 }, async (_, at) => add(call(n + at)))
      if ((await Promise.all(some)).includes('full')) break
    }
    return { flooder: await add(call(0)), other: await add(other) }
  },
}

const pace: Scenario = {
  rows: ['uploads of one caller, and separately fetched bodies'],
  by: ANYBODY,
  async run({ call }, { principal }) {
    using _clock = stopClock()
    const paced = new BytePace(() => 1)
    const count = (id: string) => (paced.count(id, 1_000_000) > 0 ? 'waits' : 'answered')
    for (let n = 0; n < (4 * PACE_BURST_BYTES) / 1_000_000; n += 1) count(call(n).principal.id)
    return { flooder: count(call(999).principal.id), other: count(principal.id) }
  },
}

/** What one caller may ask of the seller. */
function throttleScenario(
  rows: readonly string[],
  count: number,
  ask: (throttle: PaymentThrottle, caller: Caller) => unknown,
): Scenario {
  return {
    rows,
    by: STRANGERS,
    async run({ call }, other) {
      using _clock = stopClock()
      const throttle = new PaymentThrottle()
      for (let n = 0; n < count; n += 1) await outcomeOf(() => ask(throttle, call(n)))
      return {
        flooder: await outcomeOf(() => ask(throttle, call(count))),
        other: await outcomeOf(() => ask(throttle, other)),
      }
    },
  }
}

const verifying: Scenario = {
  rows: [
    'payments checked at once, of all callers',
    'payments checked at once that came from one network',
  ],
  by: STRANGERS,
  async run({ call }, other) {
    const throttle = new PaymentThrottle()
    for (let n = 0; n < 2 * VERIFY_PER_NETWORK_MAX_CALLS; n += 1) {
      throttle.verifying(call(n).peer, async () => NEVER).catch(() => {})
    }
    await nextTurn()
    return {
      flooder: await outcomeOf(async () => throttle.verifying(call(999).peer, async () => {})),
      other: await outcomeOf(async () => throttle.verifying(other.peer, async () => {})),
    }
  },
}

const payer: Scenario = {
  rows: ['calls of one payer at once'],
  by: ['one account'],
  async run() {
    const throttle = new PaymentThrottle()
    for (let n = 0; n < PAYER_MAX_CALLS; n += 1) void throttle.forPayer('0xa', async () => NEVER)
    return {
      flooder: await outcomeOf(async () => throttle.forPayer('0xa', async () => {})),
      other: await outcomeOf(async () => throttle.forPayer('0xb', async () => {})),
    }
  },
}

/** What callers have in common of fetches, parsers, the browser, MCP and the seller. */
export const engineScenarios: readonly Scenario[] = [
  turnsScenario(
    [
      'fetches at once, of all callers',
      'fetches at once that are kept for callers who have none yet',
      'fetches at once, of one caller',
      'fetches that wait, of all callers',
      'fetches that wait, of one caller',
      'wait for a fetch to begin',
      'one fetch with all its redirects',
      'lookup of a host name',
      'connecting to a host',
    ],
    () => new FetchTurns(DEFAULT_FETCH_LIMITS),
  ),
  turnsScenario(
    [
      'pages in the browser at once, of all callers',
      'pages in the browser at once, of one caller',
      'pages that wait for the browser, of all callers',
      'pages that wait for the browser, of one caller',
      'wait for the browser',
      'one page in the browser, its reading included',
    ],
    createPageTurns,
  ),
  budgetScenario(['bodies of documents in memory while they are fetched'], 5_000_000, () =>
    sharedBudget(BODY_MEMORY_MAX_BYTES),
  ),
  budgetScenario(['larger bodies of documents in files until they are parsed'], 50_000_000, () =>
    sharedBudget(SPOOL_MAX_BYTES),
  ),
  budgetScenario(
    [
      'results of parsers until their calls are answered, of all',
      'results of parsers until their calls are answered, of one',
    ],
    1_000_000,
    () =>
      new ByteBudget({
        maxBytes: RESULTS_MAX_BYTES,
        shareMaxBytes: RESULTS_PER_PRINCIPAL_MAX_BYTES,
        waitMaxMs: 0,
      }),
  ),
  parsers,
  sessions,
  tasks,
  pace,
  throttleScenario(
    ['unpaid calls of one address at once'],
    2 * UNPAID_BURST_CALLS,
    (throttle, { peer }) => throttle.unpaid(peer),
  ),
  throttleScenario(
    ['invalid payments of one address at once'],
    2 * REJECTED_BURST_PAYMENTS,
    (throttle, { peer }) => {
      throttle.admit(peer)
      throttle.rejected(peer)
    },
  ),
  verifying,
  payer,
]
