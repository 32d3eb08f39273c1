import { call } from '../../lib/api.ts'
import { type Loaded, useLoaded } from '../../ui/use-loaded.ts'
import type { EndedCall, Payment } from '../owner/types.ts'

/** A call of an agent, and where it belongs. */
export interface AgentCall extends EndedCall {
  way: string | null
  arguments: string | null
  message_id: number | null
  place: { stream_id: number; topic: string } | { user_ids: readonly number[] } | null
  is_hidden: boolean
}

/** A consent to payments to one seller. */
export interface Consent {
  id: number
  host: string
  usd_per_day: string
  usd_today: string
  made: string
}

/** A program that was let in by OAuth. */
export interface Program {
  program_id: string
  user_id: number
  name: string
  redirect_host: string
  scopes: readonly string[]
  last_seen: number
}

/** What one agent did and paid, and what it may do. */
export interface Ledger {
  calls: readonly AgentCall[]
  payments: readonly (Payment & { consent: string | null })[]
  usd_per_day: string | null
  usd_today: string
  consents: readonly Consent[]
  programs: readonly Program[]
  keys: readonly { id: string; made: number | null }[]
}

/** Loads what an agent did and paid. */
export function useLedger(id: number): Loaded<Ledger> {
  return useLoaded(async (signal) => call<Ledger>('GET', `/owner/agents/${id}`, {}, signal), [id])
}
