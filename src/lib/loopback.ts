import { BlockList, isIPv4, isIPv6 } from 'node:net'

const LOOPBACK_ADDRESSES = new BlockList()
LOOPBACK_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK_ADDRESSES.addAddress('::1', 'ipv6')

/**
 * Whether a host, without a port, is this machine wherever it is looked up: `localhost`, or an address of 127.0.0.0/8 or ::1 as URLs,
 * sockets and people write it. Names below and beside `localhost` are no loopback, since name servers may say anything of them.
 */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false
  if (isIPv4(host)) return LOOPBACK_ADDRESSES.check(host, 'ipv4')
  const address = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  // An address with a zone belongs to one link, which this one never does. The list finds IPv4 addresses mapped into IPv6 too.
  if (isIPv6(address)) return !address.includes('%') && LOOPBACK_ADDRESSES.check(address, 'ipv6')
  return host.toLowerCase() === 'localhost'
}

/** Whether nobody on the way can read what is sent to an address: by https, or by plain http that never leaves this machine. */
export function isPrivateOnTheWay({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
