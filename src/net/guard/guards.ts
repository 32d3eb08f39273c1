import { isIP } from 'node:net'
import { isPublicAddress, unmapAddress } from './address.ts'
import type { AllowedHosts } from './allow-hosts.ts'
import { Refusal } from './refusal.ts'
import { requireAllowedUrl } from './url-policy.ts'

/**
 * The checks between an address and its socket. Each throws a Refusal. They overlap on purpose:
 * each stops something that the others cannot see.
 */
export interface Guards {
  /** Every hop, before anything is looked up. Returns the URL to request. */
  url(hop: URL, allow: AllowedHosts): URL
  /** Every host to connect to. Literal addresses never reach a lookup. */
  literal(hostname: string): void
  /** Every answer to a lookup, whole: the list that passes is the list that is connected to. */
  answer(addresses: readonly string[]): void
  /** The other end of every connection, before the first byte is sent. */
  peer(address: string | undefined): void
}

/** All checks, as production uses them. */
export const everyGuard: Guards = {
  url: requireAllowedUrl,
  literal(hostname) {
    if (isIP(hostname) && !isPublicAddress(hostname)) {
      throw new Refusal('literal_address', hostname)
    }
  },
  answer(addresses) {
    // DNS rebinding mixes private answers among public ones.
    const hidden = addresses.find((address) => !isPublicAddress(address))
    if (hidden !== undefined) throw new Refusal('resolved_address', hidden)
  },
  peer(address) {
    // A dual-stack socket prints an IPv4 peer as a mapped IPv6 address.
    if (address === undefined || !isPublicAddress(unmapAddress(address))) {
      throw new Refusal('peer_address', address ?? 'gone')
    }
  },
}
