const SCRIPT_MAX_CHARS = 24
const SUPERSCRIPTS = new Map(Array.from('0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻–⁻=⁼(⁽)⁾nⁿiⁱ').flatMap(pair))
const SUBSCRIPTS = new Map(Array.from('0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋–₋=₌(₍)₎').flatMap(pair))

function pair(character: string, at: number, all: string[]): [string, string][] {
  return at % 2 === 0 ? [[character, all[at + 1] ?? '']] : []
}

/**
 * Text set high or low, without HTML: digits and signs as the characters that Unicode has for them
 * (`x²`, `H₂O`), other formulas with `^` or `_`, words (`1st`) as they are.
 */
export function smallScript(text: string, kind: 'sub' | 'sup'): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '' || line.length > SCRIPT_MAX_CHARS) return line
  const characters = Array.from(line)
  const map = kind === 'sup' ? SUPERSCRIPTS : SUBSCRIPTS
  if (/\d|^[+−–-]$|^[ni]$/.test(line) || /[+=−]/.test(line)) {
    if (characters.every((character) => map.has(character))) {
      return characters.map((character) => map.get(character)).join('')
    }
    const mark = kind === 'sup' ? '^' : '_'
    if (/^[\w.,/*]+$/.test(line) && /\w/.test(line)) return `${mark}${line}`
    if (/^[\p{L}\p{N}+\-−–=*/.,() ]+$/u.test(line)) return `${mark}(${line})`
  }
  return line
}
