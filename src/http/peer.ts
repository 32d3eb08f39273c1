import { isIP } from 'node:net'
import type { Context } from 'hono'
import { isLoopback } from '../lib/loopback.ts'

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
