import { isLoopback } from '../../lib/loopback.ts'
import type { Secret } from '../../lib/secret.ts'
import { type AllowedHosts, bareHost, parseAllowHosts } from './allow-hosts.ts'
import { portOf } from './url-policy.ts'

/** What an operator says of the proxy by which connections leave their network. */
export interface OutgoingProxySettings {
  /** `http:` or `https:`, with its port. */
  address: string
  /** `user:password`, where it asks for that. */
  login?: Secret | undefined
  /** Only the proxy can look names up: what addresses they lead to is not checked here. */
  resolves: boolean
  /** `host[:port]` entries that are reached without it, beside this machine. Of fetches, those that are allowed are. */
  except: readonly string[]
}

/** A proxy by which connections leave this network. */
export interface OutgoingProxy {
  address: URL
  /** Value of the header `Proxy-Authorization`. */
  authorization: string | undefined
  resolves: boolean
  /** Whether a host is reached without it. */
  isPassedBy(hostname: string, port: number): boolean
}

/** Reads what an operator says of a proxy. Throws `invalid_input` on a bad entry of `except`. */
export function readOutgoingProxy({
  address,
  login,
  resolves,
  except,
}: OutgoingProxySettings): OutgoingProxy {
  const passed: AllowedHosts = parseAllowHosts(except)
  const credentials = login && Buffer.from(login.reveal()).toString('base64')
  return {
    address: new URL(address),
    authorization: credentials && `Basic ${credentials}`,
    resolves,
    isPassedBy: (hostname, port) => isLoopback(bareHost(hostname)) || passed.has(hostname, port),
  }
}

/** Whether a plain request is handed to the proxy whole, so that the proxy looks its host up: tunnels to port 80 are often refused. */
export function isForwarded(
  proxy: OutgoingProxy | undefined,
  allow: AllowedHosts,
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>,
): boolean {
  if (!proxy?.resolves || protocol !== 'http:') return false
  return !allow.has(hostname, portOf({ protocol, port }))
}

/** Headers by which a proxy knows this server. */
export function proxyHeaders({ authorization }: OutgoingProxy): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization }
}
