import { HASH_START, hashNext } from './hash.ts'

/** What a character is for counting words. */
export const Kind = { blank: 0, mark: 1, digit: 2, lower: 3, upper: 4, letter: 5, sign: 6 } as const

/** Ranges of UTF-16 codes, both ends included, that are no letters. */
const RANGES: readonly (readonly [from: number, to: number, kind: number])[] = [
  [0, 32, Kind.blank],
  [33, 127, Kind.mark],
  [48, 57, Kind.digit],
  [65, 90, Kind.upper],
  [97, 122, Kind.lower],
  [0x80, 0xbf, Kind.mark],
  [0xa0, 0xa0, Kind.blank],
  [0xd7, 0xd7, Kind.mark],
  [0xf7, 0xf7, Kind.mark],
  [0x2000, 0x200b, Kind.blank],
  [0x2010, 0x2bff, Kind.mark],
  [0x3000, 0x3000, Kind.blank],
  [0x3001, 0x303f, Kind.mark],
  [0x3040, 0x9fff, Kind.sign],
  [0xff01, 0xff0f, Kind.mark],
  [0xff1a, 0xff20, Kind.mark],
]

/** The kind of each UTF-16 code; `sign` is a character that is a word of its own, as in Chinese. */
export const KINDS = new Uint8Array(0x10000).fill(Kind.letter)
for (const [from, to, kind] of RANGES) KINDS.fill(kind, from, to + 1)

// Constants of this module: V8 knows their values, but not those of an object.
const { mark: MARK, sign: SIGN, upper: UPPER } = Kind

/** The hashes of the words of a text, ASCII letters in lower case. */
export function wordHashes(text: string, maxCount: number): number[] {
  const hashes: number[] = []
  let hash = 0
  for (let at = 0; at < text.length && hashes.length < maxCount; at += 1) {
    const code = text.charCodeAt(at)
    const kind = KINDS[code]!
    if (kind <= MARK) {
      if (hash !== 0) hashes.push(hash)
      hash = 0
    } else if (kind === SIGN) {
      if (hash !== 0) hashes.push(hash)
      hashes.push(hashNext(HASH_START, code))
      hash = 0
    } else {
      hash = hashNext(hash === 0 ? HASH_START : hash, kind === UPPER ? code | 32 : code)
    }
  }
  if (hash !== 0) hashes.push(hash)
  return hashes
}
