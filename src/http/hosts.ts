import { OperationError } from '../contract/errors.ts'
import { isLoopback } from '../lib/loopback.ts'

/**
 * Refuses requests that a browser was tricked into sending (DNS rebinding): the Host header, and the
 * Origin header where there is one, must name an allowed host; `isForAll` where pages of any origin may ask. Throws `forbidden`.
 */
export function makeHostCheck(
  allowedHosts: readonly string[],
): (headers: Headers, isForAll?: boolean) => void {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  let lastAllowed: string | undefined
  return (headers, isForAll = false) => {
    const host = headers.get('host') ?? ''
    // Nearly all requests name the same host, and parsing an address twice takes a while.
    if (host !== lastAllowed && !isAllowed(allowed, `http://${host}`)) throw forbidden('Host')
    lastAllowed = host
    const origin = headers.get('origin')
    if (origin !== null && !isForAll && !isAllowed(allowed, origin)) throw forbidden('Origin')
  }
}

function isAllowed(allowed: ReadonlySet<string>, origin: string): boolean {
  // A Host header is bare: what a URL would parse as user or path is an attack.
  if (!/^https?:\/\/[^/@?#\\\s]+$/i.test(origin) || !URL.canParse(origin)) return false
  const { hostname, host } = new URL(origin)
  return isLoopback(hostname) || allowed.has(hostname) || allowed.has(host)
}

function forbidden(header: string): OperationError {
  return new OperationError('forbidden', `The ${header} header names a host that is not allowed.`, {
    hint: 'The operator lists allowed hosts with --allowed-hosts.',
  })
}
