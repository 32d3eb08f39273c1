import { createHash } from 'node:crypto'
import { type OperationError, SecretRefused } from '../../contract/errors.ts'
import { badRequest } from '../kernel/failures.ts'
import { EMAIL_MAX_CHARS, TOKEN_MAX_CHARS, TOKEN_MAX_SECONDS } from '../limits.ts'
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
  /** The required audience. */
  audience: string
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
 * Reads a signed JSON web token (RFC 7519): of the one algorithm that the key is for, for this audience, with `exp` and `iat` not
 * further apart than `TOKEN_MAX_SECONDS`, and an `email`. Throws the same error for every fault except a missing e-mail.
 */
export async function readToken(rules: TokenRules, token: string, now: Date): Promise<TokenClaims> {
  const [header = '', payload = ''] = partsOf(token)
  if (!isPlainHeader(parsed(header), rules) || parsed(payload) === undefined) throw badToken()
  const { exp = 0, iat = 0, email, jti, iss = '' } = await verified(rules, token, now)
  if (exp - iat > TOKEN_MAX_SECONDS) throw badToken()
  if (email === undefined) throw badRequest('No email specified in JSON web token claims')
  if (typeof email !== 'string' || email.length > EMAIL_MAX_CHARS) throw badToken()
  // The signed part, since one signature has several encodings.
  const identity = jti === undefined ? `${header}.${payload}` : `${iss} ${jti}`
  return {
    email,
    digest: createHash('sha256').update(identity).digest('hex'),
    expiresAt: (exp + TOLERANCE_SECONDS) * 1_000,
  }
}

async function verified(
  { key, algorithm, audience, issuer }: TokenRules,
  token: string,
  now: Date,
) {
  // Loaded on first use: few servers take tokens.
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      audience,
      ...(issuer === undefined ? {} : { issuer }),
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: TOKEN_MAX_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    })
    return payload
  } catch (cause) {
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
