import { bestFraction } from './best-fraction.ts'
import type { FormatSection, FormatToken } from './parse-format.ts'
import type { Separators } from './separators.ts'

/** Digits that a number of a sheet has. */
const DIGITS = 15
/** Numbers of more digits before the point are written with an exponent in a cell without a format. */
const GENERAL_MAX_EXPONENT = 16
const GENERAL_MIN_EXPONENT = -9

/** A number as a cell without a format shows it. */
export function generalNumber(value: number): string {
  const number = Number(value.toPrecision(DIGITS))
  const exponent = number === 0 ? 0 : Math.floor(Math.log10(Math.abs(number)))
  if (exponent >= GENERAL_MIN_EXPONENT && exponent < GENERAL_MAX_EXPONENT) {
    const plain = String(number)
    return plain.includes('e') ? withoutZeros(number.toFixed(DIGITS - exponent)) : plain
  }
  const [mantissa = '', power = ''] = number.toExponential().split('e')
  return `${mantissa}E${power.slice(0, 1)}${power.slice(1).padStart(2, '0')}`
}

/** A number by the digits, words and marks of a section, without its sign, and whether it is more than 0 as it is shown. */
export interface WrittenNumber {
  text: string
  isZero: boolean
}

/** Shows a number by a section. Not negative. */
export function formatNumber(value: number, { tokens, separators }: FormatSection): WrittenNumber {
  if (tokens.some(({ kind }) => kind === 'exponent'))
    return { text: scientific(value, tokens, separators), isZero: value === 0 }
  const slash = tokens.findIndex(({ kind }) => kind === 'slash')
  if (slash !== -1 && tokens[slash - 1]?.kind === 'digit') return fraction(value, tokens, slash)
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  const number = rounded(value, decimalsOf(tokens), 3 * scalesOf(tokens) - 2 * percents)
  return { text: fill(number, tokens, separators), isZero: Number(number) === 0 }
}

/** A time of more than a day, by its elapsed hours, minutes or seconds. */
export function formatElapsed(value: number, tokens: readonly FormatToken[]): string {
  const decimals = decimalsOf(tokens)
  const letters = tokens.flatMap((token) => (token.kind === 'date' ? [token.letters] : []))
  const hasSeconds = letters.some((part) => part.startsWith('s'))
  // A second that is shown is rounded, a minute that is shown is the one that has begun.
  const unit = hasSeconds ? 10 ** decimals : 1_000
  const exact = Math.abs(value) * 86_400 * unit
  const units = hasSeconds ? Math.round(exact) : Math.floor(exact + 0.5)
  let left = Math.floor(units / unit)
  const part = units % unit
  let text = ''
  for (const token of tokens) {
    if (token.kind === 'text') text += token.text
    else if (token.kind === 'slash') text += '/'
    else if (token.kind === 'point' && decimals > 0 && hasSeconds)
      text += `.${String(part).padStart(decimals, '0')}`
    else if (token.kind === 'date') {
      const seconds = token.letters.startsWith('h') ? 3_600 : token.letters.startsWith('m') ? 60 : 1
      const count = Math.floor(left / seconds)
      left -= count * seconds
      text += String(count).padStart(token.letters.length, '0')
    }
  }
  return value < 0 && units > 0 ? `-${text}` : text
}

/** How many digits a format has after its point. */
export function decimalsOf(tokens: readonly FormatToken[]): number {
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  if (point === -1) return 0
  const end = tokens.findIndex(({ kind }, index) => index > point && kind === 'exponent')
  return tokens.slice(point, end === -1 ? undefined : end).filter(({ kind }) => kind === 'digit')
    .length
}

/** Commas after the last digit before the point: each stands for thousands that are not shown. */
function scalesOf(tokens: readonly FormatToken[]): number {
  let scales = 0
  let isAfterDigit = false
  let found = 0
  for (const { kind } of tokens) {
    if (kind === 'digit') {
      isAfterDigit = true
      scales = 0
    } else if (kind === 'comma' && isAfterDigit) scales += 1
    else if (kind === 'point') {
      found = scales
      scales = 0
      isAfterDigit = true
    }
  }
  return found + scales
}

/** A number with so many decimals, rounded as its decimal digits say: 1.005 is 1.01; its point may be shifted before. */
function rounded(value: number, decimals: number, shift = 0): string {
  const [mantissa = '0', power = '0'] = value.toExponential(DIGITS - 1).split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(power) + 1 - shift
  const kept = point + decimals
  let whole: string
  if (kept < 0) whole = '0'
  else if (kept >= digits.length) whole = digits + '0'.repeat(kept - digits.length)
  else {
    const head = BigInt(digits.slice(0, kept) || '0')
    whole = String(digits.charCodeAt(kept) >= FIVE ? head + 1n : head)
  }
  const padded = whole.replace(/^0+/, '').padStart(decimals + 1, '0')
  const cut = padded.length - decimals
  return decimals === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`
}

const FIVE = 0x35

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Puts the digits of a number where a format has places for them. */
function fill(number: string, tokens: readonly FormatToken[], separators: Separators): string {
  const [whole = '', decimals = ''] = number.split('.')
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const before = point === -1 ? tokens : tokens.slice(0, point)
  const after = point === -1 ? [] : tokens.slice(point + 1)
  const decimalsAs = fillDecimals(decimals, after)
  const isBare = !decimalsAs.hasPlace && after.some(({ kind }) => kind === 'digit')
  const mark = point === -1 || isBare ? '' : separators.decimal
  return fillWhole(whole === '0' ? '' : whole, before, separators) + mark + decimalsAs.text
}

/** Fills places before the point from the last one on; the first of them takes all digits that are left. */
function fillWhole(digits: string, tokens: readonly FormatToken[], { group }: Separators): string {
  const places = tokens.filter(({ kind }) => kind === 'digit').length
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  const isGrouped = tokens.some(
    ({ kind }, index) =>
      kind === 'comma' &&
      index > first &&
      tokens.slice(index).some((token) => token.kind === 'digit'),
  )
  let at = digits.length
  let placed = 0
  let text = ''
  const put = (digit: string): void => {
    text = digit + (isGrouped && placed > 0 && placed % 3 === 0 ? group : '') + text
    placed += 1
  }
  let left = places
  for (const token of tokens.toReversed()) {
    if (token.kind === 'digit') {
      left -= 1
      if (at > 0) {
        const stop = left === 0 ? 0 : at - 1
        while (at > stop) put(digits.charAt((at -= 1)))
      } else if (token.fill === '0') put('0')
      else if (token.fill === '?') text = ` ${text}`
    } else if (token.kind === 'text') text = token.text + text
    else if (token.kind === 'percent') text = `%${text}`
    else if (token.kind === 'slash') text = `/${text}`
  }
  return text
}

function fillDecimals(
  decimals: string,
  tokens: readonly FormatToken[],
): { text: string; hasPlace: boolean } {
  const significant = decimals.replace(/0+$/, '').length
  let at = 0
  let text = ''
  let hasPlace = false
  for (const token of tokens) {
    if (token.kind === 'digit') {
      const isShown = at < significant || token.fill === '0'
      if (isShown) text += decimals.charAt(at)
      else if (token.fill === '?') text += ' '
      hasPlace ||= isShown || token.fill === '?'
      at += 1
    } else if (token.kind === 'text') text += token.text
    else if (token.kind === 'percent') text += '%'
    else if (token.kind === 'slash') text += '/'
  }
  return { text, hasPlace }
}

/** A number with an exponent, which is a multiple of the digits before the point. */
function scientific(value: number, tokens: readonly FormatToken[], separators: Separators): string {
  const at = tokens.findIndex(({ kind }) => kind === 'exponent')
  const mantissa = tokens.slice(0, at)
  const point = mantissa.findIndex(({ kind }) => kind === 'point')
  const places = mantissa.filter(
    ({ kind }, index) => kind === 'digit' && (point === -1 || index < point),
  ).length
  const step = Math.max(1, places)
  const decimals = decimalsOf(mantissa)
  const exponentOf = (size: number): number => Math.floor(size / step) * step
  const size = value === 0 ? 0 : Number(value.toExponential(DIGITS - 1).split('e')[1])
  let exponent = exponentOf(size)
  let number = rounded(value, decimals, exponent)
  if (Number(number) >= 10 ** step) {
    exponent += step
    number = rounded(value, decimals, exponent)
  }
  const token = tokens[at]
  const plus = token?.kind === 'exponent' && token.plus ? '+' : ''
  const power = fillWhole(
    String(Math.abs(exponent)).replace(/^0$/, ''),
    tokens.slice(at + 1),
    separators,
  )
  return `${fill(number, mantissa, separators)}E${exponent < 0 ? '-' : plus}${power}`
}

/** A number as a fraction, mixed where the format has digits of their own for the whole. */
function fraction(value: number, tokens: readonly FormatToken[], slash: number): WrittenNumber {
  const start = tokens.findLastIndex(({ kind }, index) => index < slash && kind !== 'digit') + 1
  const end = endOfDenominator(tokens, slash + 1)
  const whole = tokens.slice(0, start)
  const isMixed = whole.some(({ kind }) => kind === 'digit')
  const below = tokens.slice(slash + 1, end)
  const fixed = Number(below.map((token) => (token.kind === 'text' ? token.text : '0')).join(''))
  const size = isMixed ? Math.floor(value) : 0
  const { numerator, denominator } = bestFraction(
    value - size,
    fixed > 0 ? { fixed } : { most: 10 ** below.length - 1 },
  )
  const carried = isMixed && numerator === denominator ? 1 : 0
  const isWhole = isMixed && (numerator === 0 || carried === 1)
  const digits = String(size + carried)
  const isZero = digits === '0' && !isWhole
  const head = fillWhole(isZero ? '' : digits, whole, PLAIN)
  const tail = writeTexts(tokens.slice(end))
  const text = isWhole ? head.trimEnd() : `${head}${String(numerator)}/${String(denominator)}`
  return { text: text + tail, isZero: numerator === 0 && size === 0 }
}

const PLAIN: Separators = { decimal: '.', group: '' }

/** A denominator is places for digits, or a number, in which zeros look like places. */
function endOfDenominator(tokens: readonly FormatToken[], from: number): number {
  const isPart = (token: FormatToken): boolean =>
    token.kind === 'digit' || (token.kind === 'text' && /^\d+$/.test(token.text))
  const end = tokens.findIndex((token, index) => index >= from && !isPart(token))
  return end === -1 ? tokens.length : end
}

function writeTexts(tokens: readonly FormatToken[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('')
}
