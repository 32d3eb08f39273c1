import type { LogFn, Logger } from 'pino'

/** Structured log; writes JSON lines to stderr, never to stdout (that belongs to JSON-RPC). */
export type Log = Record<'error' | 'warn' | 'info' | 'debug', LogFn>

/** Levels accepted by configuration, each with those before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

type Level = (typeof LOG_LEVELS)[number]

/** Creates the log of this process. What writes it is loaded with the first line, which most sessions never have. */
export function createLog(level: Level): Log {
  let logger: Logger | undefined
  const waiting: ((logger: Logger) => void)[] = []
  const load = async () => {
    const loaded = await createLogger(level)
    for (const write of waiting) write(loaded)
    logger = loaded
  }
  const isWritten = (name: keyof Log) => LOG_LEVELS.indexOf(name) <= LOG_LEVELS.indexOf(level)
  const writing =
    (name: keyof Log): LogFn =>
    (...line: Parameters<LogFn>) => {
      if (!isWritten(name)) return
      if (logger) return logger[name](...line)
      if (waiting.push((loaded) => loaded[name](...line)) === 1) void load()
    }
  return {
    error: writing('error'),
    warn: writing('warn'),
    info: writing('info'),
    debug: writing('debug'),
  }
}

async function createLogger(level: Level): Promise<Logger> {
  const { pino } = await import('pino')
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
}
