import type { Generated } from 'kysely'

/** A call of an agent, or one that failed. One that is under way has no outcome. */
export interface LoggedCallTable {
  id: Generated<number>
  started_ms: number
  surface: string
  operation: string
  /** Flag: it takes part in the chat. */
  uses_chat: number
  /** Id of the chat account that called. */
  account_id: number | null
  /** Self-declared name and version of its program. */
  client: string | null
  /** How it was let in: `local`, `key`, `oauth`, `session` or `open`. */
  way: string | null
  /** Id of the consent (`oauth_grant`) by which its program came in. */
  program_id: string | null
  /** Id of a message of the conversation that it is part of. */
  message_id: number | null
  /** What it was called with, shortened and without secrets. */
  arguments: string | null
  /** Amounts in USD, with spaces between; null where nothing was paid. */
  paid: string | null
  /** `ok` or an error code; null while it is under way. */
  outcome: string | null
  took_ms: number | null
  /** What the caller was told of the error. */
  message: string | null
  hint: string | null
}

/** Tables of what agents have called. */
export interface CallTables {
  logged_call: LoggedCallTable
}
