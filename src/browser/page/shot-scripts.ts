/** Milliseconds between two looks of a script at what it waits for, in which a frame is drawn and its observers run. */
const LOOK_EVERY_MS = 50

/** Elements of which it is asked whether they stay at the window while the page moves. */
const BARS_OF_MAX_COUNT = 50_000

/** Pixels of a text's line: parts of a picture have them in common, so that no line is cut through in both. */
export const OVERLAP_PX = 32

/**
 * What can be seen of a document: the pixels that it can be scrolled to the left of where it begins, as right-to-left ones can; how far
 * it is scrolled to the right and down; and its whole size, in which a side that cannot be scrolled to does not count.
 */
export const EXTENT_SCRIPT = `(() => {
  const x = scrollX
  const top = scrollY
  const behavior = 'instant'
  scrollTo({ left: -1e9, top, behavior })
  const left = -scrollX
  scrollTo({ left: x, top, behavior })
  const root = document.scrollingElement ?? document.documentElement
  const styles = [document.documentElement, document.body ?? document.documentElement].map((one) => getComputedStyle(one).overflowX)
  const isCut = /hidden|clip/.test(styles.find((one) => one !== 'visible') ?? '')
  return [left, x, top, isCut ? innerWidth : root.scrollWidth, root.scrollHeight]
})()`

/**
 * Defines what finds the bars that stay at the window while the page moves, but for what holds an element or is in it. What is behind
 * the text covers nothing, and what moves with a part of the page is none.
 */
const BARS = `
    const set = (element, name, value) => element.style.setProperty(name, value, 'important')
    const barsOf = (pictured) => {
      const bars = []
      const roots = [document]
      let count = 0
      for (const root of roots) {
        for (const element of root.querySelectorAll('*')) {
          if (++count > ${BARS_OF_MAX_COUNT}) return bars
          if (element.shadowRoot) roots.push(element.shadowRoot)
          const { position, zIndex } = getComputedStyle(element)
          const isFixed = position === 'fixed' && element.offsetParent === null && !(Number(zIndex) < 0)
          if (!isFixed && position !== 'sticky') continue
          if (pictured && (element.contains(pictured) || pictured.contains(element))) continue
          const { top, bottom, height } = element.getBoundingClientRect()
          const isLower = top > innerHeight / 2 && bottom >= innerHeight - ${OVERLAP_PX}
          bars.push({ element, height, side: isFixed ? (isLower ? 'lower' : 'upper') : 'sticky' })
        }
      }
      return bars
    }`

/**
 * Shows all of a page to its window once, as somebody who scrolls through it, so that what waits for that is there, and makes room at
 * its end for a bar at the lower end of the window.
 */
export function scrollThroughScript(maxSteps: number, maxMs: number): string {
  return `(async () => {
    const until = performance.now() + ${maxMs}
    const left = scrollX
    const pause = () => new Promise((done) => setTimeout(done, ${LOOK_EVERY_MS}))
    const root = document.scrollingElement ?? document.documentElement
    for (let step = 1; step < ${maxSteps} && performance.now() < until; step += 1) {
      const top = step * innerHeight
      if (top >= root.scrollHeight) break
      scrollTo({ left, top, behavior: 'instant' })
      await pause()
    }
    scrollTo({ left, top: 0, behavior: 'instant' })
    await pause()
    ${BARS}
    const lower = barsOf().filter(({ side }) => side === 'lower')
    const height = Math.max(0, ...lower.map(({ height }) => height))
    if (height > 0) set(document.documentElement, 'padding-bottom', height + 'px')
    return true
  })()`
}

/** Brings the first visible element that fits into view; returns its number of all that fit, or why there is none. */
export function seekScript(selector: string): string {
  return `(() => {
    let fitting = []
    try { fitting = [...document.querySelectorAll(${JSON.stringify(selector)})] } catch {}
    if (fitting.length === 0) return 'none'
    const seen = fitting.findIndex((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    })
    if (seen === -1) return 'hidden'
    globalThis.pictured = fitting[seen]
    pictured.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
    return 'seen'
  })()`
}

/** Where that element is on its page. */
export const BOX_SCRIPT = `(() => {
  const { x, y, width, height } = pictured.getBoundingClientRect()
  return [x + scrollX, y + scrollY, width, height]
})()`

/** How a document is made ready for the picture of a part of it. */
export interface ReadyOptions {
  /** Where the window is scrolled to, if anywhere. */
  to: { left: number; top: number } | undefined
  /** Of bars that stay at the window, those that are kept, by its end where they are; undefined: all of them. */
  bars: readonly ('upper' | 'lower')[] | undefined
  maxMs: number
}

/**
 * Makes what the window shows ready for its picture: moves there, leaves out bars that would cover text, brings animations to their end
 * and waits for images.
 */
export function readyScript({ to, bars, maxMs }: ReadyOptions): string {
  return `(async () => {
    ${BARS}
    const until = performance.now() + ${maxMs}
    const pause = () => new Promise((done) => setTimeout(done, ${LOOK_EVERY_MS}))
    const to = ${JSON.stringify(to ?? null)}
    if (to) scrollTo({ ...to, behavior: 'instant' })
    await pause()
    const kept = ${JSON.stringify(bars ?? [])}
    for (const { element, side } of ${bars ? 'barsOf(globalThis.pictured)' : '[]'}) {
      if (side === 'sticky') {
        set(element, 'position', 'relative')
        set(element, 'inset', 'auto')
      } else if (!kept.includes(side)) {
        set(element, 'transition', 'none')
        set(element, 'opacity', '0')
      }
    }
    const isInView = (image) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    }
    const isMissing = (image) => !image.complete && image.getAttribute('src') !== '' && isInView(image)
    while (performance.now() < until && [...document.images].some(isMissing)) await pause()
    const shown = [...document.images].filter((image) => image.complete && isInView(image))
    const decoded = Promise.all(shown.map((image) => image.decode().catch(() => {})))
    await Promise.race([decoded, new Promise((done) => setTimeout(done, Math.max(0, until - performance.now())))])
    for (const animation of document.getAnimations()) {
      try { animation.finish() } catch {}
    }
    await pause()
    return true
  })()`
}
