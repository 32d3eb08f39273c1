import { WRITTEN_LANGUAGES, type WrittenLanguage } from './written-languages.ts'

/** Bytes that are judged: more would tell nothing new. */
const SAMPLE_MAX_BYTES = 4 * 1024
/** Bytes beyond ASCII below which nothing is known. */
const SAMPLE_MIN_BYTES = 4
/** A reading this poor is no text. */
const SCORE_MIN = 0.45
/** Readings in letters of one kind whose scores differ by less are told apart by how frequent these letters are. */
const SCORE_MARGIN = 0.1
/** How much rarer each letter of a language is than the one before it, and how rare any other letter is. */
const RARER = 0.75
const STRANGE = 0.002
/** A reading this good stands against a declaration, and bytes beyond ASCII that there must be for that. */
const CERTAIN_MIN_SCORE = 0.8
const CERTAIN_MIN_BYTES = 12

/** What a reading of some bytes holds beyond ASCII. */
interface Reading {
  /** How often each letter or sign occurs. */
  counts: ReadonlyMap<string, number>
  /** All letters of it. */
  letters: number
  /** Share of them in words that have ASCII letters too, as words of Latin scripts do, or that stand alone. */
  mixed: number
  /** Share of the letters in words that have ASCII letters too. */
  joined: number
}

interface Judgement {
  encoding: string
  score: number
}

/** The bytes of a document beyond ASCII, read in one encoding or another; each reading takes little time, whatever the document's size. */
export class EncodingJudge {
  readonly #sample: Uint8Array
  readonly #foreign: number
  readonly #readings = new Map<string, Reading>()
  #best: Judgement | 'none' | undefined

  constructor(bytes: Uint8Array) {
    const { sample, foreign } = foreignBytes(bytes)
    this.#sample = sample
    this.#foreign = foreign
  }

  /** The encoding in which the bytes read as some language, as `TextDecoder` names it; undefined where none is likely. */
  detect(): string | undefined {
    const best = (this.#best ??= this.#likeliest(({ encodings }) => encodings) ?? 'none')
    return best === 'none' ? undefined : best.encoding
  }

  /** The encoding that is meant, of some that were declared, the most binding first; undefined where the bytes contradict each. */
  choose(declared: readonly string[]): string | undefined {
    const [first] = declared
    if (first === undefined || this.#foreign < SAMPLE_MIN_BYTES) return first
    const chosen = this.#likeliest(() => declared)
    if (chosen) return chosen.encoding
    return this.#isCertain(Math.max(...declared.map((label) => this.#scoreOf(label))))
      ? undefined
      : first
  }

  /** Whether the bytes surely read better in another encoding. */
  #isCertain(than: number): boolean {
    if (this.#foreign < CERTAIN_MIN_BYTES || this.detect() === undefined) return false
    const { score } = this.#best as Judgement
    return score >= Math.max(CERTAIN_MIN_SCORE, 2 * than)
  }

  /** How well the bytes read in an encoding as any language. */
  #scoreOf(encoding: string): number {
    const reading = this.#read(encoding)
    return Math.max(...WRITTEN_LANGUAGES.map((language) => scoreOf(reading, language)))
  }

  /** The encoding in which the bytes read best as a language, of those that may be meant for it. */
  #likeliest(encodingsOf: (language: WrittenLanguage) => readonly string[]): Judgement | undefined {
    if (this.#foreign < SAMPLE_MIN_BYTES) return undefined
    const judged: (Judgement & { language: WrittenLanguage })[] = []
    for (const language of WRITTEN_LANGUAGES) {
      for (const encoding of encodingsOf(language)) {
        const score = scoreOf(this.#read(encoding), language)
        if (score >= SCORE_MIN) judged.push({ encoding, score, language })
      }
    }
    const [first, ...others] = judged
    if (!first) return undefined
    const top = others.reduce((one, other) => (other.score > one.score ? other : one), first)
    let best: Judgement = top
    let most = likenessOf(this.#read(top.encoding), top.language)
    for (const { encoding, score, language } of judged) {
      // Of the letters of another script nothing follows.
      if (language.script !== top.language.script || score < top.score - SCORE_MARGIN) continue
      const likeness = likenessOf(this.#read(encoding), language)
      if (likeness <= most) continue
      most = likeness
      best = { encoding, score }
    }
    return best
  }

  #read(encoding: string): Reading {
    let reading = this.#readings.get(encoding)
    if (!reading) this.#readings.set(encoding, (reading = readAs(this.#sample, encoding)))
    return reading
  }
}

/** The words that hold bytes beyond ASCII, as many as are judged, and how many such bytes they have. One pass. */
function foreignBytes(bytes: Uint8Array): { sample: Uint8Array; foreign: number } {
  const sample = new Uint8Array(SAMPLE_MAX_BYTES)
  let size = 0
  let foreign = 0
  let start = 0
  let own = 0
  for (let at = 0; at <= bytes.length && size < SAMPLE_MAX_BYTES; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte > 0x7f) own += 1
    else if (isBorder(byte)) {
      if (own > 0) {
        const word = bytes.subarray(start, Math.min(at + 1, start + SAMPLE_MAX_BYTES - size))
        sample.set(word, size)
        size += word.length
        foreign += own
        own = 0
      }
      start = at + 1
    }
  }
  return { sample: sample.subarray(0, size), foreign }
}

/** Whether a byte stands for itself in every encoding, never for the second half of a character. */
function isBorder(byte: number): boolean {
  return byte < 0x30 || (byte > 0x39 && byte < 0x40)
}

function readAs(sample: Uint8Array, encoding: string): Reading {
  const text = new TextDecoder(encoding).decode(sample)
  const counts = new Map<string, number>()
  let letters = 0
  let mixed = 0
  let joined = 0
  for (const [word] of text.matchAll(WORD)) {
    const foreign = word.replaceAll(ASCII, '')
    if (foreign === '') continue
    let own = 0
    for (const char of foreign) {
      if (TYPOGRAPHIC.test(char)) continue
      own += 1
      counts.set(char, (counts.get(char) ?? 0) + 1)
    }
    letters += own
    if (foreign.length < word.length) joined += own
    if (foreign.length < word.length || foreign.length === 1) mixed += own
  }
  const all = Math.max(1, letters)
  return { counts, letters, mixed: mixed / all, joined: joined / all }
}

/** What stands between ASCII characters that are no letters. */
const WORD = /[A-Za-z\u0080-\u{10ffff}]+/gu
const ASCII = /[A-Za-z]+/g

function scoreOf({ counts, letters, mixed, joined }: Reading, language: WrittenLanguage): number {
  if (letters === 0) return 0
  const { characters, script, share } = language
  let known = 0
  for (const [character, count] of counts) if (characters.has(character)) known += count
  const score = Math.min(1, known / letters / share)
  if (script === 'latin') return score * mixed
  return script === 'single' ? score * (1 - joined) : score
}

/** How likely the letters of a reading are in a language, as a logarithm for each of them. */
function likenessOf({ counts, letters }: Reading, { ranks }: WrittenLanguage): number {
  let sum = 0
  for (const [character, count] of counts) {
    const rank = ranks.get(character)
    sum += count * Math.log(rank === undefined ? STRANGE : (1 - RARER) * RARER ** rank)
  }
  return sum / letters
}

/** Signs of any language, which tell none apart. */
const TYPOGRAPHIC =
  /[\u00a0\u00ab\u00bb\u00a7\u00a9\u00ae\u00b0\u00b7\u2010-\u203a\u20ac\u2116\u2122\u3000]/
