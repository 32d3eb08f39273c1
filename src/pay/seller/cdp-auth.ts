import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

/** Lifetime of one token. */
const TOKEN_LIFE_S = 120

/** Prefix of an Ed25519 private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const apiKeySchema = z.object({
  id: z.string().min(1),
  // Ed25519: 32 bytes of seed, followed by the public key or not.
  privateKey: z.string().regex(/^[A-Za-z0-9+/]{43,88}={0,2}$/),
})

/**
 * Makes the headers by which Coinbase's facilitator knows its customer: a token for one method and
 * address, signed with the Ed25519 API key (JSON as the developer portal gives it). Throws for
 * anything else.
 */
export function makeCdpAuth(
  apiKey: string,
): (method: string, url: string) => Record<string, string> {
  const { id, privateKey } = apiKeySchema.parse(JSON.parse(apiKey))
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, Buffer.from(privateKey, 'base64').subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  return (method, url) => {
    const { host, pathname } = new URL(url)
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      sub: id,
      iss: 'cdp',
      nbf: now,
      exp: now + TOKEN_LIFE_S,
      uris: [`${method} ${host}${pathname}`],
    }
    return { authorization: `Bearer ${token(key, id, claims)}` }
  }
}

/** A JSON Web Token (RFC 7519) with an Ed25519 signature (RFC 8037). */
function token(key: KeyObject, id: string, claims: object): string {
  const header = { alg: 'EdDSA', kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}
