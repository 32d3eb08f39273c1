import { type OutgoingProxy, readOutgoingProxy } from '../net/outgoing-proxy.ts'
import { readingHosts } from './compose-service-calls.ts'
import type { Config } from './config/config.ts'

/** The proxy by which this process reaches others, if the operator named one. Throws ConfigError. */
export function composeOutgoingProxy(config: Config): OutgoingProxy | undefined {
  const address = config['outgoing-proxy']
  if (address === undefined) return undefined
  return readingHosts('outgoing-proxy-except', () =>
    readOutgoingProxy({
      address,
      login: config.secrets.outgoingProxyLogin,
      resolves: config['outgoing-proxy-resolves'],
      except: config['outgoing-proxy-except'],
    }),
  )
}
