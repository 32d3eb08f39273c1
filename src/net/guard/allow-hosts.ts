import { isIPv6 } from 'node:net'
import { OperationError } from '../../contract/errors.ts'

/** Hosts for which the operator lifted the address, name and port rules. */
export interface AllowedHosts {
  /** Takes a host as a URL or a socket option spells it (IPv6 with or without brackets). */
  has(hostname: string, port: number): boolean
}

/** What principals have to whom no exception is open: no host is allowed. */
export const NO_ALLOWED_HOSTS: AllowedHosts = { has: () => false }

/**
 * Reads `host[:port]` entries; without a port, every port of that host. A host is compared after
 * WHATWG normalisation and only with itself: allowing `127.0.0.1` allows neither `localhost` nor
 * `::1`. Throws `invalid_input` on anything else, such as a wildcard or a path.
 */
export function parseAllowHosts(entries: readonly string[]): AllowedHosts {
  const anyPort = new Set<string>()
  const onePort = new Set<string>()
  for (const entry of entries) {
    const { host, port } = parseEntry(entry)
    if (port === undefined) anyPort.add(host)
    else onePort.add(`${host} ${port}`)
  }
  return {
    has: (hostname, port) => {
      const host = bareHost(hostname)
      return anyPort.has(host) || onePort.has(`${host} ${port}`)
    },
  }
}

/** A host without the brackets of an IPv6 literal and without the dot that ends an absolute name. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

function parseEntry(entry: string): { host: string; port: number | undefined } {
  const authority = isIPv6(entry) ? `[${entry}]` : entry
  // Each scheme hides its own default port, so the other one is asked as well.
  const http = URL.parse(`http://${authority}`)
  const https = URL.parse(`https://${authority}`)
  if (!http || !https || /[\s/?#@\\*%]/.test(entry) || authority.endsWith(':')) {
    throw new OperationError('invalid_input', `"${entry}" is not a host or host:port.`, {
      hint: 'Write for example 127.0.0.1, 127.0.0.1:8000, [::1]:8000 or docs.internal.',
    })
  }
  const port = http.port || https.port
  return { host: bareHost(http.hostname), port: port ? Number(port) : undefined }
}
