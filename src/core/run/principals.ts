import type { Accounts } from '../../contract/chat.ts'
import { KNOWN_WEIGHT, type Principal, STRANGER_WEIGHT } from '../../contract/principal.ts'
import { networkOf } from '../../lib/network-of.ts'

/** Who may reach the hosts that are excepted from the guard, besides the person at this machine. */
export interface HostAccess {
  /** Callers without a key: only where the server is open because nobody else reaches it. */
  strangers: boolean
  /** Callers with the key of this name. */
  key(name: string): boolean
}

/** Nobody else. */
export const NO_HOST_ACCESS: HostAccess = { strangers: false, key: () => false }

/** What a surface knows of a caller. */
export interface CallerFacts {
  /** Name of a bearer key, or of a chat account (`Accounts.callerOf`). */
  caller: string | undefined
  /** Key by which limits count the caller's address. */
  peer: string | undefined
}

/** The principal of a caller that a surface admitted. Strangers of one network are one: who has a /56 has 256 addresses to count. */
export function principalOfCaller(
  { caller, peer = 'unknown' }: CallerFacts,
  accounts: Pick<Accounts, 'isAccount'>,
  access: HostAccess,
): Principal {
  if (caller === undefined) {
    const { strangers: reachesAllowedHosts } = access
    const weight = reachesAllowedHosts ? KNOWN_WEIGHT : STRANGER_WEIGHT
    return { id: `address ${networkOf(peer)}`, weight, reachesAllowedHosts }
  }
  if (accounts.isAccount(caller)) return known(caller)
  return { ...known(`key ${caller}`), reachesAllowedHosts: access.key(caller) }
}

/** The principal of a chat account that signed in over HTTP. */
export function principalOfUser(userId: number): Principal {
  return known(`chat user ${userId}`)
}

/** The principal of a call that is paid: who pays, unless the caller is known otherwise. */
export function principalOfPayer(caller: Principal, address: string): Principal {
  return caller.weight > STRANGER_WEIGHT ? caller : known(`payer ${address}`)
}

function known(id: string): Principal {
  return { id, weight: KNOWN_WEIGHT, reachesAllowedHosts: false }
}
