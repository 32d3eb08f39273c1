import type { Context } from 'hono'
import type { Services } from '../../contract/operation.ts'
import { admitCall } from '../../contract/rate-limited.ts'
import { principalOfCaller, type HostAccess } from '../../core/run/principals.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import type { Gate } from '../../pay/seller/port.ts'
import { answerError } from '../bodies/envelope.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import { unauthorized } from '../callers/bearer.ts'
import type { KeyCheck } from '../callers/key-check.ts'
import { responseOf } from '../callers/peer.ts'
import { chargeAnswer } from '../fairness/unread-answers.ts'
import type { Dialect } from './dialect.ts'
import { serveOperation } from './route.ts'

/** What the utility routes need besides operations. */
export interface JsonDialectParts {
  services: Services
  keyCheck: KeyCheck
  hostAccess: HostAccess
  /** Counts the calls of callers with a key. */
  callLimit: RateLimit
  /** Room for request bodies. */
  room: RequestRoom
  /** Present where calls are sold. */
  gate: Gate | undefined
}

/** The utility routes: JSON in, JSON out, bearer keys on free routes and the paywall on sold ones. */
export function jsonDialect({
  services,
  keyCheck,
  gate,
  hostAccess,
  callLimit,
  room,
}: JsonDialectParts): Dialect {
  return {
    base: '',
    fail: answerError,
    async serve(c: Context, operation, visit) {
      const wall = gate?.prices.has(operation.name) ? gate : undefined
      // Payment is the only access to a paid route (spec 5.1): keys guard free ones.
      const caller = wall ? undefined : keyCheck.identify(c)
      if (!wall && caller === undefined && keyCheck.isNeeded(c)) throw unauthorized()
      const principal = principalOfCaller(
        { caller, peer: visit.peer },
        services.accounts,
        hostAccess,
      )
      // Unpaid calls of strangers are counted where they are asked to pay.
      if (caller !== undefined) admitCall(callLimit, principal.id, services.now().getTime())
      chargeAnswer(responseOf(c), principal.id)
      const call = { operation, services, caller, principal, room, gate: wall }
      return serveOperation(c, { ...call, ...visit })
    },
  }
}
