import { PAGE_HTML_MAX_CHARS, PAGE_NODES_MAX_COUNT } from './limits.ts'

/**
 * Runs before any other script of every document: shadow roots can be read, and what would go out beside the proxy, or outlive the
 * page, does not exist.
 */
export const FIRST_SCRIPT = `(() => {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: 'open' })
  }
  const gone = [
    'RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport',
    'SharedWorker', 'PaymentRequest', 'Notification',
  ]
  for (const name of gone) {
    try {
      delete globalThis[name]
      Object.defineProperty(globalThis, name, { value: undefined, configurable: false })
    } catch {}
  }
  try {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
  } catch {}
})()`

/** Characters of text, elements, height and address of a document: what tells that it still changes. */
export const MEASURE_SCRIPT = `(() => {
  const body = document.body
  const root = document.documentElement
  const text = body ? (body.textContent || '').length : 0
  const elements = document.getElementsByTagName('*').length
  return [text, elements, root ? root.scrollHeight : 0]
})()`

/** Whether an element fits a selector; false for one that is none. */
export function matchScript(selector: string): string {
  return `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return false } })()`
}

/** Where an element is on its page, or null. */
export function boxScript(selector: string): string {
  return `(() => {
    let element
    try { element = document.querySelector(${JSON.stringify(selector)}) } catch {}
    if (!element) return null
    const box = element.getBoundingClientRect()
    return [box.x + scrollX, box.y + scrollY, box.width, box.height]
  })()`
}

/** Called on a frame's element by the one who knows its document: remembers the number of the frame, returns the size of its box. */
export const NUMBER_FRAME_FUNCTION = `function (number) {
  globalThis.numberedFrames ??= new Map()
  globalThis.numberedFrames.set(this, number)
  const box = this.getBoundingClientRect()
  const seen = this.checkVisibility ? this.checkVisibility({ visibilityProperty: true }) : true
  return seen ? [box.width, box.height] : [0, 0]
}`

/** How a document is written. */
export interface SnapshotOptions {
  /** Only what its body holds, to be put into another document. */
  isPart: boolean
  /** Stands, with its number, where a numbered frame is: a text that the page cannot know. */
  mark: string
}

/** What a snapshot returns. */
export interface Snapshot {
  html: string
  url: string
  title: string
  /** Not all of it was read. */
  cut: boolean
}

/** Writes a document as it is seen; for a world of its own, whose functions the page cannot replace. */
export function snapshotScript({ isPart, mark }: SnapshotOptions): string {
  return `(${WRITE_SNAPSHOT})(${isPart}, ${JSON.stringify(mark)}, ${PAGE_NODES_MAX_COUNT}, ${PAGE_HTML_MAX_CHARS})`
}

/**
 * The tree as it is composed: shadow roots in place of their hosts' content, frames of the same origin with theirs, choices and
 * the text of drawings as text. What is not seen is marked `hidden`, but for what a reader opens: tabs, folds and steps. What lies
 * over the page is marked too, unless most of the text is there.
 */
const WRITE_SNAPSHOT = `(isPart, mark, nodesMax, charsMax) => {
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
  const LEFT_OUT = new Set('script style noscript template object embed applet video audio textarea input'.split(' '))
  const KEPT_SCRIPTS = /^(?:application\\/ld\\+json|math\\/tex)/i
  const WHOLE_VALUES = /^(?:href|src|srcset|content|alt|title)$/
  const VALUE_MAX_CHARS = 4096
  const OPTIONS_MAX_COUNT = 12
  const FOLDS = 'details,[role=tabpanel],[hidden="until-found"],[data-accordion],.accordion,[class*=accordion],[class*=tab-pane],[class*=tabpanel],[class*=tab-content],[class*=collapse],[class*=disclosure],[aria-labelledby][role=region]'
  const FOLD_NAMES = /-(?:tab-?panel|details|accordion|collapse|disclosure|expansion)/
  const SLIDES = '[class*=carousel],[class*=slide],[class*=swiper],[class*=slick],[class*=splide],[class*=glide],[aria-roledescription]'
  const CONSENT = /(?:^|[\\s_-])(?:cookies?|consent|gdpr|cmp)[_-]?(?:banner|consent|notice|bar|modal|dialog|popup|wall|overlay|law|manager)|onetrust|cookiebot|didomi|usercentrics|klaro|truste|qc-cmp/i
  const CONSENT_MAX_CHARS = 2500
  const BUTTONS = 'button,[role=button],input[type=button],input[type=submit]'
  const BLOCKS_OF_ALL = new Set('html body main article'.split(' '))
  const BLOCKS = new Set('main article section div body'.split(' '))
  const out = []
  let nodes = 0
  let chars = 0
  let cut = false
  const put = (text) => {
    chars += text.length
    if (chars > charsMax) cut = true
    else out.push(text)
  }
  const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quote = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const lengthOf = (element) => (element.textContent || '').length
  const pageLength = document.body ? lengthOf(document.body) : 0
  const isFold = (element) => {
    for (let at = element, up = 0; at && up < 12; up += 1) {
      if (at.matches(FOLDS) || FOLD_NAMES.test(at.localName)) return true
      at = at.assignedSlot || at.parentElement || at.getRootNode().host
    }
    return false
  }
  const isTransparent = (style, element) =>
    (Number(style.opacity) < 0.05 && element.getAnimations().length === 0) || /opacity\\(0(?:%|\\.0\\d*)?\\)/.test(style.filter)
  const isOutside = (style, element) => {
    const box = element.getBoundingClientRect()
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) {
      return box.width > 0 && box.height > 0 && !element.closest(SLIDES)
    }
    return parseFloat(style.textIndent) <= -500
  }
  // A shape of two sides that meet, or of no area.
  const isEmptyShape = (shape) => {
    const numbers = (shape.match(/-?[\\d.]+(?=%|px|,| |\\)|$)/g) || []).map(Number)
    if (/^(?:circle|ellipse)\\(/.test(shape)) return numbers[0] === 0
    if (shape.startsWith('inset(') && !shape.includes('px')) {
      const [top = 0, right = top, bottom = top, left = right] = numbers
      return top + bottom >= 100 || left + right >= 100
    }
    if (!shape.startsWith('polygon(')) return false
    let area = 0
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const next = (at + 2) % numbers.length
      area += numbers[at] * numbers[next + 1] - numbers[next] * numbers[at + 1]
    }
    return Math.abs(area) < 1
  }
  const isMaskedOut = (mask) => {
    const colors = mask.includes('gradient(') ? mask.match(/rgba?\\([^)]*\\)/g) || [] : []
    return colors.length > 0 && colors.every((color) => channelsOf(color)[3] === 0)
  }
  const isClipped = (style, element) => {
    if (isEmptyShape(style.clipPath) || isMaskedOut(style.maskImage || '')) return true
    if (style.position === 'absolute' && /^rect\\((?:0px|1px)(?:, (?:0px|1px)){3}\\)$/.test(style.clip)) return true
    const { width, height } = element.getBoundingClientRect()
    // Turned away or shrunk to nothing, which its layout does not tell.
    if ((width <= 1 || height <= 1) && element.offsetWidth > 1 && element.offsetHeight > 1) return !isFold(element)
    if (style.contentVisibility === 'hidden') return !isFold(element)
    // What is placed by itself is not cut by a box that is not.
    if (style.position === 'static' && [...element.children].some((child) => /absolute|fixed/.test(getComputedStyle(child).position))) return false
    const cutsX = style.overflowX !== 'visible' && width <= 1
    const cutsY = style.overflowY !== 'visible' && height <= 1
    return (cutsX || cutsY) && !isFold(element)
  }
  const channelsOf = (color) => {
    const [red, green, blue, alpha = 1] = (/^rgba?\\(([^)]*)\\)/.exec(color)?.[1] ?? '').split(/[ ,/]+/).map(Number)
    return blue === undefined ? undefined : [red, green, blue, alpha]
  }
  const isAlike = (a, b) => a.slice(0, 3).every((channel, at) => Math.abs(channel - b[at]) <= 4)
  const ancestorsOf = (element) => {
    const all = []
    for (let at = element; at; at = at.parentElement) all.push(at)
    return all
  }
  const PICTURES = new Set('img video canvas svg picture iframe object embed'.split(' '))
  // Letters in the colour of what is under them. What is not in the window cannot be asked, and is taken for seen.
  const isCamouflaged = (style, element) => {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) return false
    if (style.backgroundClip.includes('text') || style.textShadow !== 'none') return false
    const ink = channelsOf(style.webkitTextFillColor)
    if (!ink) return false
    if (ink[3] < 0.05) return true
    const inherited = element.parentElement && getComputedStyle(element.parentElement).webkitTextFillColor
    if (inherited === style.webkitTextFillColor) return false
    const box = element.getClientRects()[0]
    const root = element.getRootNode()
    const hit = box ? root.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2) : []
    const first = hit.indexOf(element)
    // Behind a dialog nothing can be hit: there, what it is in counts as what is under it, unless pictures are.
    if (first === -1 && (!document.querySelector('dialog:modal') || element.parentElement?.querySelector('img,video,canvas,svg'))) return false
    const stack = first === -1 ? ancestorsOf(element) : hit.slice(first)
    for (const under of stack) {
      const { backgroundImage, backgroundColor } = getComputedStyle(under)
      if (PICTURES.has(under.localName) || backgroundImage !== 'none') return false
      const ground = channelsOf(backgroundColor)
      if (ground && ground[3] > 0.9) return isAlike(ink, ground)
      if (ground && ground[3] > 0) return false
    }
    return isAlike(ink, [255, 255, 255]) && !/dark/.test(getComputedStyle(document.documentElement).colorScheme)
  }
  const isBeside = (element) => lengthOf(element) < pageLength * 0.5 && pageLength - lengthOf(element) > 200
  const isOverlay = (style, element) =>
    (style.position === 'fixed' || (style.position === 'absolute' && Number(style.zIndex) >= 1000) ||
      element.getAttribute('aria-modal') === 'true' || (element.localName === 'dialog' && element.open)) && isBeside(element)
  const isConsent = (element) =>
    CONSENT.test(element.id + ' ' + (element.getAttribute('class') || '')) && !BLOCKS_OF_ALL.has(element.localName) &&
    lengthOf(element) < CONSENT_MAX_CHARS && element.querySelector(BUTTONS) !== null && isBeside(element)
  const isUnseen = (element) => {
    if (!element.checkVisibility) return false
    const style = getComputedStyle(element)
    if (style.display === 'contents') return false
    if (!element.checkVisibility({ visibilityProperty: true })) {
      // A hidden box may hold what is shown.
      if (style.display !== 'none' && style.visibility !== 'visible' && element.querySelector('*')) {
        const shown = [...element.querySelectorAll('*')].slice(0, 200).some((one) => getComputedStyle(one).visibility === 'visible' && one.checkVisibility({ visibilityProperty: true }))
        if (shown) return false
      }
      return !isFold(element)
    }
    return isTransparent(style, element) || isOutside(style, element) || isClipped(style, element) ||
      isOverlay(style, element) || isConsent(element) || isCamouflaged(style, element) ||
      (parseFloat(style.fontSize) < 2 && lengthOf(element) > 0)
  }
  const attributesOf = (element) => {
    let text = ''
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'nonce' || name === 'srcdoc' || name === 'hidden' || name === 'style') continue
      if (!/^[a-z][\\w:.-]*$/i.test(name)) continue
      // Dialogs say so of all that is behind them.
      if (name === 'aria-hidden' && BLOCKS.has(element.localName) && lengthOf(element) > pageLength * 0.3) continue
      text += ' ' + name + '="' + quote(value.length > VALUE_MAX_CHARS && !WHOLE_VALUES.test(name) ? '' : value) + '"'
    }
    return text
  }
  const stack = []
  const push = (list, hidden) => {
    for (let index = list.length - 1; index >= 0; index -= 1) stack.push([list[index], hidden])
  }
  const writeSelect = (element, hidden) => {
    const choices = [...element.options].map((option) => option.label.trim()).filter((label) => label !== '')
    if (hidden || choices.length === 0 || choices.length > OPTIONS_MAX_COUNT || element.closest('nav,header,footer')) return
    put('<ul>' + choices.map((choice) => '<li>' + escape(choice) + '</li>').join('') + '</ul>')
  }
  const writeFrame = (element, hidden) => {
    const number = globalThis.numberedFrames && globalThis.numberedFrames.get(element)
    put('<div' + (hidden ? ' hidden=""' : '') + '>')
    stack.push(['</div>', hidden])
    if (hidden) return
    if (number !== undefined) {
      put(mark + number + ';')
      return
    }
    let inner
    try { inner = element.contentDocument } catch {}
    if (inner && inner.body && element.checkVisibility({ visibilityProperty: true })) push([...inner.body.childNodes], hidden)
  }
  if (isPart) push(document.body ? [...document.body.childNodes] : [], false)
  else {
    put('<!DOCTYPE html>')
    if (document.documentElement) stack.push([document.documentElement, false])
  }
  while (stack.length > 0 && !cut) {
    const [node, hiddenAbove] = stack.pop()
    if (typeof node === 'string') { put(node); continue }
    nodes += 1
    if (nodes > nodesMax) { cut = true; break }
    if (node.nodeType === 3) { put(escape(node.data)); continue }
    if (node.nodeType !== 1) continue
    const tag = node.localName
    const root = node.getRootNode()
    if (tag === 'script' && KEPT_SCRIPTS.test(node.type) && !/<\\/script/i.test(node.textContent)) {
      put('<script type="' + quote(node.type) + '">' + node.textContent + '</script>')
      continue
    }
    if (LEFT_OUT.has(tag) || (tag === 'meta' && /^refresh$/i.test(node.httpEquiv))) continue
    if (tag === 'slot' && root instanceof ShadowRoot) {
      const given = node.assignedNodes()
      push(given.length > 0 ? given : [...node.childNodes], hiddenAbove)
      continue
    }
    const view = node.ownerDocument.defaultView
    const isBodied = view && !(tag === 'html' || tag === 'head' || tag === 'body') && (!node.parentElement || node.parentElement.localName !== 'head')
    let hidden = hiddenAbove
    if (!hidden && isBodied && tag !== 'br' && tag !== 'wbr' && isUnseen(node) && (lengthOf(node) > 0 || node.shadowRoot || tag === 'img' || tag === 'iframe' || node.querySelector('iframe'))) hidden = true
    const isFirst = hidden && !hiddenAbove
    if (tag === 'iframe' || tag === 'frame') { writeFrame(node, hidden); continue }
    if (tag === 'select') { writeSelect(node, hidden); continue }
    if (tag === 'canvas') {
      put('<div' + (isFirst ? ' hidden=""' : '') + '>')
      stack.push(['</div>', hidden])
      if (!hidden && lengthOf(node) > 0) put('<p>' + escape(node.textContent.trim()) + '</p>')
      continue
    }
    put('<' + tag + attributesOf(node) + (isFirst ? ' hidden=""' : '') + (tag === 'details' && !node.open ? ' open=""' : '') + '>')
    if (VOID.has(tag)) continue
    stack.push(['</' + tag + '>', hidden])
    push([...(node.shadowRoot || node).childNodes], hidden)
  }
  for (;;) {
    const rest = stack.pop()
    if (!rest) break
    if (typeof rest[0] === 'string') out.push(rest[0])
  }
  return { html: out.join(''), url: document.URL, title: document.title, cut }
}`
