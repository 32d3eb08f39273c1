import { OperationError } from '../contract/errors.ts'

/** How much of a code may be damaged: L 7 %, M 15 %, Q 25 %, H 30 % (ISO/IEC 18004). */
export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H'

/** The default level of a code. */
export const DEFAULT_ERROR_CORRECTION = 'M'

/** Bytes that fit at each level (ISO/IEC 18004, version 40). */
const MAX_BYTES = { L: 2953, M: 2331, Q: 1663, H: 1273 } as const

/** Bits that fit at each level, heads of segments included. */
const MAX_BITS = { L: 23_648, M: 18_672, Q: 13_328, H: 10_208 } as const

/** Bits of a character, and of the head of a segment, in the three ways of writing text. */
const DIGIT = { bits: 10 / 3, head: 18 } as const
const LETTER = { bits: 11 / 2, head: 17 } as const
const BYTE = { bits: 8, head: 20 } as const
/** Bits that name the character set of a text beyond ASCII. */
const CHARACTER_SET_BITS = 12

/** Throws `invalid_input` for a text of which not even the shortest writing fits. Others may not fit either. */
export function requireFit(text: string, level: ErrorCorrection = DEFAULT_ERROR_CORRECTION): void {
  const digits = text.match(/\d/g)?.length ?? 0
  const letters = text.match(/[A-Z $%*+\-./:]/g)?.length ?? 0
  const bytes = Buffer.byteLength(text) - digits - letters
  const { head } = bytes > 0 ? BYTE : letters > 0 ? LETTER : DIGIT
  const named = bytes > text.length - digits - letters ? CHARACTER_SET_BITS : 0
  const leastBits = named + head + digits * DIGIT.bits + letters * LETTER.bits + bytes * BYTE.bits
  if (leastBits > MAX_BITS[level]) throw tooMuch(text, level)
}

/** The refusal of a text that does not fit at a level. */
export function tooMuch(text: string, level: ErrorCorrection): OperationError {
  const lower = level === 'L' ? '' : ', or ask for errorCorrection L'
  return new OperationError('invalid_input', 'The text is too long for a QR code of this level.', {
    hint: `Shorten the text${lower}.`,
    fields: {
      errorCorrection: level,
      bytes: Buffer.byteLength(text),
      maxBytes: MAX_BYTES[level],
    },
  })
}
