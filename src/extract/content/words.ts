import { HASH_START, hashNext } from './hash.ts'

/** What a character is for counting words. */
export const Kind = { blank: 0, mark: 1, digit: 2, lower: 3, upper: 4, letter: 5, sign: 6 } as const

/** The kind of a UTF-16 code; `sign` is a character that is a word of its own, as in Chinese. */
export function kindOf(code: number): number {
  if (code < 128) return ASCII[code]!
  if (code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000) return Kind.blank
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return Kind.mark
  if (code >= 0x2010 && code <= 0x2bff) return Kind.mark
  if (code >= 0x3001 && code <= 0x303f) return Kind.mark
  if (code >= 0x3040 && code <= 0x9fff) return Kind.sign
  if (code >= 0xff01 && code <= 0xff0f) return Kind.mark
  if (code >= 0xff1a && code <= 0xff20) return Kind.mark
  return Kind.letter
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return Kind.blank
  if (code >= 48 && code <= 57) return Kind.digit
  if (code >= 97 && code <= 122) return Kind.lower
  if (code >= 65 && code <= 90) return Kind.upper
  return Kind.mark
})

/** The hashes of the words of a text, ASCII letters in lower case. */
export function wordHashes(text: string, maxCount: number): number[] {
  const hashes: number[] = []
  let hash = 0
  for (let at = 0; at < text.length && hashes.length < maxCount; at += 1) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind <= Kind.mark) {
      if (hash !== 0) hashes.push(hash)
      hash = 0
    } else if (kind === Kind.sign) {
      if (hash !== 0) hashes.push(hash)
      hashes.push(hashNext(HASH_START, code))
      hash = 0
    } else {
      hash = hashNext(hash === 0 ? HASH_START : hash, kind === Kind.upper ? code | 32 : code)
    }
  }
  if (hash !== 0) hashes.push(hash)
  return hashes
}
