import type { VetAddress } from '../../contract/net.ts'
import { bareHost, NO_ALLOWED_HOSTS, parseAllowHosts } from './allow-hosts.ts'
import { toFetchError } from './failures.ts'
import { everyGuard } from './guards.ts'
import type { OutgoingProxy } from './outgoing-proxy.ts'
import { type Resolve, resolveVetted, systemResolve } from './resolve.ts'
import { parseAddress, portOf } from './url-policy.ts'

/** Builds the check of an address that is going to be fetched. Throws on a bad entry of `allowHosts`. */
export function createVetAddress({
  allowHosts,
  resolve = systemResolve,
  proxy,
}: {
  allowHosts: readonly string[]
  resolve?: Resolve
  /** Where only it can look names up, none is looked up here. */
  proxy?: OutgoingProxy | undefined
}): VetAddress {
  const allowed = parseAllowHosts(allowHosts)
  return async (address, { lookup, principal }) => {
    const allow = principal?.reachesAllowedHosts ? allowed : NO_ALLOWED_HOSTS
    try {
      const url = everyGuard.url(parseAddress(address), allow)
      if (!lookup || proxy?.resolves || allow.has(url.hostname, portOf(url))) return
      await resolveVetted(resolve, bareHost(url.hostname), everyGuard.answer)
    } catch (thrown) {
      throw toFetchError(thrown, principal)
    }
  }
}
