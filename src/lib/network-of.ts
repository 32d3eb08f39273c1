/**
 * The network that one household or office has, of an address as limits count it: the first 56 bits of an IPv6 address, an IPv4
 * address itself.
 */
export function networkOf(counted: string): string {
  const [, head, last = ''] = /^(.+:)([0-9a-f]+)::\/64$/.exec(counted) ?? []
  if (head === undefined) return counted
  return `${head}${(Number.parseInt(last, 16) & 0xff_00).toString(16)}::/56`
}
