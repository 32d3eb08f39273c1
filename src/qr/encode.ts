import { correction, generate, mode } from 'lean-qr'
import { type ErrorCorrection, tooMuch } from './capacity.ts'

/** A square of modules, row by row; 1 is dark. */
export interface Modules {
  size: number
  data: Uint8Array
}

/**
 * Text beyond ASCII is preceded by its character set (ECI 26, UTF-8): without it, a common reader guesses that of Japan or Taiwan
 * for a third of such texts.
 */
const MODES = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8]
/** What the encoder throws for a text that no version of the level holds. */
const TOO_MUCH_DATA = 4

/** The code of a text that is well-formed and not empty. Throws `invalid_input` for one that does not fit. */
export function encode(text: string, errorCorrection: ErrorCorrection): Modules {
  const level = correction[errorCorrection]
  try {
    const code = generate(mode.auto(text, { modes: MODES }), {
      minCorrectionLevel: level,
      maxCorrectionLevel: level,
    })
    const { size } = code
    const data = new Uint8Array(size * size)
    for (let at = 0; at < data.length; at += 1)
      data[at] = code.get(at % size, Math.floor(at / size)) ? 1 : 0
    return { size, data }
  } catch (thrown) {
    const isTooMuch = (thrown as { code?: unknown }).code === TOO_MUCH_DATA
    throw isTooMuch ? tooMuch(text, errorCorrection) : thrown
  }
}
