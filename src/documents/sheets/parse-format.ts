import { type Separators, separatorsOf } from './separators.ts'

/** What a number format says in one place. */
export type FormatToken =
  | { kind: 'text'; text: string }
  /** Where a digit stands; `0`, `#` or `?` says what stands there without one. */
  | { kind: 'digit'; fill: '0' | '#' | '?' }
  | { kind: 'point' | 'comma' | 'percent' | 'slash' | 'value' | 'general' }
  | { kind: 'exponent'; plus: boolean }
  /** A part of a date or time: `yyyy`, `mm`, `ss`, `am/pm`; elapsed ones count all hours, minutes or seconds. */
  | { kind: 'date'; letters: string; isElapsed: boolean }

/** A number format holds up to four, for positive and negative numbers, zero and text, unless they say otherwise. */
export interface FormatSection {
  tokens: readonly FormatToken[]
  condition: Condition | undefined
  separators: Separators
}

/** Which numbers a section is for. */
export interface Condition {
  operator: string
  limit: number
}

/** Formats of spreadsheets have at most 255 characters. */
const FORMAT_MAX_CHARS = 1_000
const SECTIONS_MAX_COUNT = 4

const ONE_TOKEN =
  /"([^"]*)"?|\\([^])|_([^])|\*[^]|\[([^\]]*)\]?|(General)|(E[+-])|(am\/pm|a\/p)|(y+|m+|d+|h+|s+|b+|e+|g+|a{3,})|([^])/giy

const KINDS = {
  '.': 'point',
  ',': 'comma',
  '%': 'percent',
  '/': 'slash',
  '@': 'value',
} as const

/** Reads the code of a number format, such as `#,##0.00;[Red]-0` (ISO/IEC 29500-1, 18.8.31). Anything can be read. */
export function parseFormat(code: string): readonly FormatSection[] {
  const sections: FormatSection[] = []
  let section = newSection()
  const text = code.slice(0, FORMAT_MAX_CHARS)
  const take = (): void => {
    if (sections.length < SECTIONS_MAX_COUNT) sections.push(section)
    section = newSection()
  }
  ONE_TOKEN.lastIndex = 0
  for (let match = ONE_TOKEN.exec(text); match; match = ONE_TOKEN.exec(text)) {
    const [whole, quoted, escaped, space, bracket, general, exponent, half, letters, other] = match
    const literal = quoted ?? escaped ?? (space === undefined ? undefined : ' ')
    if (other === ';') take()
    else if (literal !== undefined) section.tokens.push({ kind: 'text', text: literal })
    else if (bracket !== undefined) readBracket(bracket, section)
    else if (general !== undefined) section.tokens.push({ kind: 'general' })
    else if (exponent !== undefined)
      section.tokens.push({ kind: 'exponent', plus: exponent.endsWith('+') })
    else if (half !== undefined || letters !== undefined)
      section.tokens.push({ kind: 'date', letters: whole.toLowerCase(), isElapsed: false })
    else if (other === '0' || other === '#' || other === '?')
      section.tokens.push({ kind: 'digit', fill: other })
    else if (other !== undefined && Object.hasOwn(KINDS, other))
      section.tokens.push({ kind: KINDS[other as keyof typeof KINDS] })
    else if (other !== undefined) section.tokens.push({ kind: 'text', text: other })
  }
  take()
  return sections
}

interface OpenSection extends FormatSection {
  tokens: FormatToken[]
}

function newSection(): OpenSection {
  return { tokens: [], condition: undefined, separators: separatorsOf(undefined) }
}

/** A condition, a currency with its language, elapsed time; colours and shapes of digits say nothing here. */
function readBracket(inside: string, section: OpenSection): void {
  const condition = /^(<=|>=|<>|[<>=])\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i.exec(inside.trim())
  const [, symbol, language] = /^\$([^-]*)(?:-([0-9a-f]+))?/i.exec(inside) ?? []
  if (condition) {
    section.condition = { operator: condition[1] ?? '', limit: Number(condition[2]) }
  } else if (symbol !== undefined) {
    if (symbol !== '') section.tokens.push({ kind: 'text', text: symbol })
    else if (language !== undefined)
      section.separators = separatorsOf(Number.parseInt(language, 16) & 0xffff)
  } else if (/^(?:h+|m+|s+)$/i.test(inside)) {
    section.tokens.push({ kind: 'date', letters: inside.toLowerCase(), isElapsed: true })
  }
}
