import { FOLD_FUNCTIONS } from './fold-script.ts'
import { PAGE_HTML_MAX_CHARS, PAGE_NODES_MAX_COUNT } from './limits.ts'
import { SIGHT_FUNCTIONS } from './sight-script.ts'

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

/** Called on a frame's element by the one who knows its document: remembers the number of the frame; returns its size, and whether it is of the same origin. */
export const NUMBER_FRAME_FUNCTION = `function (number) {
  globalThis.numberedFrames ??= new Map()
  globalThis.numberedFrames.set(this, number)
  const { width, height } = this.getBoundingClientRect()
  const isSeen = this.checkVisibility({ visibilityProperty: true })
  return { px: isSeen ? width * height : 0, isOwn: this.contentDocument !== null }
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

/** Milliseconds after which what is not written of a document yet is left out. */
const WRITING_MAX_MS = 2_300

/** Writes a document as it is seen; for a world of its own, whose functions the page cannot replace. */
export function snapshotScript({ isPart, mark }: SnapshotOptions): string {
  return `(${WRITE_SNAPSHOT})(${isPart}, ${JSON.stringify(mark)}, ${PAGE_NODES_MAX_COUNT}, ${PAGE_HTML_MAX_CHARS}, ${WRITING_MAX_MS})`
}

/**
 * The tree as it is composed: shadow roots in place of their hosts' content, choices and the text of drawings as text. What a visitor
 * opens is opened first: tabs, folds and steps. Then what nobody sees is left out, as is what lies over the page, unless most of the
 * text is there.
 */
const WRITE_SNAPSHOT = `(isPart, mark, nodesMax, charsMax, msMax) => {
  ${FOLD_FUNCTIONS}
  ${SIGHT_FUNCTIONS}
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
  const LEFT_OUT = new Set('script style noscript template object embed applet video audio textarea input'.split(' '))
  const KEPT_SCRIPTS = /^(?:application\\/ld\\+json|math\\/tex)/i
  const WHOLE_VALUES = /^(?:href|src|srcset|content|alt|title)$/
  const VALUE_MAX_CHARS = 4096
  const OPTIONS_MAX_COUNT = 12
  const CONSENT = /(?:^|[\\s_-])(?:cookies?|consent|gdpr|cmp)[_-]?(?:banner|consent|notice|bar|modal|dialog|popup|wall|overlay|law|manager)|onetrust|cookiebot|didomi|usercentrics|klaro|truste|qc-cmp/i
  const CONSENT_MAX_CHARS = 2500
  const BUTTONS = 'button,[role=button],input[type=button],input[type=submit]'
  const BLOCKS = new Set('main article section div body'.split(' '))
  // What shows something without a text in it.
  const LEAVES = new Set('img iframe frame select canvas'.split(' '))
  const TINY_PX = 2
  const untilMs = performance.now() + msMax
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
  const opened = document.body ? openFolds(document.body, nodesMax) : new Set()
  // Letters are asked for by where they are, which does not tell what lets the pointer through.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*{pointer-events:auto!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const boxes = document.body ? [document.body] : []
  for (let count = 0; boxes.length > 0 && count < nodesMax && performance.now() < untilMs; count += 1) {
    const element = boxes.pop()
    if (element !== document.body) rememberPainted(element, getComputedStyle(element))
    boxes.push(...element.children, ...(element.shadowRoot ? element.shadowRoot.children : []))
  }
  // How much of an element its own style lets through; what is being faded in counts as whole.
  const opacityOf = (style, element) => {
    const filtered = /opacity\\(([\\d.]+)\\)/.exec(style.filter)
    const content = element.localName === 'details' ? Number(getComputedStyle(element, '::details-content').opacity) : 1
    const own = Number(style.opacity) * (filtered ? Number(filtered[1]) : 1) * content
    const isShownLater = (one) => one.playState === 'running' && one.effect.getKeyframes().some(({ opacity }) => Number(opacity) > OPACITY_MIN)
    return own < OPACITY_MIN && element.getAnimations().some(isShownLater) ? 1 : own
  }
  // A shape of two sides that meet, or of no area.
  const isEmptyShape = (shape, { offsetWidth = 0, offsetHeight = 0 }) => {
    if (shape === 'none') return false
    const numbers = (shape.match(/-?[\\d.]+(?=%|px|,| |\\)|$)/g) || []).map(Number)
    if (/^(?:circle|ellipse)\\(/.test(shape)) return numbers[0] < 1
    if (shape.startsWith('inset(')) {
      const lengths = shape.slice(6).split('round')[0].match(/-?[\\d.]+(?:%|px)?/g) || []
      const [top = '0', right = top, bottom = top, left = right] = lengths
      const part = (length, whole) => parseFloat(length) / (length.endsWith('%') ? 100 : whole || 1)
      return part(top, offsetHeight) + part(bottom, offsetHeight) >= 0.99 || part(left, offsetWidth) + part(right, offsetWidth) >= 0.99
    }
    const drawn = /^url\\("#([^"]+)"\\)/.exec(shape)
    if (drawn) {
      const parts = [...(document.getElementById(drawn[1])?.children || [])].filter((one) => one.getBBox).map((one) => one.getBBox())
      return parts.every(({ width, height }) => width * height === 0)
    }
    if (!shape.startsWith('polygon(')) return false
    let area = 0
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const next = (at + 2) % numbers.length
      area += numbers[at] * numbers[next + 1] - numbers[next] * numbers[at + 1]
    }
    return Math.abs(area) < 1
  }
  const isMaskedOut = ({ maskImage = 'none', maskSize, maskPosition, maskRepeat }, { offsetWidth }) => {
    if (maskImage === 'none') return false
    const stops = maskImage.includes('gradient(') ? maskImage.match(COLOR_PATTERN) || [] : []
    if (stops.length > 0 && stops.every((stop) => colorOf(stop)[3] < OPACITY_MIN)) return true
    return /^0(?:px|%)/.test(maskSize) || (maskRepeat === 'no-repeat' && maskPosition.includes('px') && Math.abs(parseFloat(maskPosition)) >= offsetWidth)
  }
  // Cut, masked or blurred to nothing, slanted to a line, or seen from behind.
  const isShapedAway = (style, element) => {
    if (isEmptyShape(style.clipPath, element) || isMaskedOut(style, element)) return true
    const [top, right, bottom, left] = (/^rect\\(([^)]*)\\)$/.exec(style.clip)?.[1] || '').split(', ').map(parseFloat)
    if (/absolute|fixed/.test(style.position) && (bottom - top <= 1 || right - left <= 1)) return true
    if (Number(/blur\\(([\\d.]+)px\\)/.exec(style.filter)?.[1] ?? 0) > BLUR_MAX_PX) return true
    // What a drawing makes of it is not known.
    if (style.filter.includes('url(')) return true
    if (style.transform === 'none') return false
    const { m11, m12, m21, m22, m33 } = new DOMMatrix(style.transform)
    const isFlat = Math.abs(m11 * m21 + m12 * m22) > 0.98 * Math.hypot(m11, m12) * Math.hypot(m21, m22)
    return isFlat || (style.backfaceVisibility === 'hidden' && m33 < 0)
  }
  const isLeafUnseen = (style, element) => {
    if (style.visibility !== 'visible') return true
    if (['width', 'height'].every((name) => Number(element.getAttribute(name) ?? Infinity) <= TINY_PX)) return true
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return false
    return shareIn([onPage(box)], regionOf(element)) === 0 && !isMovable(element)
  }
  const isBeside = (element) => lengthOf(element) < pageLength * 0.5 && pageLength - lengthOf(element) > 200
  const isOverlay = (style, element) =>
    (style.position === 'fixed' || (style.position === 'absolute' && Number(style.zIndex) >= 1000) ||
      element.getAttribute('aria-modal') === 'true' || (element.localName === 'dialog' && element.open)) && isBeside(element)
  const isConsent = (element) =>
    CONSENT.test(element.id + ' ' + (element.getAttribute('class') || '')) && !BLOCKS_OF_ALL.has(element.localName) &&
    lengthOf(element) < CONSENT_MAX_CHARS && element.querySelector(BUTTONS) !== null && isBeside(element)
  const isUnseen = (element, style) => {
    if (style.display === 'contents') return false
    if (!element.checkVisibility() || style.contentVisibility === 'hidden') return true
    return isShapedAway(style, element) || isOverlay(style, element) || isConsent(element) ||
      (LEAVES.has(element.localName) && isLeafUnseen(style, element))
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
  const push = (list, state) => {
    for (let index = list.length - 1; index >= 0; index -= 1) stack.push([list[index], state])
  }
  const writeSelect = (element, { hidden }) => {
    const isOffered = (option) => !option.hidden && getComputedStyle(option).display !== 'none'
    const choices = [...element.options].filter(isOffered).map((option) => option.label.trim()).filter((label) => label !== '')
    if (hidden || choices.length === 0 || choices.length > OPTIONS_MAX_COUNT || element.closest('nav,header,footer')) return
    put('<ul>' + choices.map((choice) => '<li>' + escape(choice) + '</li>').join('') + '</ul>')
  }
  const writeFrame = (element, state) => {
    const number = globalThis.numberedFrames && globalThis.numberedFrames.get(element)
    if (!state.hidden && number !== undefined) put('<div>' + mark + number + ';</div>')
  }
  const START = { hidden: false, opacity: 1, isJudged: isPart, isBent: false, isLettered: false, isChanged: false }
  // What the texts in an element have from it and from what it is in.
  const stateIn = (above, style, element) => ({
    ...above,
    opacity: above.opacity * opacityOf(style, element),
    isBent: above.isBent || style.clipPath !== 'none' || style.perspective !== 'none' || style.transform.startsWith('matrix3d') || style.backfaceVisibility === 'hidden',
    isLettered: above.isLettered || style.backgroundClip.includes('text'),
    isChanged: above.isChanged || style.filter !== 'none' || style.mixBlendMode !== 'normal',
  })
  if (isPart) push(document.body ? [...document.body.childNodes] : [], START)
  else {
    put('<!DOCTYPE html>')
    if (document.documentElement) stack.push([document.documentElement, START])
  }
  while (stack.length > 0 && !cut) {
    const [node, above] = stack.pop()
    if (typeof node === 'string') { put(node); continue }
    nodes += 1
    if (nodes > nodesMax || (nodes % 128 === 0 && performance.now() > untilMs)) { cut = true; break }
    if (node.nodeType === 3) {
      const parent = flatParent(node)
      if (above.hidden || !above.isJudged || !parent || isTextSeen(node, parent, above, opened)) put(escape(node.data))
      continue
    }
    if (node.nodeType !== 1) continue
    const tag = node.localName
    const root = node.getRootNode()
    if (tag === 'script' && KEPT_SCRIPTS.test(node.type) && !/<\\/script/i.test(node.textContent)) {
      put('<script type="' + quote(node.type) + '">' + node.textContent + '</script>')
      continue
    }
    if (LEFT_OUT.has(tag) || (tag === 'meta' && /^refresh$/i.test(node.httpEquiv))) continue
    const isJudged = above.isJudged || tag === 'body'
    const isAsked = above.isJudged && !above.hidden && tag !== 'br' && tag !== 'wbr'
    const style = isAsked ? getComputedStyle(node) : undefined
    const hidden = above.hidden || (isAsked && isUnseen(node, style))
    // Formulas are read from what stands beside them for programs that speak.
    if (hidden && !above.hidden && !node.querySelector('math')) continue
    const state = style && !hidden ? stateIn(above, style, node) : { ...above, hidden, isJudged }
    if (tag === 'slot' && root instanceof ShadowRoot) {
      const given = node.assignedNodes()
      push(given.length > 0 ? given : [...node.childNodes], state)
      continue
    }
    const isFirst = hidden && !above.hidden
    if (tag === 'iframe' || tag === 'frame') { writeFrame(node, { ...state, hidden: hidden || state.opacity < OPACITY_MIN }); continue }
    if (tag === 'select') { writeSelect(node, state); continue }
    if (tag === 'canvas') {
      if (!hidden && lengthOf(node) > 0) put('<div><p>' + escape(node.textContent.trim()) + '</p></div>')
      continue
    }
    put('<' + tag + attributesOf(node) + (isFirst ? ' hidden=""' : '') + '>')
    if (VOID.has(tag)) continue
    stack.push(['</' + tag + '>'])
    push([...(node.shadowRoot || node).childNodes], state)
  }
  for (;;) {
    const rest = stack.pop()
    if (!rest) break
    if (typeof rest[0] === 'string') out.push(rest[0])
  }
  return { html: out.join(''), url: document.URL, title: document.title, cut }
}`
