import { createHash } from 'node:crypto'
import { OperationError, SecretRefused } from '../../../contract/errors.ts'
import { badRequest } from '../../kernel/failures.ts'
import { EMAIL_MAX_CHARS, TOKEN_MAX_CHARS, TOKEN_MAX_SECONDS } from './sign-in-limits.ts'
import type { TokenKey } from './token-key.ts'

/**
 * Whether a JSON text, which parses, holds an object that has a key twice: parsers differ in which of the two they use. Linear,
 * without recursion.
 */
export function hasKeyTwice(json: string): boolean {
  const seen: (Set<string> | undefined)[] = []
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)
  let text: string | undefined
  for (const [token] of tokens) {
    if (token === '{') seen.push(new Set())
    else if (token === '[') seen.push(undefined)
    else if (token === '}' || token === ']') seen.pop()
    else if (token === ':') {
      const keys = seen.at(-1)
      const key = text === undefined ? '' : String(JSON.parse(text))
      if (keys?.has(key)) return true
      keys?.add(key)
    } else text = token
  }
  return false
}

/** Which tokens are accepted. */
export interface TokenRules extends TokenKey {
  /** Whom a token is for that says so. */
  audience: string
  /** Whether tokens must say whom they are for, when they were made and when they end: the specification asks for the e-mail alone. */
  isStrict?: boolean | undefined
  /** The required issuer; any holder of the key when absent. */
  issuer?: string | undefined
}

/** The claims of a token. */
export interface TokenClaims {
  email: string
  /** Identifies the token: it is accepted only once. */
  digest: string
  /** Milliseconds. */
  expiresAt: number
}

/** Clocks may differ by this much. */
const TOLERANCE_SECONDS = 5

/** Members of a header (RFC 7515): none that name a key location or change how the rest is read. */
const HEADER_MEMBERS: ReadonlySet<string> = new Set(['alg', 'typ', 'kid'])

/**
 * Reads a signed JSON web token (RFC 7519) with an `email`: of the one algorithm that the key is for, and for this audience where
 * it names one, with `exp` and `iat` not further apart than `TOKEN_MAX_SECONDS`. Throws the same error for every fault except
 * missing claims, which are named to whoever has the key.
 */
export async function readToken(rules: TokenRules, token: string, now: Date): Promise<TokenClaims> {
  const [header = '', payload = ''] = partsOf(token)
  if (!isPlainHeader(parsed(header), rules) || parsed(payload) === undefined) throw badToken()
  const claims = parsed(payload)
  const { exp, iat, email, jti, iss = '' } = await verified(rules, token, now, claimsIn(claims))
  if (exp !== undefined && iat !== undefined && exp - iat > TOKEN_MAX_SECONDS) throw badToken()
  if (email === undefined) throw badRequest('No email specified in JSON web token claims')
  if (typeof email !== 'string' || email.length > EMAIL_MAX_CHARS) throw badToken()
  // The signed part, since one signature has several encodings.
  const identity = jti === undefined ? `${header}.${payload}` : `${iss} ${jti}`
  return {
    email,
    digest: createHash('sha256').update(identity).digest('hex'),
    expiresAt: exp === undefined ? NEVER_MS : (exp + TOLERANCE_SECONDS) * 1_000,
  }
}

/** Names of the claims in a payload that is not to be believed yet. */
function claimsIn(payload: unknown): ReadonlySet<string> {
  return new Set(typeof payload === 'object' && payload !== null ? Object.keys(payload) : [])
}

/** What a strict token must hold. */
const STRICT_CLAIMS = ['aud', 'exp', 'iat'] as const

/** A token without an end is remembered as used for ever. */
const NEVER_MS = Date.UTC(9999, 0)

async function verified(
  { key, algorithm, audience, issuer, isStrict = false }: TokenRules,
  token: string,
  now: Date,
  claims: ReadonlySet<string>,
) {
  // Loaded on first use: few servers take tokens.
  const { jwtVerify } = await import('jose')
  const missing = isStrict ? STRICT_CLAIMS.filter((name) => !claims.has(name)) : []
  try {
    if (missing.length > 0) {
      // Only a holder of the key is told what it lacks.
      await jwtVerify(token, key, { algorithms: [algorithm], currentDate: now })
      throw badRequest(`JSON web token lacks ${missing.join(', ')}.`)
    }
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      ...(isStrict || claims.has('aud') ? { audience } : {}),
      ...(issuer === undefined ? {} : { issuer }),
      ...(isStrict || claims.has('iat') ? { maxTokenAge: TOKEN_MAX_SECONDS } : {}),
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    })
    return payload
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    throw badToken(cause)
  }
}

/** Header, payload and signature in Base64url without anything else. */
function partsOf(token: string): string[] {
  if (token.length > TOKEN_MAX_CHARS) throw badToken()
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) throw badToken()
  return parts
}

function isPlainHeader(header: unknown, { algorithm }: TokenRules): boolean {
  if (typeof header !== 'object' || header === null) return false
  const { alg, typ, kid } = header as Record<string, unknown>
  return (
    Object.keys(header).every((name) => HEADER_MEMBERS.has(name)) &&
    alg === algorithm &&
    (typ === undefined || (typeof typ === 'string' && /^jwt$/i.test(typ))) &&
    (kid === undefined || typeof kid === 'string')
  )
}

/** The JSON in a part; undefined when invalid or with a duplicate key. */
function parsed(part: string): unknown {
  const text = Buffer.from(part, 'base64url').toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return hasKeyTwice(text) ? undefined : value
  } catch {
    return undefined
  }
}

/** The error for a rejected token, for any reason. */
export function badToken(cause?: unknown): OperationError {
  return new SecretRefused('invalid_input', 'Bad JSON web token', {
    specCode: 'BAD_REQUEST',
    cause,
  })
}
