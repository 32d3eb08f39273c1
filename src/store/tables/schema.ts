import type { Generated } from 'kysely'
import type { CallTables } from './call-tables.ts'
import type { ChatTables } from './chat-tables.ts'
import type { OAuthTables } from './oauth-tables.ts'
import type { TaskTables } from './task-tables.ts'

/**
 * All tables of the database, one interface per table.
 *
 * Columns mean the same on SQLite and Postgres only within these rules: `text`, `bigint` (read as a
 * number, refused above 2^53), `double precision` and `bytea`; flags are `bigint` 0 or 1; times are
 * `text` in ISO 8601 or `bigint` milliseconds; amounts above 2^53 (wei) are `text`. Text must not
 * hold U+0000 (Postgres refuses it), and its order is the database's: sort by another column.
 */

/** One row of instance-wide state, e.g. the key that seals cursors. */
export interface SettingTable {
  name: string
  value: string
}

/**
 * One authorization that a buyer has shown us. `id` is its identity on the chain:
 * `network|asset|payer|nonce`, in lower case. Times are milliseconds since 1970.
 */
export interface SellerPaymentTable {
  id: string
  operation: string
  network: string
  asset: string
  payer: string
  pay_to: string
  /** Amount in atomic units of the asset. */
  units: number
  /** Digest of operation and arguments: the authorization buys this and nothing else. */
  request_hash: string
  /** Digest of signature and payment id: proves the right to fetch the result again. */
  proof_hash: string
  /** working → settling → settled | refused. Failed work deletes the row: nothing was charged. */
  state: 'working' | 'settling' | 'settled' | 'refused'
  /** The payment as JSON, so that another process can go on settling it. */
  payment: string
  /** Flag: it carries a payment id, which never goes on chain, so its answer is kept for longer. */
  has_id: number
  /** Digest of payer and payment id, by which another payment for the same call finds this one; null without an id. */
  payment_key: string | null
  valid_before_ms: number
  /** The answer as JSON; null before the work is done and after its time. */
  answer: string | null
  /** Time until which the answer can be had again; null while the outcome is open. */
  answer_until_ms: number | null
  transaction_hash: string | null
  /** Why the chain or the facilitator refused. */
  reason: string | null
  /** Flag: an attempt to settle ended without saying how, so only the chain can tell. */
  doubtful: number
  /** Process that works on it, and the end of its lease. */
  owner: string
  leased_until_ms: number
  created_ms: number
  closed_ms: number | null
}

/**
 * One authorization that the wallet of this machine has signed, written before it is sent: the buyer's
 * journal and, by its sums, the budget. `id` is `network|asset|payer|nonce`, in lower case.
 */
export interface BuyerAuthorizationTable {
  id: string
  /** Digest of address and arguments, by which a call finds the authorization it already has. */
  request_hash: string
  operation: string
  /** Host and port that it was signed for. */
  host: string
  url: string
  x402_version: number
  network: string
  asset: string
  payer: string
  pay_to: string
  /** What counts as spent: of `upto` the most that may be taken, until the chain tells what was. */
  units: number
  /** How it is authorized; null for EIP-3009. */
  method: 'permit2' | 'upto' | null
  /** Account of the chat in whose name it was signed. */
  account_id: number | null
  /** Whether a person agreed to it, or to all of its kind up to an amount; null where nobody had to be asked. */
  consent: 'asked' | 'standing' | null
  /** open (counts as spent) → spent | released (expired unused, as the chain says). */
  state: 'open' | 'spent' | 'released'
  /** The signed payment as JSON: a retry sends exactly this again. */
  payment: string
  /** Process session that the session budget counts. */
  session: string
  signed_ms: number
  valid_before_ms: number
  /** Flag: an answer was received for it. */
  delivered: number
  transaction_hash: string | null
  reason: string | null
  closed_ms: number | null
}

/** A consent to payments of one agent to one seller, up to an amount between two midnights (UTC). */
export interface StandingConsentTable {
  id: Generated<number>
  account_id: number
  host: string
  network: string
  pay_to: string
  units_per_day: number
  made_ms: number
}

/** The payee of a host: pinned at the first payment or by the operator. */
export interface PayeePinTable {
  host: string
  network: string
  pay_to: string
  pinned_ms: number
}

/** A background job of the servers on this store, see `src/app/background-jobs`. */
export interface BackgroundJobTable {
  name: string
  /** Current owner; empty for none. */
  owner: string
  /** End of the owner's lease. Milliseconds. */
  leased_until_ms: number
  /** When it is due next. Milliseconds. */
  due_at: number
}

/** Calls of a bearer key on one day (UTC date), of keys that have a plan. */
export interface KeyUsageTable {
  key_name: string
  day: string
  calls: number
  /** What was signed for, in atomic units of USDC. */
  units: Generated<number>
  /** What was downloaded, in bytes as they came over the network. */
  bytes: Generated<number>
}

/** What a key is held to, in place of what the key file says. */
export interface KeyPlanTable {
  key_name: string
  /** The plan in the words of a key file. */
  words: string
}

/** A server on this store, see `src/app/instances.ts`. */
export interface InstanceTable {
  id: string
  /** Where others reach it. */
  url: string
  /** When it last said that it is there. Milliseconds. */
  seen_at: number
  /** Names the place of its files, alike for all that share it; null where it keeps none. */
  files: string | null
}

/** A question to the person behind a client that was answered, see `src/mcp/calls/questions.ts`. */
export interface AnsweredQuestionTable {
  id: string
  /** When it would be refused for its age, and is forgotten. Milliseconds. */
  expires_at: number
}

/** All tables. */
export interface Schema extends CallTables, ChatTables, OAuthTables, TaskTables {
  setting: SettingTable
  seller_payment: SellerPaymentTable
  buyer_authorization: BuyerAuthorizationTable
  standing_consent: StandingConsentTable
  payee_pin: PayeePinTable
  background_job: BackgroundJobTable
  key_plan: KeyPlanTable
  key_usage: KeyUsageTable
  instance: InstanceTable
  answered_question: AnsweredQuestionTable
}
