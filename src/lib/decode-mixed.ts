import { latin1 } from './latin1.ts'

/** Pieces by which a document is judged. */
const JUDGED_MAX_COUNT = 20_000
/**
 * Characters of UTF-8 beyond ASCII, their bytes as Latin-1; else the beginning of one that was cut, of at least two bytes; else one
 * byte.
 */
const PIECE =
  /((?:[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEF][\x80-\xBF]{2}|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}){1,200})|(\xE0[\xA0-\xBF]|[\xE1-\xEF][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]?|[\xF1-\xF3][\x80-\xBF]{1,2}|\xF4[\x80-\x8F][\x80-\xBF]?)|[\x80-\xFF]/g
const LEAD_BYTE = /[\xC2-\xF4]/g
/** What windows-1252 has from 0x80 on; five places of C1 controls are unused. */
export const WESTERN = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at)),
)

/** How much of the bytes beyond ASCII is UTF-8: how many characters, and what share of the bytes these are. Linear, and bounded. */
export function countUtf8(bytes: Uint8Array): { characters: number; share: number } {
  let characters = 0
  let right = 0
  let all = 0
  let judged = 0
  for (const [piece, sequences] of latin1(bytes).matchAll(PIECE)) {
    all += piece.length
    if (sequences !== undefined) {
      right += sequences.length
      characters += sequences.match(LEAD_BYTE)?.length ?? 0
    }
    judged += 1
    if (judged === JUDGED_MAX_COUNT) break
  }
  return { characters, share: right / Math.max(1, all) }
}

/**
 * Decodes UTF-8 in which some bytes are faults: bytes of windows-1252 that were pasted into it are read as such, what was cut
 * becomes U+FFFD. Linear.
 */
export function decodeMixed(bytes: Uint8Array): string {
  const raw = latin1(bytes)
  return raw.replaceAll(PIECE, (_, sequences?: string, cut?: string, at = 0) => {
    if (sequences !== undefined) return Buffer.from(sequences, 'latin1').toString('utf8')
    return cut === undefined && isPasted(raw, at) ? WESTERN[raw.charCodeAt(at) - 128]! : '\uFFFD'
  })
}

/** Whether a single byte stands where windows-1252 makes sense of it: a sign, or a letter in a word that it fits. */
function isPasted(raw: string, at: number): boolean {
  const own = WESTERN[raw.charCodeAt(at) - 128]!
  if (own < '\u00A0') return false
  if (!/\p{L}/u.test(own)) return true
  const before = raw.charAt(at - 1)
  const after = raw.charAt(at + 1)
  if (before > '\x7F' || after > '\x7F') return false
  // Few words have a capital after a small letter.
  if (own !== own.toLowerCase() && /[a-z]/.test(before)) return false
  return /[A-Za-z]/.test(before + after)
}
