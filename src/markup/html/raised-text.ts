/** Raised or lowered text: an exponent, an ordinal, an index. */
export type Script = 'sup' | 'sub'

/** Whether elements of a name raise or lower what is in them. */
export function isScript(name: string): name is Script {
  return name === 'sup' || name === 'sub'
}

/** Longer parts are sentences in small print. */
const SCRIPT_MAX_CHARS = 24
const CHARACTERS: Readonly<Record<Script, ReadonlyMap<string, string>>> = {
  sup: pairs('0123456789+-−–=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ'),
  sub: pairs('0123456789+-−–=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'),
}
/** Raised text that is no part of a word: `10⁶`, `x⁻`, `xⁿ`. Words, ordinals and marks of notes read well as they are: `1st`, `nº`, `[2]`. */
const IS_FORMULA = /\d|[+=−]|^[–-]$|^[b-df-np-z]$/i

function pairs(plain: string, written: string): ReadonlyMap<string, string> {
  const signs = Array.from(written)
  return new Map(Array.from(plain, (character, at) => [character, signs[at] ?? character]))
}

/**
 * The text of a raised or lowered part where there are no elements: `10⁶`, `H₂O`, `1st`, else `x^(2a)`. Left as it is, a number
 * would make another one of the number before it.
 */
export function scriptText(script: Script, text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (!IS_FORMULA.test(line)) return line
  const written = Array.from(line, (character) => CHARACTERS[script].get(character))
  if (written.every((character) => character !== undefined)) return written.join('')
  if (line.length > SCRIPT_MAX_CHARS) return line
  const mark = script === 'sup' ? '^' : '_'
  if (/^[\w.,/*]+$/.test(line)) return mark + line
  return /^[\p{L}\p{N}+\-−–=*/.,() ]+$/u.test(line) ? `${mark}(${line})` : line
}
