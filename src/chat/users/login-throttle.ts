import { SecretRefused } from '../../contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import { type RateRule, rateLimited } from '../../lib/rate-limit.ts'
import type { Store } from '../../store/port.ts'
import type { Tx } from '../kernel/types.ts'
import { digestOf } from './api-keys.ts'

/** Wrong secrets, per account and caller. */
const ACCOUNT_RULE: RateRule = { count: 5, seconds: 30 * 60 }

/** Wrong secrets of one caller, whichever accounts they are tried for. */
const CALLER_RULE: RateRule = { count: 50, seconds: 30 * 60 }

/** Limits how often secrets are guessed. Others' failures never keep anybody out of his own account. */
export interface LoginThrottle {
  /**
   * Runs what tries a secret of an account, or of nobody in particular, unless too many were wrong
   * already: then not even the right one helps. Throws `rate_limited`.
   */
  tried<T>(account: string | undefined, from: string, run: () => Promise<T>): Promise<T>
}

/** What loginThrottle are counted with. */
export interface LoginThrottleParts {
  store: Store
  now(): Date
  log: Log
}

/** One allowance that a try takes from. */
interface Allowance {
  /** A digest: whose it is, is nobody's business who reads the database. */
  name: string
  rule: RateRule
}

/** Counts in the store: all processes on it together let no more guesses through than one. */
export function createLoginThrottle({ store, now, log }: LoginThrottleParts): LoginThrottle {
  /** Gives back what a try has taken; a failure of that only costs its caller one of his tries. */
  async function giveBack(allowances: readonly Allowance[]): Promise<void> {
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
    } catch (error) {
      log.warn({ err: error }, 'a right secret stays counted as a try')
    }
  }

  return {
    async tried(account, from, run) {
      const allowances = [{ name: digestOf(`from ${from}`), rule: CALLER_RULE }]
      if (account !== undefined) {
        // Accounts are found by their address in any case, white space around it or not.
        const name = digestOf(`for ${from} ${account.trim().toLowerCase()}`)
        allowances.push({ name, rule: ACCOUNT_RULE })
      }
      // Counted before it is known: of a hundred tries at once, only the first few are made.
      const nowMs = now().getTime()
      await store.write(async (tx) => {
        await tx.deleteFrom('chat_attempt').where('full_at', '<=', nowMs).execute()
        for (const allowance of allowances) await take(tx, allowance, nowMs)
      })
      try {
        const result = await run()
        await giveBack(allowances)
        return result
      } catch (thrown) {
        if (!(thrown instanceof SecretRefused)) await giveBack(allowances)
        throw thrown
      }
    },
  }
}

/** How much later an allowance is whole again for one try. */
function costMs({ count, seconds }: RateRule): number {
  return (seconds * 1_000) / count
}

/** Takes one try from an allowance, which is kept as the time when it is whole again. Throws `rate_limited`. */
async function take(tx: Tx, { name, rule }: Allowance, nowMs: number): Promise<void> {
  const known = await tx
    .selectFrom('chat_attempt')
    .select('full_at')
    .where('name', '=', name)
    .executeTakeFirst()
  const full_at = Math.max(nowMs, known?.full_at ?? 0) + costMs(rule)
  const tooEarlyMs = full_at - nowMs - rule.seconds * 1_000
  if (tooEarlyMs > 0) throw rateLimited({ retryAfterSeconds: tooEarlyMs / 1_000 })
  await tx
    .insertInto('chat_attempt')
    .values({ name, full_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ full_at }))
    .execute()
}
