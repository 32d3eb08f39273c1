import { OperationError } from '../../contract/errors.ts'
import { isLoopback } from '../../lib/loopback.ts'

/**
 * Refuses requests that a browser was tricked into sending (DNS rebinding): the Host header, and the
 * Origin header where there is one, must name an allowed host; `isForAll` says whether pages of any origin may ask. Throws `forbidden`.
 */
export function makeHostCheck(
  allowedHosts: readonly string[],
): (headers: Headers, isForAll?: () => boolean) => void {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const isNamed = ({ hostname, host }: URL) => allowed.has(hostname) || allowed.has(host)
  let lastAllowed: string | undefined
  return (headers, isForAll = () => false) => {
    const host = headers.get('host') ?? ''
    // Nearly all requests name the same host, and parsing an address twice takes a while.
    if (host !== lastAllowed) {
      const target = bareOrigin(`http://${host}`)
      if (!target || !(isNamed(target) || isLoopback(target.hostname))) throw forbidden('Host')
    }
    lastAllowed = host
    const origin = headers.get('origin')
    if (origin === null || isForAll()) return
    const page = bareOrigin(origin)
    if (!page || !(isNamed(page) || isOwnPage(page, new URL(`http://${host}`)))) {
      throw forbidden('Origin')
    }
  }
}

/** Whether a page of this machine is this server's own: other ports show pages of other programs, some of them of strangers. */
function isOwnPage(page: URL, target: URL): boolean {
  return isLoopback(page.hostname) && isLoopback(target.hostname) && page.port === target.port
}

/** Scheme, host and port; undefined for anything else. A Host header is bare: what a URL would parse as user or path is an attack. */
function bareOrigin(text: string): URL | undefined {
  const isBare = /^https?:\/\/[^/@?#\\\s]+$/i.test(text)
  return isBare && URL.canParse(text) ? new URL(text) : undefined
}

function forbidden(header: string): OperationError {
  return new OperationError('forbidden', `The ${header} header names a host that is not allowed.`, {
    hint: 'The operator lists allowed hosts with --allowed-hosts.',
  })
}
