import { randomBytes } from 'node:crypto'
import { digestOf } from './secret-digest.ts'

const KEY_BYTES = 24

/** A new API key, which only its owner will know, and what is stored of it. */
export function newApiKey(): { key: string; hash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, hash: digestOf(key) }
}
