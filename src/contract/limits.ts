import type { NetworkRules } from '../lib/network-rate.ts'

/** Whom a share belongs to. */
export type Counted =
  | 'server'
  | 'principal'
  | 'key or chat account'
  | 'address without a key'
  | 'address'
  | 'address and credential'
  | 'network'
  | 'client'
  | 'chat account'
  | 'chat message'
  | 'organization'
  | 'payer'
  | 'call'

/** A limit in force that a caller may meet, as documents show it. */
export interface Limit {
  meaning: string
  value: number
  unit: string
  /** Name of the setting by which an operator changes it; absent where the code alone says it. */
  setting?: string
}

/** A limit on what callers have in common, so that none of them takes it all. */
export interface Share extends Limit {
  counts: Counted
  /** What happens over it. */
  over: string
}

/** Says a limit once, for the code and for documents: its number, which it returns, the unit of that, and what it bounds. */
export type SayLimit = (
  value: number,
  unit: string,
  meaning: string,
  terms?: Pick<Limit, 'setting'> | Omit<Share, 'meaning' | 'value' | 'unit'>,
) => number

/** The limits of a room, in the order of its file. */
export type Limits = (Limit | Share)[]

/** What says the limits of one room, in the order of its file; they are found in the list that the file exports, and nowhere else. */
export function limitsInto(list: Limits): SayLimit {
  return (value, unit, meaning, terms) => {
    list.push({ meaning, value, unit, ...terms })
    return value
  }
}

/** What happens to a call of whoever is over a share of their own. */
export const REFUSED = '429 `rate_limited` with `Retry-After`'

/** What happens to a call for which there is no room at all. */
export const FULL = '503 `unavailable` with `Retry-After`'

/** What happens to a call that others are before. */
export const WAITS = 'it waits its turn'

/** What happens to a call that waited for too long. */
export const WAITED = '429 for who is over their share, else 503'

/** What happens to a request of a program or browser that comes in by OAuth. */
export const LATER = '503 `temporarily_unavailable` with `Retry-After`'

/** Says two limits of the same: one for each address, and one for each network. */
export function networkRules(
  limit: SayLimit,
  rules: {
    meaning: string
    unit: string
    address: number
    network: number
    seconds: number
    over?: string
  },
): NetworkRules {
  const { meaning, unit, seconds, over = LATER } = rules
  const ruleOf = (counts: 'address' | 'network') => ({
    count: limit(rules[counts], unit, `${meaning}, of one ${counts}`, { counts, over }),
    seconds,
  })
  return { address: ruleOf('address'), network: ruleOf('network') }
}
