import { randomBytes } from 'node:crypto'
import { badRequest } from '../failures.ts'

/** First byte of a push key: secret-box authenticated encryption (XSalsa20 with Poly1305), spec 4.8. */
const SECRET_BOX = 0x31

const KEY_BYTES = 32
const NONCE_BYTES = 24

/** Throws unless a text is standard Base64 of a push key: the byte of the cipher, and its key. */
export function requirePushKey(pushKey: string): void {
  const bytes = Buffer.from(pushKey, 'base64')
  const isBase64 = bytes.toString('base64') === pushKey
  if (!isBase64 || bytes.byteLength !== 1 + KEY_BYTES || bytes[0] !== SECRET_BOX) {
    throw badRequest('Invalid `push_key`')
  }
}

/** Encrypts a text for the device that has the key. Answers Base64 of nonce, authenticator and ciphertext. */
export async function seal(pushKey: string, text: string): Promise<string> {
  // A server that has nothing to push does without the library.
  const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa')
  const key = Buffer.from(pushKey, 'base64').subarray(1)
  const nonce = randomBytes(NONCE_BYTES)
  const box = xsalsa20poly1305(key, nonce).encrypt(Buffer.from(text, 'utf8'))
  return Buffer.concat([nonce, box]).toString('base64')
}
