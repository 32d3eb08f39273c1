import type { Services } from '../../contract/operation.ts'
import type { Principal } from '../../contract/principal.ts'
import { admitCall } from '../../contract/rate-limited.ts'
import { payingCall } from '../../core/run/paying-call.ts'
import { principalOfCaller, type HostAccess, principalOfPayer } from '../../core/run/principals.ts'
import { chargeTo, readInput, runInput, validateInput } from '../../core/run/run.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { sayArguments } from '../../lib/say-arguments.ts'
import type { Gate } from '../../pay/seller/port.ts'
import { decodeJsonObject, invalidBody } from '../bodies/decode.ts'
import { answerError } from '../bodies/envelope.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import { unauthorized } from '../callers/bearer.ts'
import type { KeyCheck } from '../callers/key-check.ts'
import { responseOf } from '../callers/peer.ts'
import { chargeAnswer } from '../fairness/unread-answers.ts'
import type { Dialect } from './dialect.ts'
import { carriesPayment, passPaywall } from './paywall.ts'

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
    async serve(c, operation, { peer, note, course }) {
      const wall = gate?.prices.has(operation.name) ? gate : undefined
      // Payment is the only access to a paid route (spec 5.1): keys guard free ones.
      const caller = wall ? undefined : keyCheck.identify(c)
      if (!wall && caller === undefined && keyCheck.isNeeded(c)) throw unauthorized()
      const principal = principalOfCaller({ caller, peer }, services.accounts, hostAccess)
      // Unpaid calls of strangers are counted where they are asked to pay.
      if (caller !== undefined) admitCall(callLimit, principal.id, services.now().getTime())
      if (caller !== undefined) {
        Object.assign(course, { isAgent: true, way: 'key', caller: `${caller} ` })
      }
      chargeAnswer(responseOf(c), principal.id)
      const request = c.req.raw
      // Held until the answer is made: what is read from a body takes as much again.
      using _ = room.take(request, principal.id)
      using large = room.leaseLarge(principal.id)
      const body = await decodeJsonObject(request, large, operation.http.maxBodyBytes)
      if (body.empty && !(wall && !carriesPayment(request))) {
        throw invalidBody('The request body is empty.')
      }
      const beforePayment = wall && {
        sandbox: chargeTo(services, { principal, progress: () => {} }).sandbox,
        signal: request.signal,
      }
      const input = body.empty ? undefined : await readInput(operation, body.value, beforePayment)
      if (input && caller !== undefined) course.arguments = sayArguments(input) ?? ''
      const account = async () =>
        services.accounts.actorOf({ caller, program: undefined, isLocal: false })
      using held = new DisposableStack()
      const run = (signal: AbortSignal, charged: Principal) =>
        runInput(operation, input ?? {}, {
          services,
          caller,
          ...(wall ? {} : payingCall(course, { services, caller, signal, account })),
          principal: charged,
          // A paid result waits for its settlement.
          results: held.use(services.sandbox.leaseResults(charged.id)),
          signal,
          progress: () => {},
        })
      if (!wall) return c.json(await run(request.signal, principal))
      if (input) {
        const call = { services, signal: request.signal }
        await validateInput(operation, input, call, { lookup: carriesPayment(request), principal })
      }
      const answer = await passPaywall(
        wall,
        { operation, request, input, peer },
        async (signal, payer) => run(signal, principalOfPayer(principal, payer)),
      )
      if (answer.status !== 200) {
        note(answer.status === 402 ? 'payment_required' : 'settlement_pending')
      }
      return c.json(answer.body, answer.status, { ...answer.headers })
    },
  }
}
