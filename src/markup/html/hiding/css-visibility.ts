import type { Declaration } from './css-declarations.ts'

/** What a reader hardly sees: text below this size, anything below this opacity or magnification. */
const FONT_MIN_PX = 2
const OPACITY_MIN = 0.1
const SCALE_MIN = 0.1
/** How far out of its place something is certainly outside of the window. */
const OFFSET_MIN_PX = 1000
/** The same for fixed elements, whose place is the window. */
const FIXED_OFFSET_MIN_PX = 100
/** The same for elements placed absolutely, mostly in a corner of another one. */
const ABSOLUTE_OFFSET_MIN_PX = 500
/** The same for transforms: sliders move their tracks by some thousand pixels. */
const SHIFT_MIN_PX = 3000
/** A box of this size with its overflow hidden shows nothing. */
const BOX_MIN_PX = 1

/** Pixels of one unit, taking usual fonts and a small window. */
const PX_OF_UNIT: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1.33,
  pc: 16,
  in: 96,
  cm: 38,
  mm: 3.8,
  q: 0.95,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  vw: 10,
  vh: 8,
  vmin: 8,
  vmax: 10,
  '%': 10,
}
const UNIT = /(?:px|pt|pc|in|cm|mm|q|r?em|ex|ch|v[wh]|vmin|vmax|%)$/

/**
 * Whether text so styled can hardly be seen: next to no size or opacity, out of the window, clipped away,
 * in a transparent colour or that of its background. Any one declaration suffices, overridden or not.
 */
export function isInvisibleByCss(declarations: readonly Declaration[]): boolean {
  const valuesOf = (name: string): string[] =>
    declarations.filter((each) => each.name === name).map(({ value }) => value)
  const clipsOverflow = ['overflow', 'overflow-x', 'overflow-y']
    .flatMap(valuesOf)
    .some((value) => /\b(?:hidden|clip)\b/.test(value))
  const offsetMinPx = offsetLimit(valuesOf('position'))
  const showsBackground = ['background-clip', '-webkit-background-clip']
    .flatMap(valuesOf)
    .includes('text')
  const backgrounds = new Set(
    [...valuesOf('background'), ...valuesOf('background-color')]
      .flatMap((value) => splitOutside(value, ' '))
      .map(colourOf),
  )
  return declarations.some(({ name, value }) => {
    switch (name) {
      case 'opacity':
        return isUnder(fraction(value), OPACITY_MIN)
      case 'zoom':
      case 'scale':
        return value.split(' ').some(isTinyScale)
      case 'font-size':
        return isUnder(fontPx(value), FONT_MIN_PX)
      case 'font':
        return isUnder(shorthandPx(value), FONT_MIN_PX)
      case 'color':
      case '-webkit-text-fill-color': {
        const colour = colourOf(value)
        if (colour === '') return false
        return colour === TRANSPARENT ? !showsBackground : backgrounds.has(colour)
      }
      case 'left':
      case 'top':
      case 'right':
      case 'bottom':
        // A percentage is one of the element around it, as in the track of a slider.
        return isOut(lengthPx(value), value.endsWith('%') ? SHIFT_MIN_PX : offsetMinPx)
      case 'text-indent':
      case 'margin':
      case 'margin-left':
      case 'margin-top':
      case 'inset':
        return value.split(' ').some((part) => isOut(lengthPx(part), OFFSET_MIN_PX - 1))
      case 'translate':
        return value.split(' ').some((part) => isOut(lengthPx(part), SHIFT_MIN_PX, SHIFT_MIN_PX))
      case 'transform':
        return functionsOf(value).some(movesAway)
      case 'filter':
        return functionsOf(value).some(
          (call) => call.name === 'opacity' && isUnder(fraction(call.parts[0] ?? ''), OPACITY_MIN),
        )
      case 'clip':
      case 'clip-path':
      case '-webkit-clip-path':
        return functionsOf(value).some(clipsAll)
      case 'width':
      case 'height':
      case 'max-width':
      case 'max-height':
        return clipsOverflow && isUnder(lengthPx(value), BOX_MIN_PX + 0.01)
      default:
        return false
    }
  })
}

function offsetLimit(positions: readonly string[]): number {
  if (positions.includes('fixed')) return FIXED_OFFSET_MIN_PX
  return positions.includes('absolute') ? ABSOLUTE_OFFSET_MIN_PX : OFFSET_MIN_PX
}

function isUnder(value: number | undefined, limit: number): boolean {
  return value !== undefined && value < limit
}

/** Off to the top or left by `minPx`; the other way, where pages only scroll, by much more. */
function isOut(px: number | undefined, minPx: number, maxPx: number = SHIFT_MIN_PX): boolean {
  return px !== undefined && (px <= -minPx || px >= maxPx)
}

/** Mirrored content has a negative scale. */
function isTinyScale(value: string): boolean {
  const factor = fraction(value)
  return factor !== undefined && Math.abs(factor) < SCALE_MIN
}

/** A plain number or percentage; undefined for everything else. */
function fraction(value: string): number | undefined {
  const number = leadingNumber(value)
  if (number === undefined) return undefined
  return value.endsWith('%') ? number / 100 : number
}

function lengthPx(value: string): number | undefined {
  const number = leadingNumber(value)
  if (number === undefined) return undefined
  if (number === 0) return 0
  const unit = UNIT.exec(value)?.[0]
  return unit === undefined ? undefined : number * (PX_OF_UNIT[unit] ?? 1)
}

/** A percentage is one of the size around it, not of the window. */
function fontPx(value: string): number | undefined {
  const px = lengthPx(value)
  return px !== undefined && value.endsWith('%') ? px * 0.016 : px
}

/** The size in `italic 700 12px/1.5 serif`: the first number that has a unit or is 0. */
function shorthandPx(value: string): number | undefined {
  for (const part of value.split(' ')) {
    const px = fontPx(part.split('/', 1)[0] ?? '')
    if (px !== undefined) return px
  }
  return undefined
}

function leadingNumber(value: string): number | undefined {
  if (!/^[+-]?\.?\d/.test(value)) return undefined
  return Number.parseFloat(value)
}

/** One call in a value: `translate(-9999px, 0)`. */
interface StyleFunction {
  name: string
  parts: string[]
}

function functionsOf(value: string): StyleFunction[] {
  return value
    .split(')')
    .map((call) => call.split('('))
    .filter((pieces) => pieces.length === 2)
    .map(([name = '', inner = '']) => ({
      name: name.trim(),
      parts: inner.split(/[ ,/]/).filter((part) => part !== ''),
    }))
}

function movesAway({ name, parts }: StyleFunction): boolean {
  if (name.startsWith('scale')) {
    return parts.some(isTinyScale)
  }
  if (name === 'matrix') return Number(parts[0]) === 0 && Number(parts[1]) === 0
  return (
    name.startsWith('translate') &&
    parts.some((part) => isOut(lengthPx(part), SHIFT_MIN_PX, SHIFT_MIN_PX))
  )
}

function clipsAll({ name, parts }: StyleFunction): boolean {
  const first = parts[0] ?? ''
  const lengths = parts.map(lengthPx)
  const [top, right, bottom, left] = lengths
  switch (name) {
    case 'circle':
    case 'ellipse':
      return isUnder(lengths[0], BOX_MIN_PX + 0.01)
    case 'inset':
      return first.endsWith('%') && !isUnder(fraction(first), 0.5)
    case 'polygon':
      return new Set(parts.map(Number.parseFloat)).size === 1
    case 'rect':
      if (isUnder(right, BOX_MIN_PX + 0.01) || isUnder(bottom, BOX_MIN_PX + 0.01)) return true
      return (
        (top !== undefined && isUnder(bottom, top + BOX_MIN_PX + 0.01)) ||
        (left !== undefined && isUnder(right, left + BOX_MIN_PX + 0.01))
      )
    default:
      return false
  }
}

const TRANSPARENT = 'transparent'
const NAMED_COLOURS = new Map([
  ['white', '255,255,255'],
  ['black', '0,0,0'],
])

/** A colour in one form for all its notations; what is no colour stays as it is. */
function colourOf(value: string): string {
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(value)?.[1]
  if (hex !== undefined) {
    const size = hex.length < 6 ? 1 : 2
    const numbers = (hex.match(size === 1 ? /./g : /../g) ?? []).map((digits) =>
      Number.parseInt(digits.repeat(3 - size), 16),
    )
    return rgb(numbers.slice(0, 3), (numbers[3] ?? 255) / 255)
  }
  const call = functionsOf(value)[0]
  if (call && /^(?:rgb|hsl)a?$/.test(call.name)) {
    return rgb(call.parts.slice(0, 3).map(Number.parseFloat), fraction(call.parts[3] ?? '1') ?? 1)
  }
  return NAMED_COLOURS.get(value) ?? value
}

function rgb(channels: readonly number[], alpha: number): string {
  return alpha < OPACITY_MIN ? TRANSPARENT : channels.join(',')
}

/** Splits at a character where it stands outside of parentheses. */
function splitOutside(value: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at)
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === separator && depth === 0) {
      parts.push(value.slice(start, at))
      start = at + 1
    }
  }
  parts.push(value.slice(start))
  return parts
}
