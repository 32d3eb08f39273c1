import { createHash } from 'node:crypto'
import { rateLimited } from '../../contract/rate-limited.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import { ACCOUNT_GUESSES, ADDRESS_GUESSES } from '../limits.ts'

/**
 * Counts wrong secrets that are too long to be guessed, and cheap to check: right ones are never counted nor refused, whatever
 * else comes from their address. Passwords have limits of their own (`LoginThrottle`).
 */
export interface GuessLimit {
  /** Counts a wrong secret of an address, for an account where one was named. Throws `rate_limited` where there were too many. */
  count(from: string, account?: string): void
}

/** Counts in memory of this process: nobody guesses 190 random bits, however many processes there are. */
export function createGuessLimit(now: () => Date): GuessLimit {
  const addresses = new RateLimit([ADDRESS_GUESSES])
  const accounts = new RateLimit([ACCOUNT_GUESSES])
  return {
    count(from, account) {
      const nowMs = now().getTime()
      const verdicts = [addresses.take(from, nowMs)]
      if (account !== undefined) verdicts.push(accounts.take(pairOf(from, account), nowMs))
      const refused = verdicts.find((verdict) => verdict?.allowed === false)
      if (refused) throw rateLimited(refused)
    },
  }
}

/** The key under which attempts are counted, of one length however long the address that somebody makes up. */
function pairOf(from: string, account: string): string {
  return createHash('sha256').update(`${from} ${account.trim().toLowerCase()}`).digest('base64')
}
