import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { limits } from './limits.ts'
import { createLog, type Log } from './log.ts'
import type { ServerInfo } from './mcp/server.ts'
import type { CallObserver } from './metrics.ts'
import { createGuardedFetch } from './net/guarded-fetch.ts'
import type { GuardedFetch } from './net/port.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import type { Services } from './services.ts'
import { storeOnDemand } from './store/open.ts'
import { VERSION } from './version.ts'

/** The parts of a running instance, and how to end it. */
export interface Composed {
  services: Services
  info: ServerInfo
  /** Replaces the call observer, which does nothing until then. */
  observeCalls(observer: CallObserver): void
  close(): Promise<void>
}

/** Builds the services of a configuration. Nothing is opened, started or loaded before its first use. */
export function compose(
  config: Config,
  defaultLogLevel: NonNullable<Config['log-level']>,
): Composed {
  const log = createLog(config['log-level'] ?? defaultLogLevel)
  const location = config['database-url'] ?? join(config['data-dir'], 'bellhop.sqlite')
  const sandbox = createSandbox({ log, searchPath: config.searchPath })
  const store = storeOnDemand({ location, log })
  let observer: CallObserver = () => {}
  return {
    services: {
      fetch: guardedFetch(config, log),
      sandbox,
      store: store.open,
      now: () => new Date(),
      log,
      observeCall: (...call) => observer(...call),
    },
    info: { version: VERSION, charged: false, limits },
    observeCalls(next) {
      observer = next
    },
    async close() {
      await Promise.allSettled([sandbox.close(), store.close()])
    },
  }
}

function guardedFetch(config: Config, log: Log): GuardedFetch {
  const userAgent = config['user-agent'] ?? `Bellhop/${VERSION}`
  try {
    return createGuardedFetch({ allowHosts: config['allow-hosts'], userAgent, log })
  } catch (cause) {
    throw new ConfigError(
      `--allow-hosts: ${String(cause instanceof Error ? cause.message : cause)}`,
      {
        cause,
      },
    )
  }
}
