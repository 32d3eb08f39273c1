/** What is raised or lowered: an exponent, an ordinal, an index. */
export type Script = 'sup' | 'sub'

const CHARACTERS: Readonly<Record<Script, ReadonlyMap<string, string>>> = {
  sup: pairs('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'),
  sub: pairs('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'),
}
/** Endings of numbers and marks of notes, which read well as they are. */
const READS_ALONE = /^(?:st|nd|rd|th|er|re|ère|e|ème|o|a|tm|sm|[*†‡§®™©]|\[[^\]]{1,20}\])$/i

function pairs(plain: string, written: string): ReadonlyMap<string, string> {
  const signs = Array.from(written)
  return new Map(Array.from(plain, (character, at) => [character, signs[at] ?? character]))
}

/**
 * The text of a raised or lowered part where there are no elements: `10⁶`, `H₂O`, `1st`, else `x^(a+b)`. Left as it is, a part
 * would make another number of the one before it.
 */
export function scriptText(script: Script, text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '' || READS_ALONE.test(line)) return line
  const written = Array.from(line, (character) => CHARACTERS[script].get(character))
  if (written.every((character) => character !== undefined)) return written.join('')
  const mark = script === 'sup' ? '^' : '_'
  return Array.from(line).length === 1 ? mark + line : `${mark}(${line})`
}
