import { z } from 'zod'
import { OperationError, toOperationError } from './errors.ts'
import type { AnyOperation, Call } from './operation.ts'
import type { Services } from './services.ts'

/** Where a call runs once its input is valid: here, or (later) at another instance. */
export type Place = (
  operation: AnyOperation,
  call: Call<Record<string, unknown>>,
) => Promise<unknown>

/** The operation's own handler, in this process. */
export const here: Place = (operation, call) => operation.run(call)

/** Checks the input against the operation's schema; throws `invalid_input` with one line per field. */
export function parseInput(operation: AnyOperation, rawInput: unknown): Record<string, unknown> {
  const parsed = operation.input.safeParse(rawInput)
  if (parsed.success) return parsed.data as Record<string, unknown>
  const problems = z.flattenError(parsed.error as z.ZodError<Record<string, unknown>>)
  throw new OperationError('invalid_input', z.prettifyError(parsed.error), {
    hint: `See the input schema of ${operation.name}.`,
    fields: {
      problems: {
        ...problems.fieldErrors,
        ...(problems.formErrors.length ? { _: problems.formErrors } : {}),
      },
    },
    cause: parsed.error,
  })
}

/** The one path every surface takes: validate, choose the place, validate. */
export async function runOperation(
  operation: AnyOperation,
  rawInput: unknown,
  call: Omit<Call<unknown>, 'input'>,
  place: Place = here,
): Promise<Record<string, unknown>> {
  const input = parseInput(operation, rawInput)
  if (call.signal.aborted) throw new OperationError('cancelled', 'The call was cancelled.')
  const output = await place(operation, { ...call, input })
  return operation.output.parse(output) as Record<string, unknown>
}

/** Counts and times what a surface does for one call. */
export async function observed<T>(
  services: Services,
  surface: string,
  operation: AnyOperation,
  serve: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let outcome = 'ok'
  try {
    return await serve()
  } catch (thrown) {
    outcome = toOperationError(thrown).code
    throw thrown
  } finally {
    services.observeCall(surface, operation.name, outcome, (performance.now() - startedAt) / 1_000)
  }
}
