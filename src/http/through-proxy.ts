import type { Context } from 'hono'
import type { Log } from '../lib/log.ts'
import { isLoopback } from '../lib/loopback.ts'
import { remoteAddressOf } from './peer.ts'

/** Headers that proxies add, and clients do not. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const

/** Those that name the caller, which limits per address would need. */
const CALLER_HEADERS = ['x-forwarded-for', 'forwarded'] as const

/** Whether a request says that it came through a proxy. One that adds no header cannot be told from a caller on this machine. */
export function isThroughProxy(headers: Headers): boolean {
  return PROXY_HEADERS.some((name) => headers.has(name))
}

/** Whether a request was made on this machine, as far as can be told. */
export function isFromThisMachine(c: Context): boolean {
  return isLoopback(remoteAddressOf(c)) && !isThroughProxy(c.req.raw.headers)
}

/** Looks at requests for a proxy that the operator has not told of, and says so once. */
export function createProxyWarning(
  log: Log,
  { trustedProxies, isOpen }: { trustedProxies: number; isOpen: boolean },
): (headers: Headers) => void {
  let isSaid = trustedProxies > 0
  return (headers) => {
    if (isSaid || !CALLER_HEADERS.some((name) => headers.has(name))) return
    isSaid = true
    log.warn(
      { setting: 'trusted-proxies' },
      'requests come through a proxy, and limits per address count all of its callers as one: let it add to X-Forwarded-For, ' +
        'and say with --trusted-proxies how many proxies do' +
        (isOpen ? '; until there are keys (--key-file), callers through a proxy get 401 here' : ''),
    )
  }
}
