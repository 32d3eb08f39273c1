import type { HeldBody } from './held-body.ts'
import type { Principal } from './principal.ts'

/**
 * Field `reason` of a `url_not_allowed` where the name of the address could not be found by this machine: another one may know it.
 * Only principals to whom the operator's hosts are open are told so.
 */
export const UNRESOLVED_NAME = 'unresolved_name'

/** How to fetch one address that came from input or from content. */
export interface FetchOptions {
  signal: AbortSignal
  /** Who is charged; without one it is a stranger's fetch. */
  principal?: Principal | undefined
  /** Told how many fetches of the same principal are before this one, while it waits for its turn. */
  waiting?(ahead: number): void
  /** Value of the Accept header. */
  accept?: string
  /** Cap on the body after content-decoding; more is a `too_large` error. Default `HTML_BODY_MAX_BYTES`. */
  maxBytes?: number
  /**
   * Called with each decoded chunk; returning true ends the download there, with `complete: false`. For readers that need only
   * the beginning of a document.
   */
  enough?(chunk: Uint8Array): boolean
  /** Makes the request a POST. A POST is never redirected. */
  post?: { contentType: string; body: string }
  /** The request as a caller who pays makes it. It is never redirected, so that no other server sees what it carries. */
  paying?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    headers: Readonly<Record<string, string>>
    body?: string | undefined
  }
  /** `refuse`: a redirect is `upstream_failed`. Default `follow`, each hop checked anew. */
  redirects?: 'follow' | 'refuse'
  /** Where the address came from, when a page redirects by meta refresh: that counts as a redirect, and is refused like one. */
  from?: Pick<Fetched, 'url' | 'hops'>
  /**
   * Accept a stored copy of a page that is not older, and store what may be stored. Absent: no cache takes part.
   * `owner` keeps callers apart: none sees what another has fetched.
   */
  cache?: { maxAgeS: number; owner: string }
  /** Whether the address may name a file within another one (`https://example.com/a.zip!/b.docx`), which is fetched and opened then. */
  unpacks?: boolean
  /** Large bodies come as `held`, not in memory. The caller releases it. */
  hold?: boolean
  /** Asked before each request, those after a redirect too; the fetch throws what it throws. */
  permit?(url: URL): Promise<void>
  /** Called with the number of decoded bytes received, and the announced total where there is one. */
  progress?(received: number, total: number | undefined): void
  /** Told the bytes of each piece of a body as it comes over the network, before it is decoded. */
  arrived?(bytes: number): void
}

/** A fetched document. The bytes are hostile: parse them in the sandbox only. */
export interface Fetched {
  /** Address of the last hop. */
  url: string
  status: number
  /** Lower-case header names; a repeated header is joined by `, `. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The large body of a fetch with `hold`; `body` has only its beginning then. */
  held?: HeldBody
  /** False when `enough` ended the download early. */
  complete: boolean
  /** Redirects before this answer. */
  hops: number
  /** When a stored copy was received or last confirmed, and seconds since the origin made or confirmed it. */
  stored?: { at: Date; ageS: number }
}

/**
 * Fetches a public address. Every hop, name and dialled address is checked; any refusal is a
 * `url_not_allowed` with field `reason`. Throws `unavailable` over `FETCHES_MAX_COUNT` at once, and where there is no room for the body. Also throws `invalid_input` (no URL at all), `too_large`, `upstream_failed`,
 * `upstream_refused` (too many redirects), `upstream_timeout`, `cancelled`.
 * An answer with any HTTP status is returned, not thrown.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Fetched>

/** One request to an endpoint that the operator configured. */
export interface OperatorRequest {
  signal: AbortSignal
  /** Default GET; POST where there is a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as they are, beside a user-agent and what the body needs. May hold the operator's keys. */
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Time for everything from the name lookup to the last byte. Default `OPERATOR_DEADLINE_MS`. */
  deadlineMs?: number
  /** Cap on the body, coded and decoded. Default `OPERATOR_BODY_MAX_BYTES`. */
  maxBytes?: number
}

/** What an endpoint that the operator configured answered. */
export interface OperatorAnswer {
  status: number
  /** Lower-case header names; a repeated header is joined by `, `. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/**
 * Calls an endpoint that the operator configured: an RPC node, a price provider, a facilitator. The
 * address may be private; it must never come from input or content. Nothing is followed or repeated:
 * one call is at most one request. Throws `upstream_failed` (a redirect and a body over the cap too),
 * `upstream_timeout`, `cancelled`; an answer with any other HTTP status is returned.
 */
export type OperatorFetch = (url: string, request: OperatorRequest) => Promise<OperatorAnswer>

/**
 * Checks an address that a later step will fetch, by the same rules as the fetch itself; `lookup` also
 * looks its name up. Throws `url_not_allowed`, `invalid_input`, and with `lookup` what a failing name
 * server causes, in the words of the fetch.
 */
export type VetAddress = (
  url: string,
  options: { lookup: boolean; principal?: Principal | undefined },
) => Promise<void>

/** Sends one mail as text through the operator's server. Throws `unavailable`. */
export type SendMail = (mail: {
  to: string
  subject: string
  text: string
  /** Where such mail is ended, by one request without a page (RFC 8058). */
  unsubscribe?: string
}) => Promise<void>
