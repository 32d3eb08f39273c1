import type { Context } from 'hono'
import { OperationError } from '../errors.ts'
import type { AnyOperation } from '../operation.ts'
import { parseInput, runOperation } from '../run.ts'
import type { Services } from '../services.ts'
import { decodeJsonObject, invalidBody } from './decode.ts'
import type { Paywall } from './paywall.ts'

/** What a route needs besides the request. */
export interface RouteParts {
  operation: AnyOperation
  services: Services
  caller: string | undefined
  /** Present when this operation is sold here. */
  paywall: Paywall | undefined
}

/** Serves one call: decode, validate, pass the paywall if there is one, run, answer. */
export async function serveOperation(c: Context, parts: RouteParts): Promise<Response> {
  const { operation, paywall, services, caller } = parts
  const request = c.req.raw
  const body = await decodeJsonObject(request, operation.http.maxBodyBytes)
  if (body.empty && !paywall) throw invalidBody('The request body is empty.')
  const input = body.empty ? undefined : parseInput(operation, body.value)
  const call = { services, caller, signal: request.signal, progress: () => {} }
  const work = () => runOperation(operation, body.empty ? {} : body.value, call)
  if (!paywall) return c.json(await work())
  const answer = await paywall.admit({ operation, request, input }, work)
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
