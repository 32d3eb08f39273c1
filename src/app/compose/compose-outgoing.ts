import type { ServiceClient } from '../../chat/outgoing/port.ts'
import { OperationError } from '../../contract/errors.ts'
import { LOCAL_PRINCIPAL } from '../../contract/principal.ts'
import { once } from '../../lib/once.ts'
import { createGuardedFetch, type GuardedFetchSettings } from '../../net/fetch/guarded-fetch.ts'
import { type OutgoingProxy, readOutgoingProxy } from '../../net/guard/outgoing-proxy.ts'
import { Refusal, refusalError } from '../../net/guard/refusal.ts'
import { createVetAddress } from '../../net/guard/vet-address.ts'
import type { Permit } from '../../net/robots/obeying-fetch.ts'
import type { RobotsSettings } from '../../net/robots/robots.ts'
import { type Config, ConfigError } from '../config/config.ts'

/** Calls of the services that bots of the chat hand messages on to: behind the guard, with exceptions of their own. */
export function composeServiceCalls(
  config: Config,
  settings: Pick<GuardedFetchSettings, 'turns' | 'userAgent' | 'log' | 'resolve' | 'proxy'>,
): ServiceClient {
  const allowHosts = config['webhook-hosts']
  const { resolve, proxy } = settings
  const { fetch, vet } = readingHosts('webhook-hosts', () => ({
    fetch: createGuardedFetch({ ...settings, allowHosts }),
    vet: createVetAddress({ allowHosts, proxy, ...(resolve ? { resolve } : {}) }),
  }))
  return {
    async call(url, { contentType, body, signal, principal, maxBytes }) {
      return fetch(url, {
        signal,
        principal,
        maxBytes,
        accept: 'application/json',
        post: { contentType, body },
        redirects: 'refuse',
      }).catch((thrown: unknown) => {
        throw asToldToAccounts(thrown)
      })
    },
    async requireAllowed(url) {
      try {
        await vet(url, { lookup: true, principal: LOCAL_PRINCIPAL })
      } catch (thrown) {
        const error = asToldToAccounts(thrown)
        // A name server that is away says nothing of the address, which is judged again at each call.
        if (error instanceof OperationError && error.code !== 'url_not_allowed') return
        throw error
      }
    },
  }
}

/** Accounts learn nothing of the names of this network, though hosts of it may be open to their bots, by a setting of its own. */
function asToldToAccounts(thrown: unknown): unknown {
  if (!(thrown instanceof OperationError && thrown.cause instanceof Refusal)) return thrown
  const { code, message, hint = '', fields, cause } = refusalError(thrown.cause, undefined)
  const lift = hint.replaceAll('--allow-hosts', '--webhook-hosts')
  return new OperationError(code, message, { hint: lift, fields, cause })
}

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

/** Builds what takes the hosts of a setting. Throws ConfigError for one that cannot be read. */
export function readingHosts<T>(
  setting: 'allow-hosts' | 'webhook-hosts' | 'outgoing-proxy-except',
  build: () => T,
): T {
  try {
    return build()
  } catch (cause) {
    const reason = String(cause instanceof Error ? cause.message : cause)
    throw new ConfigError(`--${setting}: ${reason}`, { cause })
  }
}

/** What asks the robots.txt of servers before their pages are read, where the operator wants that. */
export function composeRobots(
  { robots }: Pick<Config, 'robots'>,
  settings: RobotsSettings,
): Permit | undefined {
  if (robots === 'ignore') return undefined
  const open = once(async () => {
    const { Robots } = await import('../../net/robots/robots.ts')
    return new Robots(settings)
  })
  return async (url, principal) => (await open()).check(url, principal)
}
