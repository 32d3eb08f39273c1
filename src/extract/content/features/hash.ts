/**
 * Start value of a word's hash (FNV-1a, 32 bits). All hashes are signed: V8 keeps such numbers in place, and larger
 * ones as objects.
 */
export const HASH_START = 0x811c9dc5 | 0

/** The hash with one more character code. */
export function hashNext(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** 2^32 divided by the golden ratio. */
const GOLDEN = 0x9e3779b9 | 0

/** The hash of two hashes in their order. */
export function hashPair(left: number, right: number): number {
  let hash = Math.imul(left ^ (right + GOLDEN + (left << 6) + (left >>> 2)), 0x85ebca6b)
  hash ^= hash >>> 13
  return Math.imul(hash, 0xc2b2ae35)
}

/** The hash of a text, letter case kept. */
export function hashText(text: string): number {
  let hash = HASH_START
  for (let at = 0; at < text.length; at += 1) hash = hashNext(hash, text.charCodeAt(at))
  return hash
}
