import { pino, type Logger } from 'pino'

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
