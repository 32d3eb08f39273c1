import type { Context } from 'hono'
import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Services } from '../../contract/operation.ts'
import type { Principal } from '../../contract/principal.ts'
import { principalOfPayer } from '../../core/run/principals.ts'
import { chargeTo, readInput, runInput, validateInput } from '../../core/run/run.ts'
import type { Gate } from '../../pay/seller/port.ts'
import { decodeJsonObject, invalidBody } from '../bodies/decode.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import type { Visit } from './dialect.ts'
import { carriesPayment, passPaywall } from './paywall.ts'

/** What a route needs besides the request. */
export interface RouteParts extends Visit {
  operation: AnyOperation
  services: Services
  caller: string | undefined
  /** Who is charged for a call that is not paid. */
  principal: Principal
  /** Room for request bodies. */
  room: RequestRoom
  /** Present when this operation is sold here. */
  gate: Gate | undefined
}

/** Serves one call: decode, read the input, pass the paywall if there is one, run, answer. */
export async function serveOperation(c: Context, parts: RouteParts): Promise<Response> {
  const { operation, gate, services, caller, principal, room, peer, note } = parts
  const request = c.req.raw
  // Held until the answer is made: what is read from a body takes as much again.
  using _ = room.take(request, principal.id)
  using large = room.leaseLarge(principal.id)
  const body = await decodeJsonObject(request, large, operation.http.maxBodyBytes)
  if (body.empty && !(gate && !carriesPayment(request))) {
    throw invalidBody('The request body is empty.')
  }
  const beforePayment = gate && {
    sandbox: chargeTo(services, { principal, progress: () => {} }).sandbox,
    signal: request.signal,
  }
  const input = body.empty ? undefined : await readInput(operation, body.value, beforePayment)
  using held = new DisposableStack()
  const run = (signal: AbortSignal, charged: Principal) =>
    runInput(operation, input ?? {}, {
      services,
      caller,
      principal: charged,
      // A paid result waits for its settlement.
      results: held.use(services.sandbox.leaseResults(charged.id)),
      signal,
      progress: () => {},
    })
  if (!gate) return c.json(await run(request.signal, principal))
  if (input) {
    const call = { services, signal: request.signal }
    await validateInput(operation, input, call, { lookup: carriesPayment(request), principal })
  }
  const answer = await passPaywall(
    gate,
    { operation, request, input, peer },
    async (signal, payer) => run(signal, principalOfPayer(principal, payer)),
  )
  if (answer.status !== 200) note(answer.status === 402 ? 'payment_required' : 'settlement_pending')
  return c.json(answer.body, answer.status, { ...answer.headers })
}

/** The refusal of a method that the path does not take. */
export function methodNotAllowed(method: string): OperationError {
  return new OperationError('method_not_allowed', `This route takes ${method} only.`, {
    hint: `Call it with ${method} and a JSON object as body.`,
  })
}

/** The refusal of an unknown path. */
export function notFound(): OperationError {
  return new OperationError('not_found', 'There is no such route.', {
    hint: 'GET /openapi.json lists all routes.',
  })
}
