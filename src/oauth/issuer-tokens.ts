import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import type { Identity } from '../contract/oauth.ts'
import { type OAuthScope, scopesIn } from '../contract/oauth.ts'
import { isRecord } from '../lib/is-record.ts'
import { once } from '../lib/once.ts'
import { type ClaimRules, identityOf } from './claimed-identity.ts'

/** An authorization server of somebody else, whose tokens are taken here. */
export interface IssuerParts {
  issuer: string
  /** What tokens must be for. */
  resource: string
  rules: ClaimRules
  now(): Date
  fetch(url: string, options: { method?: string; headers?: unknown }): Promise<Response>
}

/** What a token of another authorization server says. */
export interface IssuedAccess {
  identity: Identity
  scopes: readonly OAuthScope[]
  endsAtMs: number
}

/** Longest token that is looked at. */
const TOKEN_MAX_CHARS = 8_192

/** Clocks may differ by this much. */
const TOLERANCE_SECONDS = 5

/** Signatures of public keys; a shared secret would be one that whoever checks could sign with. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
  'Ed25519',
]

/** Checks tokens of another authorization server: signature, issuer, audience, time. Undefined for any other token. */
export function verifierOf({ issuer, resource, rules, now, fetch }: IssuerParts) {
  const keys = once(async () => {
    const address = await requireKeys(issuer, fetch)
    return createRemoteJWKSet(new URL(address), {
      [customFetch]: async (url, options) => fetch(url, options),
    })
  })
  return async (token: string): Promise<IssuedAccess | undefined> => {
    if (token.length > TOKEN_MAX_CHARS || token.split('.').length !== 3) return undefined
    const known = await keys()
    let payload: JWTPayload
    try {
      const verified = await jwtVerify(token, known, {
        issuer,
        audience: resource,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: now(),
      })
      payload = verified.payload
    } catch (thrown) {
      if (isAboutToken(thrown)) return undefined
      throw thrown
    }
    const identity = identityOf(issuer, payload, rules)
    const endsAtMs = ((payload.exp ?? 0) + TOLERANCE_SECONDS) * 1_000
    return identity && { identity, scopes: scopesIn(scopeText(payload)), endsAtMs }
  }
}

/** Whether a failure says something of the token, and not that the keys could not be fetched. */
function isAboutToken(thrown: unknown): boolean {
  const code = isRecord(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : ''
  return /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT|JWKS_NO_MATCHING|JWKS_MULTIPLE)/.test(code)
}

/** Scopes as RFC 9068 has them, or as some providers do. */
function scopeText({ scope, scp }: JWTPayload): string {
  return [scope ?? scp ?? []].flat().map(String).join(' ')
}

/** Address of the keys, from the metadata of the issuer (RFC 8414, section 3, or OpenID Connect Discovery). */
async function requireKeys(issuer: string, fetch: IssuerParts['fetch']): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
  for (const place of places) {
    const response = await fetch(place, { headers: { accept: 'application/json' } })
    const metadata: unknown = response.ok ? await response.json() : undefined
    if (!isRecord(metadata) || metadata['issuer'] !== issuer) continue
    if (typeof metadata['jwks_uri'] === 'string') return metadata['jwks_uri']
  }
  throw new Error(`${issuer} has no metadata with its name and its keys.`)
}
