import { COLOR_PATTERN, colorOf } from './colors.ts'

/** Opacity below which nothing is seen. */
export const OPACITY_MIN = 0.1
const BLUR_MAX_PX = 6

/** How much of an element its own style lets through; what is being faded in counts as whole. */
export function opacityOf(style: CSSStyleDeclaration, element: Element): number {
  let own = Number(style.opacity)
  if (style.filter !== 'none') own *= Number(/opacity\(([\d.]+)\)/.exec(style.filter)?.[1] ?? 1)
  if (element.localName === 'details') {
    own *= Number(getComputedStyle(element, '::details-content').opacity)
  }
  return own < OPACITY_MIN && element.getAnimations().some(isShownLater) ? 1 : own
}

function isShownLater({ playState, effect }: Animation): boolean {
  return (
    playState === 'running' &&
    effect instanceof KeyframeEffect &&
    effect.getKeyframes().some(({ opacity }) => Number(opacity) > OPACITY_MIN)
  )
}

/** A shape of two sides that meet, or of no area. */
function isEmptyShape(
  shape: string,
  { offsetWidth = 0, offsetHeight = 0 }: Partial<HTMLElement>,
): boolean {
  if (/^(?:circle|ellipse)\(/.test(shape)) return (numbersOf(shape)[0] ?? 0) < 1
  if (shape.startsWith('inset(')) {
    const edges = shape.slice('inset('.length).split('round')[0] ?? ''
    const lengths = edges.match(/-?[\d.]+(?:%|px)?/g) ?? []
    const [top = '0', right = top, bottom = top, left = right] = lengths
    const part = (length: string, whole: number): number =>
      parseFloat(length) / (length.endsWith('%') ? 100 : whole || 1)
    return (
      part(top, offsetHeight) + part(bottom, offsetHeight) >= 0.99 ||
      part(left, offsetWidth) + part(right, offsetWidth) >= 0.99
    )
  }
  const [, drawn] = /^url\("#([^"]+)"\)/.exec(shape) ?? []
  if (drawn !== undefined) {
    const parts = [...(document.getElementById(drawn)?.children ?? [])]
    const boxes = parts
      .filter((one) => one instanceof SVGGraphicsElement)
      .map((one) => one.getBBox())
    return boxes.every(({ width, height }) => width * height === 0)
  }
  return shape.startsWith('polygon(') && Math.abs(areaOf(numbersOf(shape))) < 1
}

function numbersOf(shape: string): number[] {
  return (shape.match(/-?[\d.]+(?=%|px|,| |\)|$)/g) ?? []).map(Number)
}

/** Twice the area of a polygon of points that are given as one row of numbers. */
function areaOf(numbers: readonly number[]): number {
  const at = (index: number): number => numbers[index % numbers.length] ?? 0
  let area = 0
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    area += at(index) * at(index + 3) - at(index + 2) * at(index + 1)
  }
  return area
}

function isMaskedOut(
  style: CSSStyleDeclaration,
  { offsetWidth = 0 }: Partial<HTMLElement>,
): boolean {
  const { maskImage, maskSize, maskPosition, maskRepeat } = style
  const stops = maskImage.includes('gradient(') ? (maskImage.match(COLOR_PATTERN) ?? []) : []
  if (stops.length > 0 && stops.every((stop) => colorOf(stop)[3] < OPACITY_MIN)) return true
  if (/^0(?:px|%)/.test(maskSize)) return true
  const isMoved = maskRepeat === 'no-repeat' && maskPosition.includes('px')
  return isMoved && Math.abs(parseFloat(maskPosition)) >= offsetWidth
}

/** Cut, masked or blurred to nothing, or slanted to a line. */
export function isShapedAway(style: CSSStyleDeclaration, element: Element): boolean {
  const { clipPath, maskImage, clip, filter, transform } = style
  if (clipPath !== 'none' && isEmptyShape(clipPath, element)) return true
  if (maskImage !== 'none' && isMaskedOut(style, element)) return true
  if (clip !== 'auto' && /absolute|fixed/.test(style.position)) {
    const edges = (/^rect\(([^)]*)\)$/.exec(clip)?.[1] ?? '').split(', ').map(parseFloat)
    const [top = NaN, right = NaN, bottom = NaN, left = NaN] = edges
    if (bottom - top <= 1 || right - left <= 1) return true
  }
  // What a drawing makes of it is not known.
  if (filter !== 'none' && (filter.includes('url(') || blurOf(filter) > BLUR_MAX_PX)) return true
  if (transform === 'none') return false
  const { m11, m12, m21, m22 } = new DOMMatrix(transform)
  const sides = Math.hypot(m11, m12) * Math.hypot(m21, m22)
  return Math.abs(m11 * m21 + m12 * m22) > 0.98 * sides
}

function blurOf(filter: string): number {
  return Number(/blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0)
}
