import type { LogFn, Logger } from 'pino'
import { LogLines } from './log-lines.ts'
import { requestIdField, withinRequest } from './request.ts'

/** Structured log; writes JSON lines to stderr, never to stdout (that belongs to JSON-RPC). */
export type Log = Record<'error' | 'warn' | 'info' | 'debug', LogFn>

/** Levels accepted by configuration, each with those before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

type Level = (typeof LOG_LEVELS)[number]

/** Lines that wait while what writes them is loaded; more are lost. */
const EARLY_MAX_COUNT = 1_000

/** The log of a process, and how many of its lines could not be written. */
export interface ProcessLog extends Log {
  lostCount(): number
}

/**
 * Creates the log of this process. What writes it is loaded with the first line, which most sessions never have. Whatever keeps it
 * from being written, loaded or worded, callers of the log never hear of.
 */
export function createLog(level: Level): ProcessLog {
  const lines = new LogLines(2, lostLine)
  let logger: Logger | undefined
  let isLoading = false
  let early: ((logger: Logger) => void)[] = []
  const load = async () => {
    isLoading = true
    try {
      const loaded = await createLogger(level, lines)
      for (const write of early.splice(0)) write(loaded)
      logger = loaded
    } catch {
      // Too many files are open, say: the next line tries again.
    } finally {
      isLoading = false
    }
  }
  const isWritten = (name: keyof Log) => LOG_LEVELS.indexOf(name) <= LOG_LEVELS.indexOf(level)
  const writing =
    (name: keyof Log): LogFn =>
    (...line: Parameters<LogFn>) => {
      if (!isWritten(name)) return
      const write = (to: Logger) => {
        try {
          to[name](...line)
        } catch {
          lines.lose()
        }
      }
      if (logger) return write(logger)
      if (early.length < EARLY_MAX_COUNT) early.push(withinRequest(write))
      else lines.lose()
      if (!isLoading) void load()
    }
  return {
    error: writing('error'),
    warn: writing('warn'),
    info: writing('info'),
    debug: writing('debug'),
    lostCount: () => lines.lostCount,
  }
}

/** A line that says how many lines of the log were lost, written as the others are. */
function lostLine(lost: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 40, time, lost, msg: 'lines of this log could not be written' })}\n`
}

async function createLogger(level: Level, lines: LogLines): Promise<Logger> {
  const { pino } = await import('pino')
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => requestIdField('requestId'),
    },
    lines,
  )
}
