import { SecretRefused } from '../../errors.ts'
import { RateLimit, type RateRule, rateLimited } from '../../rate-limit.ts'

/** Wrong secrets, per account and caller. */
const ACCOUNT_RULES: readonly RateRule[] = [{ count: 5, seconds: 30 * 60 }]

/** Wrong secrets of one caller, whichever accounts they are tried for. */
const CALLER_RULES: readonly RateRule[] = [{ count: 50, seconds: 30 * 60 }]

/** Limits how often secrets are guessed. Others' failures never keep anybody out of his own account. */
export interface Attempts {
  /**
   * Runs what tries a secret of an account, or of nobody in particular, unless too many were wrong
   * already: then not even the right one helps. Throws `rate_limited`.
   */
  tried<T>(account: string | undefined, from: string, run: () => Promise<T>): Promise<T>
}

/** Counts in memory of this process. */
export function createAttempts(now: () => Date): Attempts {
  const accounts = new RateLimit(ACCOUNT_RULES)
  const callers = new RateLimit(CALLER_RULES)

  /** Counts one try; answers how to take that back. Throws where there were too many. */
  function count(limit: RateLimit, whose: string): () => void {
    const verdict = limit.take(whose, now().getTime())
    if (verdict?.allowed === false) throw rateLimited(verdict)
    return () => limit.giveBack(whose, now().getTime())
  }

  return {
    async tried(account, from, run) {
      // Counted before it is known: of a hundred tries at once, only the first few are made.
      const undo = [count(callers, from)]
      const takeBack = (): void => undo.forEach((giveBack) => giveBack())
      // Accounts are found by their address in any case, white space around it or not.
      const name = account?.trim().toLowerCase()
      try {
        if (name !== undefined) undo.push(count(accounts, `${from} ${name}`))
        const result = await run()
        takeBack()
        return result
      } catch (thrown) {
        if (!(thrown instanceof SecretRefused)) takeBack()
        throw thrown
      }
    },
  }
}
