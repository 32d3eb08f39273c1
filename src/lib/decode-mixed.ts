/** How many characters of UTF-8 there must be for each byte that is none. */
const SEQUENCES_PER_STRAY = 2
/** Pieces by which a document is judged. */
const JUDGED_MAX_COUNT = 20_000
/** Characters of UTF-8 beyond ASCII, their bytes as Latin-1; else one byte. */
const PIECE =
  /((?:[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEF][\x80-\xBF]{2}|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}){1,200})|[\x80-\xFF]/g
const LEAD_BYTE = /[\xC2-\xF4]/g

/**
 * Decodes UTF-8 into which a few bytes of windows-1252 were pasted; undefined for bytes that are mostly something else. Linear.
 */
export function decodeMixed(bytes: Uint8Array): string | undefined {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!isMostlyUtf8(raw)) return undefined
  const western = Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at)),
  )
  return raw.replaceAll(PIECE, (written, sequences?: string) =>
    sequences === undefined
      ? (western[written.charCodeAt(0) - 128] ?? written)
      : Buffer.from(sequences, 'latin1').toString('utf8'),
  )
}

function isMostlyUtf8(raw: string): boolean {
  let sequences = 0
  let strays = 0
  let judged = 0
  for (const [, run] of raw.matchAll(PIECE)) {
    if (run === undefined) strays += 1
    else sequences += run.match(LEAD_BYTE)?.length ?? 0
    judged += 1
    if (judged === JUDGED_MAX_COUNT) break
  }
  return sequences >= SEQUENCES_PER_STRAY * strays
}
