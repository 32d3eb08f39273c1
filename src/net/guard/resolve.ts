import { lookup as lookupName } from 'node:dns/promises'
import { LOOKUP_MAX_MS } from '../limits.ts'
import { lookupTimedOut } from './failures.ts'
import { Refusal } from './refusal.ts'

/** One answer of a name lookup. */
export interface ResolvedAddress {
  address: string
  family: number
}

/** Looks up all addresses of a name, in the order they should be tried. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** The system's resolver: hosts file, search domains and all. */
export const systemResolve: Resolve = (hostname) =>
  lookupName(hostname, { all: true, order: 'verbatim' })

/**
 * Looks a name up and has the whole answer vetted. Throws a Refusal for a name that does not exist, and
 * `upstream_timeout` after `LOOKUP_MAX_MS`.
 */
export async function resolveVetted(
  resolve: Resolve,
  hostname: string,
  vet: (addresses: readonly string[]) => void,
): Promise<ResolvedAddress[]> {
  const resolved = await inTime(resolve(hostname)).catch((error: unknown) => {
    if (isNoSuchName(error)) throw new Refusal('unresolved_name', hostname)
    throw error
  })
  if (resolved.length === 0) throw new Refusal('unresolved_name', hostname)
  vet(resolved.map(({ address }) => address))
  return [...resolved]
}

function isNoSuchName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
}

async function inTime<T>(looking: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(lookupTimedOut(LOOKUP_MAX_MS)), LOOKUP_MAX_MS)
  try {
    return await Promise.race([looking, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
