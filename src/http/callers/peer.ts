import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Log } from '../../lib/log.ts'
import { isLoopback } from '../../lib/loopback.ts'

/** Longest X-Forwarded-For that is looked at. */
const FORWARDED_MAX_CHARS = 4_096

/** What the Node adapter passes besides the request. */
export interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string } }
  /** Node's response. */
  outgoing?: object
}

/** The remote address of a request. */
export interface PeerSource {
  /** Address of the connection. */
  remoteAddress: string | undefined
  /** X-Forwarded-For; anybody may write anything into it, except for what our own proxies add on the right. */
  forwarded: string | null
}

/** Headers that proxies add, and clients do not. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const

/** Headers of proxies that name the caller, which limits per address would need. */
const CALLER_HEADERS = ['x-forwarded-for', 'forwarded'] as const

/** Address of the other end of the connection; undefined where there is none. */
export function remoteAddressOf(c: Context): string | undefined {
  return (c.env as NodeBindings | undefined)?.incoming?.socket.remoteAddress
}

/** Node's response to a request; undefined where there is no connection. */
export function responseOf(c: Context): object | undefined {
  return (c.env as NodeBindings | undefined)?.outgoing
}

/**
 * Address of the caller: of the connection, or where `trustedProxies` stand before this server, what the
 * outermost of them saw. Undefined where there is none.
 */
export function peerOf(
  { remoteAddress, forwarded }: PeerSource,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0 || forwarded === null) return remoteAddress
  const hops = forwarded.slice(-FORWARDED_MAX_CHARS).split(',')
  const seen = bareAddress(hops[Math.max(0, hops.length - trustedProxies)] ?? '')
  return isIP(seen) === 0 ? remoteAddress : seen
}

/**
 * What limits count a caller by: its IPv4 address, or the first 64 bits of its IPv6 address, since one network owns the whole
 * /64: but this machine owns no network beside itself.
 */
export function countedAs(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6 || isLoopback(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0')
  const network = [...groups, ...zeros, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Some proxies add the port. */
function bareAddress(hop: string): string {
  const text = hop.trim()
  return /^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

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
