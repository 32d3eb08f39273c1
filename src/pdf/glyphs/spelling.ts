/** A script whose letters are written in another order than they are read (Unicode, chapter 12), by the start of its block. */
interface IndicScript {
  /** A vowel sign that is drawn before the letters after which it is read. */
  early: RegExp
  /** An early vowel sign where nothing stands before it that it could belong to. */
  misplaced: RegExp
  /** Early signs with the letters that they are drawn before. */
  turned: RegExp
  /** Letters with their signs, and after them the ra that is drawn over them and read first. */
  raised: RegExp
}

/** Signs that nothing can explain but the order of drawing, from which on a page is taken to be in that order. */
const MISPLACED_MIN_COUNT = 2

const SCRIPTS: readonly IndicScript[] = [
  scriptAt(0x09_00, [0x3f]),
  scriptAt(0x09_80, [0x3f, 0x47, 0x48]),
  scriptAt(0x0a_00, [0x3f]),
  scriptAt(0x0a_80, [0x3f]),
]

function scriptAt(block: number, earlySigns: readonly number[]): IndicScript {
  const char = (offset: number): string => String.fromCodePoint(block + offset)
  const early = `[${earlySigns.map(char).join('')}]`
  const consonant = `[${char(0x15)}-${char(0x39)}${char(0x58)}-${char(0x5f)}]${char(0x3c)}?`
  const cluster = `${consonant}(?:${char(0x4d)}${consonant})*`
  const signs = `[${char(0x01)}-${char(0x03)}${char(0x3e)}-${char(0x4c)}]*`
  return {
    early: new RegExp(early, 'u'),
    misplaced: new RegExp(
      `(?<![${char(0x15)}-${char(0x39)}${char(0x3c)}${char(0x58)}-${char(0x5f)}])${early}`,
      'gu',
    ),
    turned: new RegExp(`(${early})(${cluster})`, 'gu'),
    raised: new RegExp(`(${cluster}${signs})(${char(0x30)}${char(0x4d)})`, 'gu'),
  }
}

/** Vowels that fonts draw in two pieces, with the mark of a tone between or before them. */
const SPLIT_AM = /\u0E4D([\u0E48-\u0E4B]?)\u0E32|([\u0E48-\u0E4B])\u0E4D\u0E32/g
const SPLIT_LAO_AM = /\u0ECD([\u0EC8-\u0ECB]?)\u0EB2|([\u0EC8-\u0ECB])\u0ECD\u0EB2/g

/**
 * The texts of a page in the order in which they are read, where its fonts only tell in which they are drawn: vowels of Devanagari,
 * Bengali, Gurmukhi and Gujarati that stand before their letters, a ra that stands over them, and vowels of Thai and Lao in pieces.
 */
export function spelled(texts: readonly string[]): readonly string[] {
  const drawn = SCRIPTS.filter(({ misplaced }) => countOf(texts, misplaced) >= MISPLACED_MIN_COUNT)
  return texts.map((text) => {
    let read = text
    for (const { early, turned, raised } of drawn) {
      read = read.replaceAll(raised, '$2$1')
      if (early.test(read)) read = read.replaceAll(turned, '$2$1')
    }
    return read.replaceAll(SPLIT_AM, '$1$2\u0E33').replaceAll(SPLIT_LAO_AM, '$1$2\u0EB3')
  })
}

function countOf(texts: readonly string[], pattern: RegExp): number {
  return texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
}
