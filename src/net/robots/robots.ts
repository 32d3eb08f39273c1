import { LRUCache } from 'lru-cache'
import { OperationError } from '../../contract/errors.ts'
import type { GuardedFetch } from '../../contract/net.ts'
import type { Principal } from '../../contract/principal.ts'
import {
  ROBOTS_DEADLINE_MS,
  ROBOTS_FRESH_MS,
  ROBOTS_KEPT_MAX_CHARS,
  ROBOTS_KEPT_MAX_COUNT,
  ROBOTS_MAX_BYTES,
  ROBOTS_MISSED_MS,
} from './limits.ts'
import { ALL_FORBIDDEN, NO_RULES, readRobots, type RobotsRules } from './rules.ts'

/** What the rules of a server are asked with. */
export interface RobotsSettings {
  /** Fetches behind the guard, without asking for rules. */
  fetch: GuardedFetch
  /** The name by which rules mean this program: the first word of its User-Agent is used. */
  userAgent: string
  now(): number
}

/** The rules of one server. */
interface Kept {
  rules: Promise<RobotsRules>
  /** What was read, for the room that it takes. */
  chars: number
  untilMs: number
}

/** What a robots.txt came to. */
interface Found {
  rules: RobotsRules
  chars: number
  freshMs: number
}

/** Asks the robots.txt of servers (RFC 9309) and remembers what they say. */
export class Robots {
  readonly #settings: RobotsSettings
  readonly #product: string
  readonly #kept = new LRUCache<string, Kept>({
    max: ROBOTS_KEPT_MAX_COUNT,
    maxSize: ROBOTS_KEPT_MAX_CHARS,
    sizeCalculation: ({ chars }) => chars + 1,
  })

  constructor(settings: RobotsSettings) {
    this.#settings = settings
    this.#product = /^[a-z_-]+/i.exec(settings.userAgent)?.[0] ?? settings.userAgent
  }

  /** Throws `upstream_refused` (reason `robots`) for an address that its server does not want programs to read. */
  async check(url: URL, principal: Principal | undefined): Promise<void> {
    const rules = await this.#rulesOf(url, principal)
    if (!rules.allows(url)) throw forbiddenByRobots()
  }

  async #rulesOf({ origin }: URL, principal: Principal | undefined): Promise<RobotsRules> {
    const { now } = this.#settings
    // Some callers reach hosts that others do not.
    const key = `${principal?.reachesAllowedHosts === true ? 'all' : 'public'} ${origin}`
    const known = this.#kept.get(key)
    if (known && known.untilMs > now()) return known.rules
    const finding = this.#find(`${origin}/robots.txt`, principal)
    const kept: Kept = {
      rules: finding.then(({ rules }) => rules),
      chars: 0,
      untilMs: now() + ROBOTS_MISSED_MS,
    }
    this.#kept.set(key, kept)
    // Nobody else may wait for them.
    kept.rules.catch(() => {})
    try {
      const { rules, chars, freshMs } = await finding
      this.#kept.set(key, { ...kept, chars, untilMs: now() + freshMs })
      return rules
    } catch (thrown) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw thrown
    }
  }

  async #find(address: string, principal: Principal | undefined): Promise<Found> {
    let received = 0
    try {
      const { status, body } = await this.#settings.fetch(address, {
        signal: AbortSignal.timeout(ROBOTS_DEADLINE_MS),
        principal,
        accept: 'text/plain, */*;q=0.1',
        maxBytes: 2 * ROBOTS_MAX_BYTES,
        enough: ({ byteLength }) => (received += byteLength) >= ROBOTS_MAX_BYTES,
      })
      if (status >= 500) return UNREACHABLE
      if (status >= 300) return NONE
      const text = Buffer.from(body).toString('utf8', 0, ROBOTS_MAX_BYTES)
      const rules = readRobots(text, this.#product)
      return { rules, chars: text.length, freshMs: ROBOTS_FRESH_MS }
    } catch (thrown) {
      if (!(thrown instanceof OperationError)) throw thrown
      // Whatever keeps its rules from being read; what keeps us from asking is told.
      if (UNANSWERED.has(thrown.code)) return UNREACHABLE
      if (REFUSED.has(thrown.code)) return NONE
      throw thrown
    }
  }
}

const NONE: Found = { rules: NO_RULES, chars: 0, freshMs: ROBOTS_FRESH_MS }

/** A server that fails is to be left alone (RFC 9309, 2.3.1.4). */
const UNREACHABLE: Found = { rules: ALL_FORBIDDEN, chars: 0, freshMs: ROBOTS_MISSED_MS }

const UNANSWERED = new Set(['upstream_failed', 'upstream_timeout', 'cancelled'])

/** Errors that leave a page free of rules: its robots.txt is refused, as the page will be, or leads nowhere (2.3.1.2). */
const REFUSED = new Set(['url_not_allowed', 'upstream_refused', 'too_large'])

/** The error for an address that a robots.txt forbids. */
export function forbiddenByRobots(): OperationError {
  return new OperationError(
    'upstream_refused',
    'The robots.txt of the site asks programs not to read this page.',
    {
      hint: 'Do not repeat the call; use another source. This server obeys such files since its operator wants it to (--robots).',
      fields: { reason: 'robots' },
    },
  )
}
