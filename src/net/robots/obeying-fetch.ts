import type { GuardedFetch } from '../../contract/net.ts'
import type { Principal } from '../../contract/principal.ts'

/** Throws where an address must not be read by a principal. */
export type Permit = (url: URL, principal: Principal | undefined) => Promise<void>

/** A fetch that asks for permission before each hop to a page; what is sent to a server, or paid there, is no reading of a page. */
export function obeyingFetch(fetch: GuardedFetch, permit: Permit): GuardedFetch {
  return async (url, options) => {
    if (options.post || options.paying) return fetch(url, options)
    return fetch(url, {
      ...options,
      async permit(hop) {
        await options.permit?.(hop)
        await permit(hop, options.principal)
      },
    })
  }
}
