import { OperationError } from '../contract/errors.ts'

/**
 * Why an address was refused. For the operator's log only: the caller sees one and the same `url_not_allowed`, so that it reveals
 * nothing about the network this server runs in.
 */
export type RefusalReason =
  | 'syntax'
  | 'scheme'
  | 'downgrade'
  | 'userinfo'
  | 'port'
  | 'name'
  | 'unresolved_name'
  | 'literal_address'
  | 'resolved_address'
  | 'peer_address'

const DETAIL_MAX_CHARS = 300

/** A policy refusal on its way to the log. `detail` may hold a resolved address: never send it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  readonly detail: string

  constructor(reason: RefusalReason, detail: string) {
    super(`refused: ${reason}`)
    this.reason = reason
    this.detail = detail.slice(0, DETAIL_MAX_CHARS)
  }
}

/** The caller's error for any refusal: always the same message. */
export function refusalError(refusal: Refusal): OperationError {
  return new OperationError('url_not_allowed', 'The address is not publicly reachable.', {
    hint:
      'Give the absolute http or https address of a public website, with a host name that exists, ' +
      'without user name, on port 80, 443, 8080 or 8443. Private, loopback and cloud-metadata ' +
      'addresses are never fetched, and neither is a page that redirects to one. The operator of ' +
      'this server can lift this for a single host (--allow-hosts).',
    cause: refusal,
  })
}
