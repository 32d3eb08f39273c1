import { setTimeout as sleep } from 'node:timers/promises'
import { SecretRefused } from '../../../contract/errors.ts'
import { rateLimited } from '../../../contract/rate-limited.ts'
import { InTurn } from '../../../lib/in-turn.ts'
import type { Log } from '../../../lib/log.ts'
import { networkOf } from '../../../lib/network-of.ts'
import type { RateRule } from '../../../lib/rate-limit.ts'
import type { Store } from '../../../store/port.ts'
import type { Tx } from '../../kernel/rows.ts'
import type { LoginThrottle } from '../../kernel/types.ts'
import { digestOf } from './api-keys.ts'
import { ACCOUNT_GUESSES, CALLER_GUESSES, PAIR_GUESSES } from './sign-in-limits.ts'

/** Attempts of one caller that may wait for the one that runs: a right password is found among wrong ones, and costs a third of a second. */
const CALLER_WAITING_MAX = 32

/** Attempts at an account that is attacked from many addresses run one by one, each after this pause. */
const ATTACKED_PAUSE_MS = 2_000
const ATTACKED_WAITING_MAX = 16

/** Names of spent allowances that are remembered, so that most refusals need no store. */
const SPENT_MAX_COUNT = 20_000

/** Dependencies of attempt counting. */
export interface LoginThrottleParts {
  store: Store
  now(): Date
  log: Log
  /** Waits so many milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/** One allowance that attempts consume. */
interface Allowance {
  /** A digest, so that the database does not reveal whose it is. */
  name: string
  rule: RateRule
}

/** The allowances of one attempt. */
interface Allowances {
  caller: Allowance
  /** Absent where the secret names no account. */
  pair?: Allowance
  account?: Allowance
}

/** When a caller whose queue is full may come again. */
const RETRY_AFTER_SECONDS = 5

/** Counts in the store, so that all processes together allow no more guesses than one. */
export function createLoginThrottle(parts: LoginThrottleParts): LoginThrottle {
  const { store, now, log, pause = sleep } = parts
  const callers = { turns: new InTurn(), waitingMaxCount: CALLER_WAITING_MAX }
  const attacked = { turns: new InTurn(), waitingMaxCount: ATTACKED_WAITING_MAX }
  /** Milliseconds at which an allowance that is used up has one attempt again. */
  const spent = new Map<string, number>()

  /** Seconds until the allowance has an attempt again; 0 when it has one. */
  function missingSeconds(allowance: Allowance | undefined): number {
    const until = allowance && spent.get(allowance.name)
    return until === undefined ? 0 : Math.max(0, until - now().getTime()) / 1_000
  }

  function remember({ name }: Allowance, untilMs: number): void {
    spent.delete(name)
    spent.set(name, untilMs)
    const [oldest] = spent.keys()
    if (spent.size > SPENT_MAX_COUNT && oldest !== undefined) spent.delete(oldest)
  }

  function requireUnspent(pair: Allowance | undefined): void {
    const retryAfterSeconds = missingSeconds(pair)
    if (retryAfterSeconds > 0) throw rateLimited({ retryAfterSeconds })
  }

  /** Takes an attempt from each allowance that has one, and remembers the others. Throws `rate_limited` where the pair has none. */
  async function takeAll({ pair, caller, account }: Allowances): Promise<Allowance[]> {
    const taken: Allowance[] = []
    const allowances = [pair, caller, account].filter((one) => one && missingSeconds(one) === 0)
    if (allowances.length === 0) return taken
    const nowMs = now().getTime()
    await store.write(async (tx) => {
      taken.length = 0
      await tx.deleteFrom('chat_attempt').where('full_at', '<=', nowMs).execute()
      for (const allowance of allowances as Allowance[]) {
        const tooEarlyMs = await take(tx, allowance, nowMs)
        if (tooEarlyMs <= 0) taken.push(allowance)
        else remember(allowance, nowMs + tooEarlyMs)
        requireUnspent(pair)
      }
    })
    return taken
  }

  /** Gives back what an attempt has taken; if that fails, the caller only loses one attempt. */
  async function giveBack(allowances: readonly Allowance[]): Promise<void> {
    if (allowances.length === 0) return
    try {
      await store.write(async (tx) => {
        for (const { name, rule } of allowances) {
          await tx
            .updateTable('chat_attempt')
            .set((eb) => ({ full_at: eb('full_at', '-', costMs(rule)) }))
            .where('name', '=', name)
            .execute()
        }
      })
      for (const { name } of allowances) spent.delete(name)
    } catch (error) {
      log.warn({ err: error }, 'a right secret stays counted as a try')
    }
  }

  async function inTurn<T>({ caller, account }: Allowances, run: () => Promise<T>): Promise<T> {
    const runNow = async () => runAmong(callers, caller.name, run)
    if (!account || missingSeconds(account) === 0) return runNow()
    // Waited for outside of the caller's own turn, which other accounts at its address need.
    await runAmong(attacked, account.name, async () => pause(ATTACKED_PAUSE_MS))
    return runNow()
  }

  return {
    async tried(account, from, run) {
      const allowances = allowancesOf(account, from)
      requireUnspent(allowances.pair)
      // Counted in advance: of a hundred concurrent attempts, only the first few run.
      const taken = await runAmong(callers, allowances.caller.name, async () => takeAll(allowances))
      try {
        const result = await inTurn(allowances, run)
        await giveBack(taken)
        return result
      } catch (thrown) {
        if (!(thrown instanceof SecretRefused)) {
          await giveBack(taken)
          throw thrown
        }
        const retryAfterSeconds = missingSeconds(allowances.caller)
        throw retryAfterSeconds > 0 ? rateLimited({ retryAfterSeconds }) : thrown
      }
    },
  }
}

function allowancesOf(account: string | undefined, address: string): Allowances {
  // Whoever has a /56 would else attack an account from so many addresses that its person has to wait behind them.
  const from = networkOf(address)
  const caller = { name: digestOf(`from ${from}`), rule: CALLER_GUESSES }
  if (account === undefined) return { caller }
  // Accounts are found by their address in any case, white space around it or not.
  const name = account.trim().toLowerCase()
  return {
    caller,
    pair: { name: digestOf(`for ${from} ${name}`), rule: PAIR_GUESSES },
    account: { name: digestOf(`at ${name}`), rule: ACCOUNT_GUESSES },
  }
}

/** Time by which one attempt delays the full allowance. */
function costMs({ count, seconds }: RateRule): number {
  return (seconds * 1_000) / count
}

/**
 * Takes one attempt from an allowance, stored as the time when it is full again. Returns the milliseconds until there is one to
 * take, when there is none.
 */
async function take(tx: Tx, { name, rule }: Allowance, nowMs: number): Promise<number> {
  const known = await tx
    .selectFrom('chat_attempt')
    .select('full_at')
    .where('name', '=', name)
    .executeTakeFirst()
  const full_at = Math.max(nowMs, known?.full_at ?? 0) + costMs(rule)
  const tooEarlyMs = full_at - nowMs - rule.seconds * 1_000
  if (tooEarlyMs > 0) return tooEarlyMs
  await tx
    .insertInto('chat_attempt')
    .values({ name, full_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ full_at }))
    .execute()
  return 0
}

/** Runs the work when its turn among that of the same key has come. Throws `rate_limited` when too much is waiting there. */
async function runAmong<T>(
  { turns, waitingMaxCount }: { turns: InTurn; waitingMaxCount: number },
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  if (turns.countOf(key) > waitingMaxCount) {
    throw rateLimited({ retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  return turns.run(work, key)
}
