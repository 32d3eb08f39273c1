import type { GuardedFetch, VetAddress } from '../../src/contract/net.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { createGuardedFetch, type GuardedFetchSettings } from '../../src/net/fetch/guarded-fetch.ts'
import { createVetAddress } from '../../src/net/guard/vet-address.ts'

/** The guarded fetch of the person at this machine, to whom `allowHosts` is open. */
export function createLocalFetch(settings: GuardedFetchSettings): GuardedFetch {
  const fetch = createGuardedFetch(settings)
  return async (url, options) => fetch(url, { principal: LOCAL_PRINCIPAL, ...options })
}

/** Their check of addresses. */
export function createLocalVet(settings: Parameters<typeof createVetAddress>[0]): VetAddress {
  const vet = createVetAddress(settings)
  return async (url, options) => vet(url, { principal: LOCAL_PRINCIPAL, ...options })
}
