import type { Identity } from '../contract/oauth.ts'

/** How the operator reads what an identity provider says of people. */
export interface ClaimRules {
  /** Domains of addresses whose owners get an account where they have none. */
  domains: readonly string[]
  /** Whether an address counts as confirmed where the provider does not say so. */
  trustsAddresses: boolean
  /** Claim that holds groups or roles. */
  roleClaim: string
  /** Roles of the chat by what that claim holds; the most powerful one counts. */
  roles: Readonly<Record<string, number>>
}

/** Longest value that is looked at. */
const CLAIM_MAX_CHARS = 500

/** Values of one claim that are looked at. */
const ROLES_MAX_COUNT = 1_000

/** Somebody as the claims of a provider tell, which were verified; undefined where they name nobody. */
export function identityOf(
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
  rules: ClaimRules,
): Identity | undefined {
  const subject = claimText(claims['sub'])
  if (subject === undefined) return undefined
  const isConfirmed =
    claims['email_verified'] === true ||
    (rules.trustsAddresses && claims['email_verified'] === undefined)
  const email = isConfirmed ? claimText(claims['email'])?.toLowerCase() : undefined
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  return {
    issuer,
    subject,
    email,
    fullName: claimText(claims['name']) ?? claimText(claims['preferred_username']),
    role: roleIn(claims[rules.roleClaim], rules.roles),
    mayJoin: domain !== undefined && rules.domains.includes(domain),
  }
}

function claimText(value: unknown): string | undefined {
  const isText = typeof value === 'string' && value !== '' && value.length <= CLAIM_MAX_CHARS
  return isText ? value : undefined
}

/** Roles with more power have smaller numbers (chat spec 2.1). */
function roleIn(claim: unknown, roles: ClaimRules['roles']): number | undefined {
  const values = new Set([claim ?? []].flat().slice(0, ROLES_MAX_COUNT).map(String))
  const found = Object.entries(roles).flatMap(([value, role]) => (values.has(value) ? [role] : []))
  return found.length === 0 ? undefined : Math.min(...found)
}
