import { colorOf, paintOf } from './colors.ts'
import { isOverlay } from './elements.ts'
import { PICTURES } from './inks.ts'
import { type Box, inWindow, onPage, type Region } from './regions.ts'
import { ancestorsOf, childrenOf, flatParent, styleOf } from './styles.ts'

const COVERS: ReadonlySet<string> = new Set('img video canvas iframe'.split(' '))
const POINTS_MAX_COUNT = 20_000
/** Height of the bands of a page by which what is painted is found again. */
const BAND_PX = 200
/** Bands from which a box is looked at for every text. */
const BANDS_MAX_COUNT = 100
const THICK_PX = 20
const COVERING_OPACITY_MIN = 0.9
/** Elements over a text that may paint something over themselves. */
const LAID_OVER_MAX_DEPTH = 6

/** The elements painted at a point above and below a text. */
export interface Layers {
  above: readonly Element[]
  below: readonly Element[]
}

/** An element that paints something, and where. */
interface Painted extends Box {
  element: Element
}

/** The elements painted over and under texts. */
export class Painting {
  readonly #bands = new Map<number, Painted[]>()
  /** Elements in too many bands to be in each of them. */
  readonly #high: Painted[] = []
  readonly #opened: ReadonlySet<Element>
  readonly #laidOver = new Map<Element, readonly CSSStyleDeclaration[]>()
  readonly #covering = new Map<Element, boolean>()
  readonly #isInert = document.querySelector('dialog:modal') !== null
  #points = 0

  /** `opened` covers nothing: it was folded. */
  constructor(opened: ReadonlySet<Element>) {
    this.#opened = opened
  }

  /** Remembers what is painted somewhere, or placed by itself, and may lie over or under a text that is not in it. */
  remember(elementsMaxCount: number, untilMs: number): void {
    const stack = childrenOf(document.body)
    for (let count = 0; count < elementsMaxCount; count += 1) {
      const element = stack.pop()
      if (!element || (count % 128 === 0 && performance.now() > untilMs)) break
      if (isPainted(element)) this.#add(element)
      for (const child of childrenOf(element)) stack.push(child)
    }
  }

  /** Whether something else is painted where a box is. */
  isMixed(element: Element, box: Box): boolean {
    const isOver = (one: Painted): boolean =>
      one.left < box.right &&
      one.right > box.left &&
      one.top < box.bottom &&
      one.bottom > box.top &&
      !one.element.contains(element)
    if (this.#high.some(isOver)) return true
    const last = bandOf(box.bottom)
    for (let band = bandOf(box.top); band <= last; band += 1) {
      if (this.#bands.get(band)?.some(isOver)) return true
    }
    return false
  }

  /** The elements painted at a point of the page; undefined where it cannot be asked, and false where the element is not there. */
  at(
    element: Element,
    { x, y }: { x: number; y: number },
    { port }: Region,
  ): Layers | false | undefined {
    if (this.#points >= POINTS_MAX_COUNT || this.#isInert || element.closest('[inert]')) {
      return undefined
    }
    this.#points += 1
    const [left, top] = inWindow(x, y)
    if (left < 0 || top < 0 || left >= innerWidth || top >= innerHeight) return undefined
    // What can be scrolled to is not there yet.
    if (port && (x < port.left || x > port.right || y < port.top || y > port.bottom)) {
      return undefined
    }
    return layersOf(element, left, top)
  }

  /** Whether an element covers those under it: overlays shown for a while and opened parts do not count. */
  covers(element: Element): boolean {
    let covers = this.#covering.get(element)
    if (covers === undefined) {
      covers = this.#isCovering(element)
      this.#covering.set(element, covers)
    }
    return covers
  }

  /** Whether a text of that size is painted over by a box that the style of what it is in makes. */
  isPaintedOver(element: Element, { left, top, right, bottom }: Box): boolean {
    const isOver = (style: CSSStyleDeclaration): boolean =>
      isOpaque(style) &&
      Number(style.opacity) > COVERING_OPACITY_MIN &&
      !(Number(style.zIndex) < 0) &&
      parseFloat(style.width) >= (right - left) * 0.9 &&
      parseFloat(style.height) >= (bottom - top) * 0.5
    let at: Element | null = element
    for (let up = 0; at && up < LAID_OVER_MAX_DEPTH; up += 1) {
      if (this.#boxesOver(at).some(isOver)) return true
      at = flatParent(at)
    }
    return false
  }

  #add(element: Element): void {
    const painted = { element, ...onPage(element.getBoundingClientRect()) }
    const [first, last] = [bandOf(painted.top), bandOf(painted.bottom)]
    if (last - first > BANDS_MAX_COUNT) {
      this.#high.push(painted)
      return
    }
    for (let band = first; band <= last; band += 1) {
      const others = this.#bands.get(band)
      if (others) others.push(painted)
      else this.#bands.set(band, [painted])
    }
  }

  #isCovering(element: Element): boolean {
    const styles = [styleOf(element), ...this.#boxesOver(element)]
    if (!COVERS.has(element.localName) && !styles.some(isOpaque) && !isFilled(element)) return false
    let opacity = 1
    for (const at of ancestorsOf(element)) {
      opacity *= Number(styleOf(at).opacity)
      if (opacity < COVERING_OPACITY_MIN || this.#opened.has(at) || isOverlay(at)) return false
    }
    return true
  }

  /** What an element paints over itself with boxes that its style makes. */
  #boxesOver(element: Element): readonly CSSStyleDeclaration[] {
    let styles = this.#laidOver.get(element)
    if (!styles) {
      styles = ['::before', '::after']
        .map((name) => getComputedStyle(element, name))
        .filter(
          ({ content, position }) =>
            /absolute|fixed/.test(position) && !/^(?:none|normal)$/.test(content),
        )
      this.#laidOver.set(element, styles)
    }
    return styles
  }
}

function bandOf(y: number): number {
  return Math.floor(y / BAND_PX)
}

function isPainted(element: Element): boolean {
  if (PICTURES.has(element.localName)) return true
  const style = styleOf(element)
  return (
    style.backgroundImage !== 'none' ||
    colorOf(style.backgroundColor)[3] > 0.02 ||
    /absolute|fixed/.test(style.position) ||
    style.outlineStyle !== 'none' ||
    style.boxShadow !== 'none' ||
    style.backdropFilter !== 'none'
  )
}

function layersOf(element: Element, x: number, y: number): Layers | false {
  const above: Element[] = []
  const below = new Set<Element>()
  let at: Element | null = element
  while (at && styleOf(at).display === 'contents') at = flatParent(at)
  while (at) {
    const root = at.getRootNode() as Document | ShadowRoot
    const hit = root.elementsFromPoint(x, y)
    const first = hit.indexOf(at)
    if (first === -1) return false
    above.push(...hit.slice(0, first))
    for (const one of hit.slice(first)) below.add(one)
    at = root instanceof ShadowRoot ? root.host : null
  }
  return { above, below: [...below] }
}

function isOpaque(style: CSSStyleDeclaration): boolean {
  const paint = paintOf(style)
  if (paint && paint[3] > COVERING_OPACITY_MIN) return true
  if (style.backdropFilter !== '' && style.backdropFilter !== 'none') return true
  const { boxShadow, outlineStyle } = style
  const spreads = boxShadow.includes('inset') ? (boxShadow.match(/[\d.]+(?=px)/g) ?? []) : []
  const borders = [
    style.borderTopWidth,
    style.borderLeftWidth,
    style.borderRightWidth,
    style.borderBottomWidth,
  ]
  const outlines = outlineStyle === 'none' ? [] : [style.outlineWidth]
  return [...spreads, ...borders, ...outlines].some((width) => parseFloat(width) > THICK_PX)
}

function isFilled(element: Element): boolean {
  if (!(element instanceof SVGGeometryElement)) return false
  const { fill, fillOpacity } = styleOf(element)
  return fill !== 'none' && colorOf(fill)[3] * Number(fillOpacity) > COVERING_OPACITY_MIN
}
