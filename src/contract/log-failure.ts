import type { Log } from '../lib/log.ts'
import { toOperationError } from './errors.ts'

/** Logs a failed call: a fault of ours with its stack, any other by its code and cause in one line. */
export function logFailure(log: Log, thrown: unknown, where: Record<string, string>): void {
  const { code, message, cause } = toOperationError(thrown)
  if (code === 'internal') log.error({ ...where, err: cause }, 'call failed')
  else log.info({ ...where, code, cause: causeOf(cause) }, message)
}

function causeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}
