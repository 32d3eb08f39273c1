import { BlockList, isIP } from 'node:net'

/** Reason for refusing each range: the IANA special-purpose registries, and public addresses that clouds use inside. */
const deniedV4 = subnets('ipv4', [
  '0.0.0.0/8', // this network (RFC 791)
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // carrier-grade NAT (RFC 6598); Alibaba metadata
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; most metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments (RFC 6890); Oracle metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels (RFC 7450)
  '192.80.8.124/32', // metadata.packet.net
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '168.63.129.16/32', // Azure's internal service
  '198.18.0.0/15', // benchmarks (RFC 2544)
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

/** Global unicast is all of IPv6 that is ever public (RFC 4291 2.4): the rest is denied without a name. */
const unicastV6 = subnets('ipv6', ['2000::/3'])

const deniedV6 = subnets('ipv6', [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 carries any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation (RFC 9637)
])

/**
 * Whether an IP literal, in the canonical form that sockets and resolvers print, is a public unicast
 * address. Denies by default: anything that is not an address, has a zone id, or embeds an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !deniedV4.check(address, 'ipv4')
    case 6:
      return unicastV6.check(address, 'ipv6') && !deniedV6.check(address, 'ipv6')
    default:
      return false
  }
}

/** The IPv4 address that a dual-stack socket prints as `::ffff:a.b.c.d`; anything else unchanged. */
export function unmapAddress(address: string): string {
  const prefix = '::ffff:'
  const rest = address.slice(prefix.length)
  return address.toLowerCase().startsWith(prefix) && isIP(rest) === 4 ? rest : address
}

function subnets(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', bits] = block.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}
