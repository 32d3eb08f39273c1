import { SecretRefused } from '../../contract/errors.ts'
import { rateLimited } from '../../contract/rate-limited.ts'
import type { Log } from '../../lib/log.ts'
import type { RateRule } from '../../lib/rate-limit.ts'
import type { Store } from '../../store/port.ts'
import type { Tx } from '../kernel/rows.ts'
import type { LoginThrottle } from '../kernel/types.ts'
import { digestOf } from './api-keys.ts'

/** Wrong secrets, per account and caller. */
const ACCOUNT_RULE: RateRule = { count: 5, seconds: 30 * 60 }

/** Wrong secrets of one caller, whichever accounts they are tried for. */
const CALLER_RULE: RateRule = { count: 50, seconds: 30 * 60 }

/** Dependencies of attempt counting. */
export interface LoginThrottleParts {
  store: Store
  now(): Date
  log: Log
}

/** One allowance that attempts consume. */
interface Allowance {
  /** A digest, so that the database does not reveal whose it is. */
  name: string
  rule: RateRule
}

/** Counts in the store, so that all processes together allow no more guesses than one. */
export function createLoginThrottle({ store, now, log }: LoginThrottleParts): LoginThrottle {
  /** Gives back what an attempt has taken; if that fails, the caller only loses one attempt. */
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
      // Counted in advance: of a hundred concurrent attempts, only the first few run.
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

/** Time by which one attempt delays the full allowance. */
function costMs({ count, seconds }: RateRule): number {
  return (seconds * 1_000) / count
}

/** Takes one attempt from an allowance, stored as the time when it is full again. Throws `rate_limited`. */
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
