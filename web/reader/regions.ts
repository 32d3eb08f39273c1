import { hasControl } from './folds.ts'
import { flatParent, styleOf } from './styles.ts'

/** A box on the page, in pixels of the whole page. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Part of the page in which something can be seen. */
export interface Region extends Box {
  /** What of it is seen without scrolling in it. */
  port?: Box | undefined
}

/** Elements that move their content by themselves, or by a click. */
export const SLIDES =
  '[class*=carousel],[class*=slide],[class*=swiper],[class*=slick],[class*=splide],[class*=glide],[aria-roledescription]'
const MORE = /more|expand|collaps|clamp|trunc|fold|accordion/i

/** Pixels of a line that can still be read. */
export const LINE_MIN_PX = 3
/** How far a page may be scrolled sideways. */
const WIDTH_MAX_SCREENS = 4
const NOWHERE: Region = { left: 0, right: 0, top: 0, bottom: 0 }

/** How far the page is scrolled; to ask the window for it takes longer than all else that is done with a box. */
const scrolled = { x: scrollX, y: scrollY }

/** A box on the whole page, which may be scrolled, for one in what is seen now. */
export function onPage({ left, top, right, bottom }: Box): Box {
  const { x, y } = scrolled
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

/** Where a point of the page is in the window, to which it is scrolled if need be. */
export function inWindow(x: number, y: number): readonly [x: number, y: number] {
  if (y < scrolled.y || y >= scrolled.y + innerHeight) {
    scrollTo({ left: 0, top: y - innerHeight / 2, behavior: 'instant' })
    Object.assign(scrolled, { x: scrollX, y: scrollY })
  }
  return [x - scrolled.x, y - scrolled.y]
}

/** The part of the area of some boxes that is in another. */
export function shareIn(boxes: readonly Box[], region: Box): number {
  let all = 0
  let seen = 0
  for (const box of boxes) {
    all += (box.right - box.left) * (box.bottom - box.top)
    const width = Math.min(region.right, box.right) - Math.max(region.left, box.left)
    const height = Math.min(region.bottom, box.bottom) - Math.max(region.top, box.top)
    seen += Math.max(0, width) * Math.max(0, height)
  }
  return all === 0 ? 0 : seen / all
}

function isClipping(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip'
}

function isScrolling(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll'
}

/** Where texts of a page are seen, once it is known how high a window it was made for. */
export class Regions {
  readonly #page: Region
  /** How far the window's lower edge has come down. */
  readonly #grownPx: number
  readonly #regions = new Map<Element, Region>()
  readonly #movable = new Map<Element, boolean>()

  constructor(windowHeight: number) {
    const roots = [document.documentElement, document.body].map(styleOf)
    const isFrame = parent !== window
    // A frame shows what is in its window, where it does not scroll.
    const isFixedFrame =
      isFrame &&
      (frameElement?.getAttribute('scrolling') === 'no' ||
        roots.some(({ overflowY }) => isClipping(overflowY)))
    const isCut = roots.some(({ overflowX }) => isClipping(overflowX))
    this.#page = {
      left: roots[0]?.direction === 'rtl' ? -Infinity : 0,
      top: 0,
      right: isCut ? innerWidth : innerWidth * WIDTH_MAX_SCREENS,
      bottom: isFixedFrame ? innerHeight : Infinity,
    }
    this.#grownPx = isFrame ? 0 : Math.max(0, innerHeight - windowHeight)
  }

  /** The part of the page in which what is in an element can be seen, or scrolled to. */
  of(element: Element): Region {
    const missing: Element[] = []
    let at: Element | null = element
    for (; at && !this.#regions.has(at); at = flatParent(at)) missing.push(at)
    let region = (at && this.#regions.get(at)) ?? this.#page
    for (const one of missing.toReversed()) {
      region = this.#cut(one, this.#around(one))
      this.#regions.set(one, region)
    }
    return region
  }

  /** Whether what cuts an element lets a visitor come to the rest: slides, "more", or a window of its own. */
  isMovable(element: Element): boolean {
    let isMovable = this.#movable.get(element)
    if (isMovable === undefined) {
      isMovable = canMove(element)
      this.#movable.set(element, isMovable)
    }
    return isMovable
  }

  /** The region of what an element is placed in. */
  #around(element: Element): Region {
    const { position } = styleOf(element)
    if (position === 'fixed')
      return onPage({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    let at = flatParent(element)
    if (position === 'absolute') while (at && !isAnchor(styleOf(at))) at = flatParent(at)
    if (at) return this.#regions.get(at) ?? this.#page
    // What hangs from the window's lower edge has come down with it.
    return position === 'absolute' && isHanging(element)
      ? { ...this.#page, top: this.#page.top + this.#grownPx }
      : this.#page
  }

  #cut(element: Element, around: Region): Region {
    if (element === document.body || element === document.documentElement) return around
    const style = styleOf(element)
    const { display, overflowX, overflowY } = style
    if (display === 'contents' || display === 'inline') return around
    const isCell = display === 'table-cell' && (element as HTMLElement).offsetWidth === 0
    const cutsAll = isCell || /paint|strict|content/.test(style.contain)
    if (!cutsAll && overflowX === 'visible' && overflowY === 'visible') return around
    const cutsX = cutsAll || isClipping(overflowX)
    const cutsY = cutsAll || isClipping(overflowY)
    const scrollsX = isScrolling(overflowX)
    const scrollsY = isScrolling(overflowY)
    if (!cutsX && !cutsY && !scrollsX && !scrollsY) return around
    const box = onPage(element.getBoundingClientRect())
    const left = Math.max(around.left, box.left)
    const right = Math.min(around.right, box.right)
    const top = Math.max(around.top, box.top)
    const bottom = Math.min(around.bottom, box.bottom)
    const scrolls = scrollsX || scrollsY
    // What scrolls shows all that it holds, if it is seen itself.
    if (scrolls && (right - left < LINE_MIN_PX || bottom - top < LINE_MIN_PX)) return NOWHERE
    return {
      left: cutsX ? left : scrollsX ? -Infinity : around.left,
      right: cutsX ? right : scrollsX ? Infinity : around.right,
      top: cutsY ? top : scrollsY ? -Infinity : around.top,
      bottom: cutsY ? bottom : scrollsY ? Infinity : around.bottom,
      port: scrolls ? { left, top, right, bottom } : around.port,
    }
  }
}

/** Whether what is placed absolutely in an element has its place from that. */
function isAnchor(style: CSSStyleDeclaration): boolean {
  return (
    style.position !== 'static' ||
    style.transform !== 'none' ||
    style.filter !== 'none' ||
    style.perspective !== 'none' ||
    /paint|layout|strict|content/.test(style.contain)
  )
}

function isHanging(element: Element): boolean {
  const styles = element.computedStyleMap()
  return String(styles.get('top')) === 'auto' && String(styles.get('bottom')) !== 'auto'
}

function canMove(element: Element): boolean {
  for (let at: Element | null = element; at && at !== document.body; at = flatParent(at)) {
    if (at.matches(SLIDES)) return true
    const { overflowX, overflowY } = styleOf(at)
    if (!isClipping(overflowX) && !isClipping(overflowY)) continue
    const { width, height } = at.getBoundingClientRect()
    if (height >= innerHeight * 0.9 && width > 100) return true
    if (height <= 20) continue
    if (MORE.test(at.getAttribute('class') ?? '') || hasControl(at)) return true
  }
  return false
}
