import { randomBytes } from 'node:crypto'
import { digestOf } from './secret-digest.ts'

/** Length of a key; clients of the public API take no other, and no other characters than letters and digits. */
const KEY_CHARS = 32

/** A new API key of 190 random bits, which only its owner will know, and what is stored of it. */
export function newApiKey(): { key: string; hash: string } {
  let key = ''
  // Every letter and digit is as likely as any other: two of the 64 characters are left out.
  while (key.length < KEY_CHARS) key += randomBytes(48).toString('base64').replaceAll(/[+/]/g, '')
  key = key.slice(0, KEY_CHARS)
  return { key, hash: digestOf(key) }
}
