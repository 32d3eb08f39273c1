import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { limits } from './limits.ts'
import { createLog, type Log } from './log.ts'
import type { ServerInfo } from './mcp/server.ts'
import type { CallObserver } from './metrics.ts'
import { createGuardedFetch } from './net/guarded-fetch.ts'
import { createOperatorFetch } from './net/operator-fetch.ts'
import type { GuardedFetch } from './net/port.ts'
import { NETWORKS } from './onchain/chains.ts'
import type { OnChainSettings } from './onchain/engine.ts'
import { onChainOnDemand } from './onchain/open.ts'
import { PRICE_SOURCE_NAMES } from './onchain/prices/names.ts'
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
  const fetch = guardedFetch(config, log)
  let observer: CallObserver = () => {}
  return {
    services: {
      fetch,
      sandbox,
      store: store.open,
      onchain: onChainOnDemand(onChainSettings(config, fetch, log)),
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

function onChainSettings(config: Config, guarded: GuardedFetch, log: Log): OnChainSettings {
  return {
    endpoints: Object.fromEntries(
      NETWORKS.flatMap((network) => {
        const urls = config[`rpc-${network}`]
        return urls ? [[network, urls]] : []
      }),
    ),
    priceSources: Object.fromEntries(config['price-sources'].map(priceSource)),
    priceKeys: { coingecko: config['coingecko-key'] },
    operatorFetch: createOperatorFetch({ userAgent: userAgentOf(config) }),
    guardedFetch: guarded,
    allowPlainGateways: false,
    now: () => new Date(),
    log,
  }
}

function priceSource(entry: string): readonly [string, string | undefined] {
  const [name = '', ...rest] = entry.split('=')
  const address = rest.length > 0 ? rest.join('=') : undefined
  const isKnown = PRICE_SOURCE_NAMES.some((known) => known === name)
  if (
    !isKnown ||
    (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
  ) {
    throw new ConfigError(
      `--price-sources: "${entry}" is neither one of ${PRICE_SOURCE_NAMES.join(', ')} nor such a name with =https://….`,
    )
  }
  return [name, address]
}

function userAgentOf(config: Config): string {
  return config['user-agent'] ?? `Bellhop/${VERSION}`
}

function guardedFetch(config: Config, log: Log): GuardedFetch {
  const userAgent = userAgentOf(config)
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
