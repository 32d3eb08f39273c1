import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { Secret } from '../../../lib/secret.ts'

/** Shorter secrets can be brute-forced from one token. */
const SECRET_MIN_BYTES = 32

const RSA_MIN_BITS = 2_048

/** The verification key of tokens, with its one algorithm. */
export interface TokenKey {
  algorithm: 'HS256' | 'RS256' | 'ES256' | 'EdDSA'
  key: KeyObject
}

/**
 * Reads the operator's key: a secret for HS256, or a public key in PEM, whose kind says which algorithm.
 * Throws an Error that says what is wrong, without the key.
 */
export function readTokenKey(secret: Secret): TokenKey {
  const text = secret.reveal()
  if (!text.startsWith('-----BEGIN')) {
    const bytes = Buffer.from(text, 'utf8')
    if (bytes.byteLength < SECRET_MIN_BYTES) {
      throw new Error(`the secret is shorter than ${SECRET_MIN_BYTES} bytes.`)
    }
    return { algorithm: 'HS256', key: createSecretKey(bytes) }
  }
  if (!text.startsWith('-----BEGIN PUBLIC KEY-----')) throw new Error('the PEM is no public key.')
  const key = createPublicKey(text)
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  const kind = key.asymmetricKeyType
  if (kind === 'ed25519') return { algorithm: 'EdDSA', key }
  if (kind === 'rsa') {
    if (modulusLength < RSA_MIN_BITS) throw new Error(`RSA keys need ${RSA_MIN_BITS} bits.`)
    return { algorithm: 'RS256', key }
  }
  if (kind !== 'ec') throw new Error('the public key is of an unknown kind.')
  if (namedCurve !== 'prime256v1') throw new Error('of elliptic curves only P-256 is known.')
  return { algorithm: 'ES256', key }
}
