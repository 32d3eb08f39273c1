import type { CallService } from '../chat/outgoing/port.ts'
import { createGuardedFetch, type GuardedFetchSettings } from '../net/guarded-fetch.ts'
import { type Config, ConfigError } from './config/config.ts'

/** Calls of the services that bots of the chat hand messages on to: behind the guard, with exceptions of their own. */
export function composeServiceCalls(
  config: Config,
  settings: Pick<GuardedFetchSettings, 'turns' | 'userAgent' | 'log' | 'proxy'>,
): CallService {
  const allowHosts = config['webhook-hosts']
  const fetch = readingHosts('webhook-hosts', () => createGuardedFetch({ ...settings, allowHosts }))
  return async (url, { contentType, body, signal, principal, maxBytes }) =>
    fetch(url, {
      signal,
      principal,
      maxBytes,
      accept: 'application/json',
      post: { contentType, body },
      redirects: 'refuse',
    })
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
