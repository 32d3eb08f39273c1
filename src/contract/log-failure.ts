import type { Log } from '../lib/log.ts'
import { toOperationError } from './errors.ts'

/**
 * Logs a failed call: a fault of ours with its stack, any other by its code and cause in one line. Who is refused for sending too
 * much is only counted: a flood of calls shall not be a flood of lines.
 */
export function logFailure(log: Log, thrown: unknown, where: Record<string, string>): void {
  const { code, message, cause } = toOperationError(thrown)
  if (code === 'internal') log.error({ ...where, err: cause }, 'call failed')
  else if (code !== 'rate_limited') log.info({ ...where, code, cause: causeOf(cause) }, message)
}

function causeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}
