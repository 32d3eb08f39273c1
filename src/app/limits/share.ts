import type { SettingName } from '../config/settings.ts'
import type { Limit } from './limit.ts'

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

/** A limit on what callers have in common, so that none of them takes it all. */
export interface Share extends Limit {
  counts: Counted
  /** What happens over it. */
  over: string
  /** How an operator changes it; absent where the code alone says it. */
  setting?: SettingName
}

/** What happens to a call of whoever is over a share of their own. */
export const REFUSED = '429 `rate_limited` with `Retry-After`'

/** What happens to a call for which there is no room at all. */
export const FULL = '503 `unavailable` with `Retry-After`'
