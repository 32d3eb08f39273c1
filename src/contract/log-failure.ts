import type { Log } from '../lib/log.ts'
import { type OperationError, toOperationError } from './errors.ts'

/**
 * Logs a failed call, and returns what its caller is told: a fault of ours with its name and stack, any other by its code and cause
 * in one line. Who is refused for sending too much is only counted: a flood of calls shall not be a flood of lines. `signal` is that
 * of the call, by which it is known whether its caller went away.
 */
export function logFailure(
  log: Log,
  thrown: unknown,
  where: Record<string, string>,
  signal?: AbortSignal,
): OperationError {
  const error = toOperationError(thrown, signal)
  const { code, message, cause, fields } = error
  if (code === 'internal') {
    log.error({ ...where, fault: fields['fault'], err: cause ?? error }, 'call failed')
  } else if (code !== 'rate_limited') {
    log.info({ ...where, code, cause: causeOf(cause) }, message)
  }
  return error
}

function causeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}
