/**
 * IANA IPv4 and IPv6 Special-Purpose Address Registries, and the multicast, reserved and unassigned
 * parts of the two address spaces: block to "globally reachable". The longest matching block rules.
 */
export const ianaBlocks: readonly (readonly [block: string, global: boolean])[] = [
  ['0.0.0.0/0', true],
  ['0.0.0.0/8', false],
  ['10.0.0.0/8', false],
  ['100.64.0.0/10', false],
  ['127.0.0.0/8', false],
  ['169.254.0.0/16', false],
  ['172.16.0.0/12', false],
  ['192.0.0.0/24', false],
  ['192.0.0.9/32', true],
  ['192.0.0.10/32', true],
  ['192.0.2.0/24', false],
  ['192.31.196.0/24', true],
  ['192.52.193.0/24', true],
  ['192.88.99.0/24', false],
  ['192.168.0.0/16', false],
  ['192.175.48.0/24', true],
  ['198.18.0.0/15', false],
  ['198.51.100.0/24', false],
  ['203.0.113.0/24', false],
  ['224.0.0.0/4', false],
  ['240.0.0.0/4', false],
  ['255.255.255.255/32', false],
  // IPv6: only global unicast is assigned; everything else is denied before it has a name.
  ['::/0', false],
  ['::/128', false],
  ['::1/128', false],
  ['::ffff:0:0/96', false],
  ['64:ff9b::/96', true],
  ['64:ff9b:1::/48', false],
  ['100::/64', false],
  ['100:0:0:1::/64', false],
  ['2000::/3', true],
  ['2001::/23', false],
  ['2001::/32', false],
  ['2001:1::1/128', true],
  ['2001:1::2/128', true],
  ['2001:1::3/128', true],
  ['2001:2::/48', false],
  ['2001:3::/32', true],
  ['2001:4:112::/48', true],
  ['2001:10::/28', false],
  ['2001:20::/28', true],
  ['2001:30::/28', true],
  ['2001:db8::/32', false],
  ['2002::/16', false],
  ['2620:4f:8000::/48', true],
  ['3fff::/20', false],
  ['5f00::/16', false],
  ['fc00::/7', false],
  ['fe80::/10', false],
  ['ff00::/8', false],
]

/** What IANA calls globally reachable and this product refuses, with the reason. */
export const deniedOnPurpose: readonly (readonly [block: string, reason: string])[] = [
  ['168.63.129.16/32', "Azure's internal service on a public address"],
  ['192.80.8.124/32', 'metadata.packet.net on a public address'],
  ['192.0.0.0/24', 'anycast of protocols that no website uses'],
  ['192.31.196.0/24', 'AS112 sink'],
  ['192.52.193.0/24', 'multicast tunnels'],
  ['192.175.48.0/24', 'AS112 sink'],
  ['64:ff9b::/96', 'NAT64 reaches any IPv4 address, private ones too'],
  ['2001::/23', 'protocol assignments, no websites'],
  ['2620:4f:8000::/48', 'AS112 sink'],
  ['3ffe::/16', 'the former 6bone, returned'],
]

/** A block as numbers: family, first and last address. */
export interface NumericBlock {
  family: 4 | 6
  bits: number
  first: bigint
  last: bigint
}

/** Reads `address/bits`. */
export function numericBlock(block: string): NumericBlock {
  const [address = '', length] = block.split('/')
  const bits = Number(length)
  const family = address.includes(':') ? 6 : 4
  const first = addressToNumber(address)
  return {
    family,
    bits,
    first,
    last: first + (1n << BigInt((family === 4 ? 32 : 128) - bits)) - 1n,
  }
}

/** The number of a dotted or colon-hex literal (no zone, no embedded dots). */
export function addressToNumber(address: string): bigint {
  if (!address.includes(':')) {
    return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  }
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce(
    (sum, part) => sum * 65536n + BigInt(`0x${part}`),
    0n,
  )
}

/** The literal of a number. */
export function numberToAddress(family: 4 | 6, value: bigint): string {
  const width = family === 4 ? 8n : 16n
  const count = family === 4 ? 4 : 8
  const parts = Array.from({ length: count }, (_, index) => {
    const part = (value >> (width * BigInt(count - 1 - index))) & ((1n << width) - 1n)
    return part.toString(family === 4 ? 10 : 16)
  })
  return parts.join(family === 4 ? '.' : ':')
}

const registry = ianaBlocks.map(([block, global]) => ({ ...numericBlock(block), global }))
const onPurpose = deniedOnPurpose.map(([block]) => numericBlock(block))

/** Whether the registries call an address globally reachable. */
export function isGlobalByIana(family: 4 | 6, value: bigint): boolean {
  const matching = registry.filter((block) => contains(block, family, value))
  const longest = matching.reduce((best, block) => (block.bits > best.bits ? block : best))
  return longest.global
}

/** Whether this product means to refuse an address that IANA calls globally reachable. */
export function isDeniedOnPurpose(family: 4 | 6, value: bigint): boolean {
  return onPurpose.some((block) => contains(block, family, value))
}

/** The oracle of the tests: may this dialled address be connected to at all? */
export function mayBeDialled(address: string): boolean {
  if (!/^([0-9.]+|[0-9a-f:]+)$/.test(address)) return false
  const family = address.includes(':') ? 6 : 4
  const value = addressToNumber(address)
  return isGlobalByIana(family, value) && !isDeniedOnPurpose(family, value)
}

function contains(block: NumericBlock, family: 4 | 6, value: bigint): boolean {
  return block.family === family && value >= block.first && value <= block.last
}
