import { OperationError } from '../../contract/errors.ts'
import { UNRESOLVED_NAME } from '../../contract/net.ts'
import type { Principal } from '../../contract/principal.ts'

/** Why an address was refused. */
export type RefusalReason =
  | 'syntax'
  | 'scheme'
  | 'downgrade'
  | 'userinfo'
  | 'port'
  | 'name'
  | typeof UNRESOLVED_NAME
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

/** What a caller is told of a refusal: nothing that the answer of a name server held. */
interface Explanation {
  message: string
  hint: string
}

const LIFT_HINT = 'The operator of this server can lift this for a single host (--allow-hosts).'
const PRIVATE_HINT = `Private, loopback and cloud-metadata addresses are never fetched, and neither is a page that redirects to one. ${LIFT_HINT}`
const LEADS_TO_PRIVATE = {
  message: 'The name of the address leads to a private address.',
  hint: PRIVATE_HINT,
}

const EXPLANATIONS: Readonly<Record<RefusalReason, Explanation>> = {
  syntax: {
    message: 'The address is not written as web addresses are.',
    hint: 'Write it as https://host/path, without blanks, control characters and backslashes.',
  },
  scheme: {
    message: 'The address is neither http nor https.',
    hint: 'Give an absolute http or https address. A page that redirects to another kind is not followed.',
  },
  downgrade: {
    message: 'The page redirects from https to http, which is not followed.',
    hint: 'Use another address of the same page, or another source.',
  },
  userinfo: {
    message: 'The address has a user name or a password in it.',
    hint: 'Leave out what stands before the @ of the host. A page that redirects to such an address is not followed.',
  },
  port: {
    message: 'The port of the address is refused.',
    hint: `Use port 80, 443, 8080 or 8443; a page that redirects to another one is not followed. ${LIFT_HINT}`,
  },
  name: {
    message: 'The host name of the address is not one of the public web.',
    hint: `Give a whole name, as www.example.com; single words and endings like .local and .internal are of private networks. ${LIFT_HINT}`,
  },
  literal_address: {
    message: 'The address is a private one.',
    hint: PRIVATE_HINT,
  },
  resolved_address: LEADS_TO_PRIVATE,
  peer_address: LEADS_TO_PRIVATE,
  [UNRESOLVED_NAME]: {
    message: 'The name of the address could not be found by this machine.',
    hint: 'Check its spelling. If every name fails, this machine has no name server that knows public names.',
  },
}

/** The reason given to callers who may not know whether a name exists: else private names of this network could be told from others. */
const NOT_PUBLIC: Explanation = {
  message: 'The name of the address leads to no public address.',
  hint: `Check its spelling: it does not exist, or it is private. ${PRIVATE_HINT}`,
}

const TOLD_BY_NAME_SERVER: ReadonlySet<RefusalReason> = new Set([
  UNRESOLVED_NAME,
  'resolved_address',
  'peer_address',
])

/**
 * The error for a refusal: `url_not_allowed` with the cause in words and as field `reason`. What the name server of this network
 * says is only for principals to whom the operator's hosts are open.
 */
export function refusalError(refusal: Refusal, principal: Principal | undefined): OperationError {
  const isHidden =
    TOLD_BY_NAME_SERVER.has(refusal.reason) && principal?.reachesAllowedHosts !== true
  const { message, hint } = isHidden ? NOT_PUBLIC : EXPLANATIONS[refusal.reason]
  return new OperationError('url_not_allowed', message, {
    hint,
    fields: { reason: isHidden ? 'not_public' : refusal.reason },
    cause: refusal,
  })
}
