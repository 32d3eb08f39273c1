import type { Plugin } from 'rolldown'

/** Where a text of the page begins and ends, once it was made longer: what lacks an end was cut. */
export const MARKS = ['⟦', '⟧'] as const

const WORDS = /\/web\/words\/(?!plural\.)[\w-]+\.ts$/

const DECLARED = /^export const (\w+) = (\{[^]*?\n\}) as const$/m

/** Texts of other languages are longer by two fifths; words without spaces are, too. Commands stay what they are. */
const LENGTHEN = `
function longer(value) {
  if (typeof value === 'function') return (...given) => longer(value(...given))
  if (Array.isArray(value)) return value.map(longer)
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, longer(one)]))
  }
  if (typeof value !== 'string' || value === '' || value.startsWith('/')) return value
  const more = Math.max(0, Math.ceil(value.length * 0.4) - 2)
  const filling = value.includes(' ') ? ' und noch mehr Worte dazu' : 'enheitlichkeiten'
  return '${MARKS[0]}' + value + filling.repeat(9).slice(0, more) + '${MARKS[1]}'
}
`

/** Builds the page as if it were in a language with longer words. */
export function longerWords(): Plugin {
  return {
    name: 'longer words',
    transform(code, id) {
      if (!WORDS.test(id)) return null
      if (!DECLARED.test(code)) throw new Error(`${id} is no list of texts.`)
      return code.replace(DECLARED, 'export const $1 = longer($2)') + LENGTHEN
    },
  }
}
