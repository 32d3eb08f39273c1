import { blended, type Color, colorOf, filtered, isAlike, over, paintOf } from './colors.ts'
import { ancestorsOf, flatParent, styleOf } from './styles.ts'

/** Elements that show a picture. */
export const PICTURES: ReadonlySet<string> = new Set(
  'img video canvas svg picture iframe object embed'.split(' '),
)

const OPAQUE_MIN = 0.97
const INK_MIN = 0.04
const SHADOW_MAX_PX = 30
const SHADOW_PATTERN =
  /((?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px/g
/** Elements over a text whose ground may show through its letters. */
const LETTERED_MAX_DEPTH = 6

/** What a text has from all that it is in. */
export interface TextState {
  opacity: number
  /** Something is cut, turned or seen in perspective. */
  isBent: boolean
  /** Some ground is cut to the shape of letters. */
  isLettered: boolean
  /** Colours are filtered or mixed. */
  isChanged: boolean
}

/** The colour that is under a text, and the element that has it. */
interface Ground {
  color: Color
  last: Element | undefined
}

const { colorScheme } = getComputedStyle(document.documentElement)
const PAGE: Ground = {
  color: /^(?:only )?dark/.test(colorScheme) ? [18, 18, 18, 1] : [255, 255, 255, 1],
  last: undefined,
}

/** The ground that is painted at a place, from the top down; undefined for a picture. */
function groundOf(stack: readonly Element[]): Ground | undefined {
  const layers: Color[] = []
  let last: Element | undefined
  for (const element of stack) {
    if (PICTURES.has(element.localName)) return undefined
    const style = styleOf(element)
    if (style.backgroundClip.includes('text')) continue
    const paint = paintOf(style)
    if (!paint) return undefined
    if (paint[3] === 0) continue
    layers.push(paint)
    last = element
    if (paint[3] > OPAQUE_MIN) break
  }
  const color = layers.reduceRight((under, layer) => over(layer, layer[3], under), PAGE.color)
  return { color, last }
}

const grounds = new Map<Element, Ground | undefined>()

/** The ground of an element by what it is in, each asked once. */
function groundIn(element: Element): Ground | undefined {
  const missing: Element[] = []
  let at: Element | null = element
  for (; at && !grounds.has(at); at = flatParent(at)) missing.push(at)
  let around = at ? grounds.get(at) : PAGE
  for (const one of missing.toReversed()) {
    around = groundOn(one, around)
    grounds.set(one, around)
  }
  return around
}

function groundOn(element: Element, around: Ground | undefined): Ground | undefined {
  if (PICTURES.has(element.localName)) return undefined
  const style = styleOf(element)
  const paint = paintOf(style)
  if (paint?.[3] === 0 || style.backgroundClip.includes('text')) return around
  if (!paint) return undefined
  if (!around && paint[3] <= OPAQUE_MIN) return undefined
  return { color: over(paint, paint[3], (around ?? PAGE).color), last: element }
}

const firstLines = new Map<Element, string>()

/** The colour that the first line of a block gives to what has none of its own; empty where it gives none. */
function firstLineInk(element: Element): string {
  let block = element
  for (let at: Element | null = element; at; at = flatParent(at)) {
    block = at
    if (!/^(?:inline|contents)$/.test(styleOf(at).display)) break
  }
  const own = styleOf(block).webkitTextFillColor
  let ink = firstLines.get(block)
  if (ink === undefined) {
    const given = getComputedStyle(block, '::first-line').webkitTextFillColor
    ink = given === own ? '' : given
    firstLines.set(block, ink)
  }
  return styleOf(element).webkitTextFillColor === own ? ink : ''
}

/** The colours that letters have: their own, their outline's and shadows', or those of the ground that shows through them. */
function inksOf(
  element: Element,
  { isLettered }: TextState,
  isOneLine: boolean,
): Color[] | undefined {
  const style = styleOf(element)
  const inks: Color[] = []
  for (const at of isLettered ? ancestorsOf(element).slice(0, LETTERED_MAX_DEPTH) : []) {
    const of = styleOf(at)
    if (!of.backgroundClip.includes('text')) continue
    const paint = paintOf(of)
    if (!paint) return undefined
    inks.push(paint)
  }
  inks.push(colorOf((isOneLine && firstLineInk(element)) || style.webkitTextFillColor))
  if (parseFloat(style.webkitTextStrokeWidth) > 0) inks.push(colorOf(style.webkitTextStrokeColor))
  if (style.textShadow === 'none') return inks
  for (const [, color = '', ...lengths] of style.textShadow.matchAll(SHADOW_PATTERN)) {
    if (lengths.every((length) => Math.abs(Number(length)) < SHADOW_MAX_PX))
      inks.push(colorOf(color))
  }
  return inks
}

/** Whether letters differ in colour from the ground under them; `stack` are the elements painted there, where these are known. */
export function isInked(
  element: Element,
  state: TextState,
  stack: readonly Element[] | undefined,
  isOneLine: boolean,
): boolean {
  const { opacity, isChanged } = state
  const inks = inksOf(element, state, isOneLine)
  if (!inks) return true
  if (inks.every((ink) => ink[3] * opacity < INK_MIN)) return false
  const ground = stack ? groundOf(stack) : groundIn(element)
  if (!ground) return true
  let under = ground.color
  let letters = inks
  for (const at of isChanged ? ancestorsOf(element) : []) {
    const { filter, mixBlendMode } = styleOf(at)
    const holdsGround = ground.last !== undefined && at.contains(ground.last)
    if (filter !== 'none') {
      letters = letters.map((ink) => filtered(ink, filter))
      if (holdsGround) under = filtered(under, filter)
    }
    if (!holdsGround) letters = letters.map((ink) => blended(ink, mixBlendMode, under))
    if (at === ground.last) break
  }
  return letters.some((ink) => !isAlike(over(ink, ink[3] * opacity, under), under))
}
