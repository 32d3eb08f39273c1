import { hash as digest, randomBytes } from 'node:crypto'

const KEY_BYTES = 24

/** A new API key, which only its owner will know, and what is stored of it. */
export function newApiKey(): { key: string; hash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, hash: hashApiKey(key) }
}

/** What is stored of an API key. It is random enough that a fast digest keeps it. */
export function hashApiKey(key: string): string {
  return digest('sha256', key, 'hex')
}
