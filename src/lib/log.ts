import { pino, type Logger } from 'pino'
import { toOperationError } from '../contract/errors.ts'

/** Structured log; writes JSON lines to stderr, never to stdout (that belongs to JSON-RPC). */
export type Log = Logger

/** Levels accepted by configuration. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** Creates the log of this process. */
export function createLog(level: (typeof LOG_LEVELS)[number]): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** Logs a failed call: a fault of ours with its stack, any other by its code and cause in one line. */
export function logFailure(log: Log, thrown: unknown, where: Record<string, string>): void {
  const { code, message, cause } = toOperationError(thrown)
  if (code === 'internal') log.error({ ...where, err: cause }, 'call failed')
  else log.info({ ...where, code, cause: causeOf(cause) }, message)
}

function causeOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}
