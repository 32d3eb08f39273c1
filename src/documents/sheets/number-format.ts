import { decimalsOf, formatElapsed, formatNumber, generalNumber } from './format-number.ts'
import { isoDateTime } from './iso-date.ts'
import {
  type Condition,
  type FormatSection,
  type FormatToken,
  parseFormat,
} from './parse-format.ts'

/** Formats that are kept parsed: a workbook may declare any number of them. */
const PARSED_MAX_COUNT = 2_000

/** Shows values as a sheet shows them by their number formats; dates and times as ISO 8601. */
export class NumberFormats {
  readonly #parsed = new Map<string, readonly FormatSection[]>()
  readonly #is1904: boolean

  constructor({ is1904 }: { is1904: boolean }) {
    this.#is1904 = is1904
  }

  /** A number, as the format of its cell shows it. */
  number(value: number, code: string): string {
    if (!Number.isFinite(value)) return String(value)
    const sections = this.#parse(code)
    const { section, isNegative } = sectionFor(value, sections)
    const { tokens } = section
    const has = (kind: FormatToken['kind']): boolean => tokens.some((token) => token.kind === kind)
    if (has('date')) {
      if (tokens.some((token) => token.kind === 'date' && token.isElapsed))
        return formatElapsed(value, tokens)
      return isoDateTime(value, dateParts(tokens), this.#is1904) ?? generalNumber(value)
    }
    const size = Math.abs(value)
    if (has('general') || has('value') || tokens.length === 0)
      return tokens.length === 0 && sections.length > 1
        ? ''
        : (isNegative ? '-' : '') + writeAround(tokens, generalNumber(size))
    const { text, isZero } = formatNumber(size, section)
    return isNegative && !isZero && has('digit') ? `-${text}` : text
  }

  /** A text, with what its format adds to it. */
  text(text: string, code: string): string {
    const sections = this.#parse(code)
    const last = sections.at(-1)
    const isForText = last?.tokens.some(({ kind }) => kind === 'value') ?? false
    if (!last || !(isForText || sections.length === 4)) return text
    return writeAround(last.tokens, text)
  }

  #parse(code: string): readonly FormatSection[] {
    const known = this.#parsed.get(code)
    if (known) return known
    const parsed = parseFormat(code)
    if (this.#parsed.size < PARSED_MAX_COUNT) this.#parsed.set(code, parsed)
    return parsed
  }
}

/** The words of a section around a value that it shows whole. */
function writeAround(tokens: readonly FormatToken[], value: string): string {
  if (tokens.length === 0) return ''
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text
      return token.kind === 'value' || token.kind === 'general' ? value : ''
    })
    .join('')
}

/** The section that a number is shown by, and whether it has a minus that the section does not speak for. */
function sectionFor(
  value: number,
  all: readonly FormatSection[],
): { section: FormatSection; isNegative: boolean } {
  const isText = ({ tokens }: FormatSection): boolean => tokens.some(({ kind }) => kind === 'value')
  const last = all.at(-1)
  const sections =
    all.length === 4 || (all.length > 1 && last && isText(last)) ? all.slice(0, -1) : all
  const conditions = sections.map(({ condition }, index) => {
    if (condition) return condition
    const isAlone = sections.length === 1
    return isAlone ? undefined : usualCondition(index, sections)
  })
  const found = conditions.findIndex((condition) => !condition || holds(condition, value))
  const index = found === -1 ? sections.length - 1 : found
  const condition = conditions[index]
  const isOnlyNegative =
    condition !== undefined &&
    ((condition.operator.startsWith('<') && condition.operator !== '<>' && condition.limit <= 0) ||
      (condition.operator === '=' && condition.limit < 0))
  return { section: sections[index] as FormatSection, isNegative: value < 0 && !isOnlyNegative }
}

/** For whom a section is that does not say so. */
function usualCondition(index: number, sections: readonly FormatSection[]): Condition | undefined {
  if (index === sections.length - 1 && (index > 1 || sections[0]?.condition)) return undefined
  if (index === 0) return { operator: sections.length === 2 ? '>=' : '>', limit: 0 }
  return { operator: '<', limit: 0 }
}

function holds({ operator, limit }: Condition, value: number): boolean {
  if (operator === '<') return value < limit
  if (operator === '<=') return value <= limit
  if (operator === '>') return value > limit
  if (operator === '>=') return value >= limit
  return operator === '=' ? value === limit : value !== limit
}

/** Whether a format shows a date, a time, and how many decimals of seconds; an `m` beside hours or seconds means minutes. */
function dateParts(tokens: readonly FormatToken[]): {
  hasDate: boolean
  hasTime: boolean
  decimals: number
} {
  const parts = tokens.flatMap((token) => (token.kind === 'date' ? [token.letters] : []))
  const isTime = (letters: string | undefined): boolean => /^[hs]/.test(letters ?? '')
  const isMinutes = (letters: string, index: number): boolean =>
    /^mm?$/.test(letters) &&
    ((parts[index - 1] ?? '').startsWith('h') || (parts[index + 1] ?? '').startsWith('s'))
  return {
    hasTime: parts.some((letters) => isTime(letters) || letters.includes('/')),
    hasDate: parts.some(
      (letters, index) => !isTime(letters) && !letters.includes('/') && !isMinutes(letters, index),
    ),
    decimals: decimalsOf(tokens),
  }
}
