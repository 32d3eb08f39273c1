import { WRITTEN_LANGUAGES, type WrittenLanguage } from './written-languages.ts'

/** Bytes that are judged. */
const SAMPLE_MAX_BYTES = 32 * 1024
/** Bytes beyond ASCII below which nothing is known. */
const SAMPLE_MIN_BYTES = 4
/** A reading this poor is no text. */
const SCORE_MIN = 0.45

/** What a reading of some bytes holds beyond ASCII. */
interface Reading {
  /** How often each letter or sign occurs. */
  counts: ReadonlyMap<string, number>
  all: number
  /** Share of them in words that have ASCII letters too, as words of Latin scripts do. */
  mixed: number
}

/**
 * The legacy encoding in which bytes read as some language, as `TextDecoder` names it; undefined where none is likely. Looks at
 * the first 32 KB of what is beyond ASCII: linear in the bytes, and some forty short readings.
 */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const sample = foreignBytes(bytes)
  if (!sample) return undefined
  const readings = new Map<string, Reading>()
  let best: { encoding: string; score: number } | undefined
  for (const language of WRITTEN_LANGUAGES) {
    for (const encoding of language.encodings) {
      const reading = readings.get(encoding) ?? readAs(sample, encoding)
      readings.set(encoding, reading)
      const score = scoreOf(reading, language)
      if (score >= SCORE_MIN && score > (best?.score ?? 0)) best = { encoding, score }
    }
  }
  return best?.encoding
}

/** The lines that hold bytes beyond ASCII; undefined where there are hardly any. */
function foreignBytes(bytes: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  let size = 0
  let foreign = 0
  for (let start = 0; start < bytes.length && size < SAMPLE_MAX_BYTES;) {
    const newline = bytes.indexOf(10, start)
    const lineEnd = newline === -1 ? bytes.length : newline + 1
    const end = Math.min(lineEnd, start + SAMPLE_MAX_BYTES - size)
    const line = bytes.subarray(start, end)
    const count = line.reduce((sum, byte) => (byte > 0x7f ? sum + 1 : sum), 0)
    if (count > 0) {
      parts.push(line)
      size += line.length
      foreign += count
    }
    start = lineEnd
  }
  return foreign < SAMPLE_MIN_BYTES ? undefined : Buffer.concat(parts)
}

function readAs(sample: Uint8Array, encoding: string): Reading {
  const text = new TextDecoder(encoding).decode(sample)
  const counts = new Map<string, number>()
  let all = 0
  let mixed = 0
  for (const [word] of text.matchAll(WORD)) {
    const foreign = word.replaceAll(ASCII, '')
    if (foreign === '') continue
    const isMixed = foreign.length < word.length || foreign.length === 1
    for (const char of foreign) {
      all += 1
      counts.set(char, (counts.get(char) ?? 0) + 1)
    }
    if (isMixed) mixed += foreign.length
  }
  return { counts, all, mixed: all === 0 ? 0 : mixed / all }
}

/** What stands between ASCII characters that are no letters. */
const WORD = /[A-Za-z\u0080-\u{10ffff}]+/gu
const ASCII = /[A-Za-z]+/g

function scoreOf({ counts, all, mixed }: Reading, language: WrittenLanguage): number {
  let known = 0
  for (const character of new Set(language.characters)) known += counts.get(character) ?? 0
  let typographic = 0
  for (const [character, count] of counts) if (TYPOGRAPHIC.test(character)) typographic += count
  const letters = all - typographic
  if (letters === 0) return 0
  const share = Math.min(1, known / letters / language.share)
  return language.script === 'latin' ? share * mixed : share
}

/** Signs of any language, which tell none apart. */
const TYPOGRAPHIC =
  /[\u00a0\u00ab\u00bb\u00a7\u00a9\u00ae\u00b0\u00b7\u2010-\u203a\u20ac\u2116\u2122\u3000]/
