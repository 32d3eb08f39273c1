import { WINDOW } from './limits.ts'

/**
 * Source of `isTextSeen` and of what it needs, for the script that writes a page: whether somebody who looks at a page as it is laid out
 * sees the letters of a text. It has a place, is large enough to be read, is not cut away, lies on top, and its ink is not that of its
 * ground. Needs `FOLD_FUNCTIONS`.
 */
export const SIGHT_FUNCTIONS = String.raw`
  const PICTURES = new Set('img video canvas svg picture iframe object embed'.split(' '))
  const COVERS = new Set('img video canvas iframe'.split(' '))
  const SLIDES = '[class*=carousel],[class*=slide],[class*=swiper],[class*=slick],[class*=splide],[class*=glide],[aria-roledescription]'
  const MORE = /more|expand|collaps|clamp|trunc|fold|accordion/i
  const LINE_MIN_PX = 3
  const LETTER_MIN_SHARE = 0.1
  const SHARE_MIN = 0.15
  const OPACITY_MIN = 0.1
  const BLUR_MAX_PX = 6
  const ALIKE_MAX = 12
  const SHADOW_MAX_PX = 30
  const WIDTH_MAX_SCREENS = 4
  const WINDOW_HEIGHT = ${WINDOW.height}
  const RECTS_MAX_COUNT = 200
  const POINTS_MAX_COUNT = 20000
  const COLOR_PATTERN = /(?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/g
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colors = new Map()
  const colorOf = (text) => {
    let color = colors.get(text)
    if (color) return color
    const [red, green, blue, alpha = 1] = (/^rgba?\(([^)]*)\)$/.exec(text)?.[1] ?? '').split(/[ ,/]+/).map(Number)
    if (blue !== undefined) color = [red, green, blue, alpha]
    else {
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = '#000'
      pen.fillStyle = text
      pen.fillRect(0, 0, 1, 1)
      const painted = pen.getImageData(0, 0, 1, 1).data
      color = [painted[0], painted[1], painted[2], painted[3] / 255]
    }
    colors.set(text, color)
    return color
  }
  const isAlike = (a, b) => a.slice(0, 3).every((channel, at) => Math.abs(channel - b[at]) <= ALIKE_MAX)
  const over = (top, alpha, under) => [0, 1, 2].map((at) => top[at] * alpha + under[at] * (1 - alpha))
  // What a background is painted with: its colour, none, that of most of it, or undefined for a picture or several colours.
  const paintOf = (style) => {
    const ground = colorOf(style.backgroundColor)
    // Pictures that come with the page show nothing that is worth a text on them.
    const image = style.backgroundImage.replaceAll(/url\("data:[^"]*"\)(?:, )?/g, '')
    if (image === 'none' || image === '') return ground
    if (!image.includes('gradient(') || image.includes('url(')) return undefined
    const stops = (image.match(COLOR_PATTERN) || []).map(colorOf)
    const most = stops.find((stop) => stops.filter((other) => isAlike(stop, other) && stop[3] === other[3]).length * 2 > stops.length)
    return most && [...over(most, most[3], ground), Math.max(most[3], ground[3])]
  }
  const PAGE_COLOR = /^(?:only )?dark/.test(getComputedStyle(document.documentElement).colorScheme) ? [18, 18, 18] : [255, 255, 255]
  // The colour under a text, of what is painted there from the top down, and the element that has it; undefined for a picture.
  const groundOf = (stack) => {
    const layers = []
    let last
    for (const element of stack) {
      if (PICTURES.has(element.localName)) return undefined
      const style = getComputedStyle(element)
      if (style.backgroundClip.includes('text')) continue
      const paint = paintOf(style)
      if (!paint) return undefined
      if (paint[3] === 0) continue
      layers.push(paint)
      last = element
      if (paint[3] > 0.97) break
    }
    return { color: layers.reduceRight((under, layer) => over(layer, layer[3], under), PAGE_COLOR), last }
  }
  // The same for an element by what it is in, each asked once.
  const grounds = new Map()
  const groundIn = (element) => {
    const missing = []
    for (let at = element; at && !grounds.has(at); at = flatParent(at)) missing.push(at)
    for (const at of missing.reverse()) {
      const around = grounds.get(flatParent(at)) || { ground: { color: PAGE_COLOR } }
      const style = getComputedStyle(at)
      const paint = style.backgroundClip.includes('text') ? [0, 0, 0, 0] : paintOf(style)
      if (PICTURES.has(at.localName) || !paint) grounds.set(at, { ground: undefined })
      else if (paint[3] === 0) grounds.set(at, around)
      else if (around.ground || paint[3] > 0.97) grounds.set(at, { ground: { color: over(paint, paint[3], around.ground?.color || PAGE_COLOR), last: at } })
      else grounds.set(at, around)
    }
    return grounds.get(element).ground
  }
  const ancestorsOf = (element) => {
    const all = []
    for (let at = element; at; at = flatParent(at)) all.push(at)
    return all
  }
  const FILTERS = {
    invert: (channel, share) => channel * (1 - share) + (255 - channel) * share,
    brightness: (channel, share) => Math.min(255, channel * share),
    contrast: (channel, share) => Math.max(0, Math.min(255, (channel - 127.5) * share + 127.5)),
  }
  const filtered = (color, filter) => {
    let changed = color
    for (const [, name, value] of filter.matchAll(/(\w+)\(([\d.]+)\)/g)) {
      if (FILTERS[name]) changed = [...changed.slice(0, 3).map((channel) => FILTERS[name](channel, Number(value))), ...changed.slice(3)]
    }
    return changed
  }
  const BLENDS = {
    screen: (a, b) => 255 - ((255 - a) * (255 - b)) / 255,
    lighten: Math.max,
    darken: Math.min,
    multiply: (a, b) => (a * b) / 255,
    difference: (a, b) => Math.abs(a - b),
    exclusion: (a, b) => a + b - (2 * a * b) / 255,
    'color-dodge': (a, b) => (b === 0 ? 0 : a === 255 ? 255 : Math.min(255, (b * 255) / (255 - a))),
    'color-burn': (a, b) => (b === 255 ? 255 : a === 0 ? 0 : 255 - Math.min(255, ((255 - b) * 255) / a)),
  }
  // The colours that letters have: their own, their outline's and shadows', or those of the ground that shows through them.
  const inksOf = (element, style, isOneLine, isLettered) => {
    const inks = []
    for (let at = element, up = 0; isLettered && at && up < 6; at = flatParent(at), up += 1) {
      const of = getComputedStyle(at)
      if (!of.backgroundClip.includes('text')) continue
      const paint = paintOf(of)
      if (!paint) return undefined
      inks.push(paint)
    }
    const first = isOneLine ? getComputedStyle(element, '::first-line') : style
    inks.push(colorOf(first.webkitTextFillColor || style.webkitTextFillColor))
    if (parseFloat(style.webkitTextStrokeWidth) > 0) inks.push(colorOf(style.webkitTextStrokeColor))
    if (style.textShadow === 'none') return inks
    for (const [, color, x, y, blur] of style.textShadow.matchAll(/((?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px/g)) {
      if ([x, y, blur].every((length) => Math.abs(length) < SHADOW_MAX_PX)) inks.push(colorOf(color))
    }
    return inks
  }
  const isInked = (element, style, stack, { opacity, isLettered, isChanged }, isOneLine) => {
    const inks = inksOf(element, style, isOneLine, isLettered)
    if (!inks) return true
    if (inks.every((ink) => ink[3] * opacity < 0.04)) return false
    const ground = stack ? groundOf(stack) : groundIn(element)
    if (!ground) return true
    let under = ground.color
    let letters = inks
    for (const at of isChanged ? ancestorsOf(element) : []) {
      const { filter, mixBlendMode } = getComputedStyle(at)
      const holdsGround = ground.last !== undefined && at.contains(ground.last)
      if (filter !== 'none') {
        letters = letters.map((ink) => filtered(ink, filter))
        if (holdsGround) under = filtered(under, filter)
      }
      if (!holdsGround && BLENDS[mixBlendMode]) letters = letters.map((ink) => [...[0, 1, 2].map((channel) => BLENDS[mixBlendMode](ink[channel], under[channel])), ink[3]])
      if (at === ground.last) break
    }
    return letters.some((ink) => !isAlike(over(ink, ink[3] * opacity, under), under))
  }
  // What is painted at a point of the page above and below an element; undefined where it cannot be asked, and false where the element is not there.
  let points = 0
  const isInert = document.querySelector('dialog:modal') !== null
  const layersAt = (element, { left: x, top: y }, { port }) => {
    if (points >= POINTS_MAX_COUNT || isInert || element.closest('[inert]')) return undefined
    points += 1
    if (y < scrollY || y >= scrollY + innerHeight) scrollTo({ left: 0, top: y - innerHeight / 2, behavior: 'instant' })
    const at = { x: x - scrollX, y: y - scrollY }
    if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight) return undefined
    // What can be scrolled to is not there yet.
    if (port && (x < port.left || x > port.right || y < port.top || y > port.bottom)) return undefined
    return layersOf(element, at)
  }
  const layersOf = (element, { x, y }) => {
    const above = []
    const below = new Set()
    let boxed = element
    while (boxed && getComputedStyle(boxed).display === 'contents') boxed = flatParent(boxed)
    for (let at = boxed; at; at = at.getRootNode().host) {
      const hit = at.getRootNode().elementsFromPoint(x, y)
      const first = hit.indexOf(at)
      if (first === -1) return false
      above.push(...hit.slice(0, first))
      for (const one of hit.slice(first)) below.add(one)
    }
    return { above, below: [...below] }
  }
  const THICK_PX = 20
  const isOpaque = (style) => {
    const paint = paintOf(style)
    if ((paint && paint[3] > 0.9) || !/^(?:none)?$/.test(style.backdropFilter || '')) return true
    const spreads = /inset/.test(style.boxShadow) ? style.boxShadow.match(/[\d.]+(?=px)/g).map(Number) : []
    const borders = [style.borderTopWidth, style.borderLeftWidth, style.borderRightWidth, style.borderBottomWidth]
    const outline = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth)
    return Math.max(0, ...spreads, ...borders.map(parseFloat), outline) > THICK_PX
  }
  const isFilled = (element, style) => element instanceof SVGGeometryElement && style.fill !== 'none' && colorOf(style.fill)[3] * Number(style.fillOpacity) > 0.9
  // What an element paints over itself with boxes that its style makes.
  const pseudos = new Map()
  const laidOver = (element) => {
    let styles = pseudos.get(element)
    if (!styles) {
      styles = ['::before', '::after'].map((name) => getComputedStyle(element, name)).filter(({ content, position }) => !/^(?:none|normal)$/.test(content) && /absolute|fixed/.test(position))
      pseudos.set(element, styles)
    }
    return styles
  }
  const isPaintedOver = (element, { width, height }) =>
    ancestorsOf(element).slice(0, 6).some((at) => laidOver(at).some((style) => isOpaque(style) && Number(style.opacity) > 0.9 && !(Number(style.zIndex) < 0) && parseFloat(style.width) >= width * 0.9 && parseFloat(style.height) >= height * 0.5))
  // Whether an element covers what is under it: what lies over the page for a while and what was opened does not count.
  const covers = (element, opened) => {
    const styles = [getComputedStyle(element), ...laidOver(element)]
    if (!COVERS.has(element.localName) && !styles.some(isOpaque) && !isFilled(element, styles[0])) return false
    let opacity = 1
    for (const at of ancestorsOf(element)) {
      const of = getComputedStyle(at)
      opacity *= Number(of.opacity)
      if (opened.has(at) || opacity < 0.9 || isOverlay(of, at)) return false
    }
    return true
  }
  const isClipping = (value) => value === 'hidden' || value === 'clip'
  const isScrolling = (value) => value === 'auto' || value === 'scroll'
  const rootOverflow = [document.documentElement, document.body].some((one) => one && isClipping(getComputedStyle(one).overflowX))
  // A frame shows what is in its window, where it does not scroll.
  const isFixedFrame = isPart && (globalThis.frameElement?.getAttribute('scrolling') === 'no' || [document.documentElement, document.body].some((one) => one && isClipping(getComputedStyle(one).overflowY)))
  const PAGE_REGION = {
    left: getComputedStyle(document.documentElement).direction === 'rtl' ? -Infinity : 0,
    top: 0,
    right: rootOverflow ? innerWidth : innerWidth * WIDTH_MAX_SCREENS,
    bottom: isFixedFrame ? innerHeight : Infinity,
  }
  const regions = new Map()
  // From what is seen now to the whole page, which may be scrolled.
  const onPage = ({ left, top, right, bottom }) => ({ left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY, width: right - left, height: bottom - top })
  const isAnchor = (style) => style.position !== 'static' || style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none' || /paint|layout|strict|content/.test(style.contain)
  // The part of the page in which what is in an element can be seen, or scrolled to.
  const regionOf = (element) => {
    const missing = []
    for (let at = element; at && !regions.has(at); at = flatParent(at)) missing.push(at)
    for (const at of missing.reverse()) regions.set(at, clip(at, getComputedStyle(at), regionAround(at)))
    return regions.get(element)
  }
  const regionAround = (element) => {
    let at = flatParent(element)
    const { position } = getComputedStyle(element)
    if (position === 'fixed') return onPage({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    if (position === 'absolute') while (at && !isAnchor(getComputedStyle(at))) at = flatParent(at)
    if (at) return regions.get(at) || PAGE_REGION
    // What hangs from the window's lower edge has come down with it.
    const hangs = position === 'absolute' && element.computedStyleMap().get('top').value === 'auto' && element.computedStyleMap().get('bottom').value !== 'auto'
    return hangs ? { ...PAGE_REGION, top: PAGE_REGION.top + Math.max(0, innerHeight - WINDOW_HEIGHT) } : PAGE_REGION
  }
  const clip = (element, style, around) => {
    if (element === document.body || element === document.documentElement || style.display === 'contents' || style.display === 'inline') return around
    const box = onPage(element.getBoundingClientRect())
    const isCell = style.display === 'table-cell' && element.offsetWidth === 0
    const contains = /paint|strict|content/.test(style.contain)
    const clipsX = contains || isCell || isClipping(style.overflowX)
    const clipsY = contains || isCell || isClipping(style.overflowY)
    const scrollsX = isScrolling(style.overflowX)
    const scrollsY = isScrolling(style.overflowY)
    if (!clipsX && !clipsY && !scrollsX && !scrollsY) return around
    const left = Math.max(around.left, box.left)
    const right = Math.min(around.right, box.right)
    const top = Math.max(around.top, box.top)
    const bottom = Math.min(around.bottom, box.bottom)
    // What scrolls shows all that it holds, if it is seen itself.
    if ((scrollsX || scrollsY) && (right - left < LINE_MIN_PX || bottom - top < LINE_MIN_PX)) return { left: 0, right: 0, top: 0, bottom: 0 }
    return {
      left: clipsX ? left : scrollsX ? -Infinity : around.left,
      right: clipsX ? right : scrollsX ? Infinity : around.right,
      top: clipsY ? top : scrollsY ? -Infinity : around.top,
      bottom: clipsY ? bottom : scrollsY ? Infinity : around.bottom,
      port: scrollsX || scrollsY ? { left, top, right, bottom } : around.port,
    }
  }
  // Whether what cuts an element lets a visitor come to the rest: slides, "more", or a window of its own.
  const movables = new Map()
  const isMovable = (element) => {
    if (!movables.has(element)) movables.set(element, canMove(element))
    return movables.get(element)
  }
  const canMove = (element) => {
    for (let at = element; at && at !== document.body; at = flatParent(at)) {
      const style = getComputedStyle(at)
      if (at.matches(SLIDES)) return true
      if (!isClipping(style.overflowX) && !isClipping(style.overflowY)) continue
      const box = at.getBoundingClientRect()
      if (box.height >= innerHeight * 0.9 && box.width > 100) return true
      if (box.height > 20 && (MORE.test(at.getAttribute('class') || '') || hasControl(at))) return true
    }
    return false
  }
  const rectsOf = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].slice(0, RECTS_MAX_COUNT).map(onPage)
  }
  const shareIn = (rects, { left, top, right, bottom }) => {
    let all = 0
    let seen = 0
    for (const rect of rects) {
      all += rect.width * rect.height
      seen += Math.max(0, Math.min(right, rect.right) - Math.max(left, rect.left)) * Math.max(0, Math.min(bottom, rect.bottom) - Math.max(top, rect.top))
    }
    return all === 0 ? 0 : seen / all
  }
  // Points of a text in its region: of its first and last line, in the middle and at its ends.
  const spotsOf = (rects, region) =>
    [rects[0], rects[rects.length - 1]].flatMap((rect) => {
      const left = Math.max(rect.left, region.left)
      const right = Math.min(rect.right, region.right)
      const y = (Math.max(rect.top, region.top) + Math.min(rect.bottom, region.bottom)) / 2
      return [0.5, 0.1, 0.9].map((share) => ({ left: left + (right - left) * share, top: y }))
    })
  // What is painted somewhere, or placed by itself, and may lie over or under a text that is not in it.
  const paintedBoxes = []
  const rememberPainted = (element, style) => {
    const isPlaced = /absolute|fixed/.test(style.position) || style.backdropFilter !== 'none'
    const isPainted = style.backgroundImage !== 'none' || colorOf(style.backgroundColor)[3] > 0.02 || style.outlineStyle !== 'none' || style.boxShadow !== 'none'
    if (isPlaced || isPainted || PICTURES.has(element.localName)) paintedBoxes.push([element, onPage(element.getBoundingClientRect())])
  }
  const isMixed = (element, { left, top, right, bottom }) =>
    paintedBoxes.some(([other, box]) => box.left < right && box.right > left && box.top < bottom && box.bottom > top && !other.contains(element))
  // How a text is asked for: by where it is only where something else is painted, or bent, as hardly any is.
  const isTextSeen = (node, element, state, opened) => {
    const { opacity, isBent } = state
    const letters = (node.data.match(/[\p{L}\p{N}]/gu) || []).length
    if (letters === 0 || element.closest('math')) return true
    const style = getComputedStyle(element)
    if (style.visibility !== 'visible' || opacity < OPACITY_MIN || !/^(?:none)?$/.test(style.webkitTextSecurity || '')) return false
    const rects = rectsOf(node)
    if (rects.length === 0) return false
    const thick = Math.max(...rects.map(({ width, height }) => Math.min(width, height)))
    const along = rects.reduce((sum, { width, height }) => sum + Math.max(width, height), 0)
    if (thick < LINE_MIN_PX || (rects.length < RECTS_MAX_COUNT && along < letters * thick * LETTER_MIN_SHARE)) return false
    const region = regionOf(element)
    if (shareIn(rects, region) < SHARE_MIN) return isMovable(element)
    let stack
    if (isBent || rects.some((rect) => isMixed(element, rect))) {
      const layers = spotsOf(rects, region).map((spot) => layersAt(element, spot, region))
      const asked = layers.filter((one) => one !== undefined)
      const known = asked.filter((one) => one !== false)
      if (asked.length > 0 && known.length === 0) return false
      const isCovered = known.length > 0 && known.every(({ above }) => above.some((one) => covers(one, opened)))
      if (isCovered && !element.closest(SLIDES)) return false
      stack = known[0]?.below
    }
    if (isPaintedOver(element, rects[0]) && !element.closest(SLIDES)) return false
    return isInked(element, style, stack, state, rects.length === 1)
  }`
