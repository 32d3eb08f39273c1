import { createHmac, type KeyObject, sign } from 'node:crypto'

/** A value as a part of a token; text is taken as it is, so that it may be what no library would write. */
export function part(value: object | string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(text, 'utf8').toString('base64url')
}

/** Signs parts of a token by HMAC, whatever the header says. */
export function signed(
  header: object | string,
  payload: object | string,
  secret: string | Buffer,
  digest = 'sha256',
): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(digest, secret).update(text).digest('base64url')}`
}

/** Signs parts of a token with a private key, whatever the header says. */
export function signedByKey(header: object, payload: object, key: KeyObject): string {
  const text = `${part(header)}.${part(payload)}`
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const signature = sign(isEdwards ? null : 'sha256', Buffer.from(text), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}
