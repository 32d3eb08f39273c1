import { colorOf } from './colors.ts'
import { type CounterText, counterTexts, hasCounters } from './counters.ts'
import { isDigitRow } from './digit-rows.ts'
import { isUnseen, lengthOf, lengthOfPage } from './elements.ts'
import { openFolds } from './folds.ts'
import type { TextState } from './inks.ts'
import { measureLacks, type Lacks } from './lacks.ts'
import { Painting } from './layers.ts'
import { onPage, Regions, shareIn } from './regions.ts'
import { OPACITY_MIN, opacityOf } from './shapes.ts'
import { ancestorsOf, flatParent, styleOf } from './styles.ts'
import { isTextSeen, type Sight } from './texts.ts'
import { withoutNames } from './unnamed.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const LEFT_OUT = new Set(
  'script style noscript template object embed applet video audio textarea input'.split(' '),
)
/** What has no looks of its own. */
const UNJUDGED = new Set(['br', 'wbr'])
const KEPT_SCRIPTS = /^(?:application\/ld\+json|math\/tex)/i
const LEFT_OUT_ATTRIBUTES = new Set(['nonce', 'srcdoc', 'hidden', 'style'])
const WHOLE_VALUES = /^(?:href|src|srcset|content|alt|title)$/
const VALUE_MAX_CHARS = 4_096
const OPTIONS_MAX_COUNT = 12
const MENUS = 'nav,header,footer'
/** Fields by their type: what is no text of a person, or is nobody's business, is left out. */
const FIELDS = /^(?:text|number|email|tel|url|date|month|week|time|datetime-local)$/
const FIELD_MIN_CONTRAST = 32
const FIELD_MIN_PX = 4
/** Part of the place of a number, which its style writes, that can be seen. */
const SEEN_MIN_SHARE = 0.15
const BLOCKS = new Set('main article section div body'.split(' '))
/** Pixels of a frame that is named where it is not read. */
const NAMED_MIN_PX = 40_000
/** How many nodes are written between two looks at the time. */
const LOOK_EVERY_COUNT = 128
/** Share of the time for finding painted elements. */
const PAINTING_MAX_SHARE = 0.3

/** What a document is written with. */
export interface WriteOptions {
  /** Only what its body holds, to be put into another document. */
  isPart: boolean
  /** Stands, with its number, where a numbered frame is. */
  mark: string
  nodesMaxCount: number
  maxChars: number
  maxMs: number
  /** Height of the window as it was before it grew. */
  windowHeight: number
}

/** What there is of a document. */
export interface Written {
  html: string
  url: string
  title: string
  /** Not all of it was written. */
  cut: boolean
  lacks: Lacks
}

interface State extends TextState {
  isHidden: boolean
  /** Whether it is asked what is seen: not of the head. */
  isJudged: boolean
  /** Whether it is a digit of a number: all of them stand on one line. */
  isDigit?: boolean
}

type Task = string | readonly [node: Node, state: State]

/** Frames that are read, with their numbers: given to the elements before. */
declare global {
  var numberedFrames: Map<Element, number> | undefined
  /** What has looked at the document before, and knows how its numbers count. */
  var looker: { finalText(text: Text): string | undefined } | undefined
}

class Writer {
  readonly #options: WriteOptions
  readonly #sight: Sight
  readonly #out: string[] = []
  readonly #stack: Task[] = []
  readonly #hasCounters = hasCounters()
  #chars = 0
  #isCut = false

  constructor(options: WriteOptions, sight: Sight) {
    this.#options = options
    this.#sight = sight
  }

  write(untilMs: number): Omit<Written, 'lacks'> {
    const { isPart, nodesMaxCount } = this.#options
    const start: State = {
      isHidden: false,
      isJudged: isPart,
      opacity: 1,
      isBent: false,
      isLettered: false,
      isChanged: false,
    }
    if (isPart) this.#pushAll(document.body?.childNodes ?? [], start)
    else {
      this.#put('<!DOCTYPE html>')
      this.#stack.push([document.documentElement, start])
    }
    for (let nodes = 0; !this.#isCut;) {
      const task = this.#stack.pop()
      if (task === undefined) break
      if (typeof task === 'string') {
        this.#put(task)
        continue
      }
      nodes += 1
      this.#isCut =
        nodes > nodesMaxCount || (nodes % LOOK_EVERY_COUNT === 0 && performance.now() > untilMs)
      if (!this.#isCut) this.#writeNode(...task)
    }
    // What was begun ends, wherever the writing did.
    const ends = this.#stack.filter((task) => typeof task === 'string')
    return {
      html: this.#out.join('') + ends.toReversed().join(''),
      url: document.URL,
      title: document.title,
      cut: this.#isCut,
    }
  }

  #put(text: string): void {
    this.#chars += text.length
    if (this.#chars > this.#options.maxChars) this.#isCut = true
    else this.#out.push(text)
  }

  #pushAll(nodes: NodeListOf<ChildNode> | readonly Node[], state: State): void {
    for (let at = nodes.length - 1; at >= 0; at -= 1) {
      const node = nodes[at]
      if (node) this.#stack.push([node, state])
    }
  }

  #writeNode(node: Node, above: State): void {
    if (isText(node)) {
      const parent = flatParent(node)
      const isSeen =
        above.isHidden || !above.isJudged || !parent || isTextSeen(node, parent, above, this.#sight)
      if (isSeen) this.#put(escapeText(globalThis.looker?.finalText(node) ?? node.data))
    } else if (isElement(node)) this.#writeElement(node, above)
  }

  #writeElement(element: Element, above: State): void {
    const tag = element.localName
    if (element instanceof HTMLScriptElement && isKept(element)) {
      const { type, textContent } = element
      this.#put(`<script type="${quote(type)}">${textContent}</script>`)
      return
    }
    if (tag === 'embed' || tag === 'object') this.#writeHeld(element, above)
    if ((LEFT_OUT.has(tag) && !isField(element)) || isRefresh(element)) return
    const isJudged = above.isJudged || tag === 'body'
    const isAsked = above.isJudged && !above.isHidden && !UNJUDGED.has(tag)
    const isHidden = above.isHidden || (isAsked && isUnseen(element, this.#sight.regions))
    const isFirst = isHidden && !above.isHidden
    // Formulas are read from what stands beside them for programs that speak.
    if (isFirst && !element.querySelector('math')) return
    const state = isAsked && !isHidden ? stateIn(element, above) : { ...above, isHidden, isJudged }
    if (element instanceof HTMLSlotElement && element.getRootNode() instanceof ShadowRoot) {
      const given = element.assignedNodes()
      this.#pushAll(given.length > 0 ? given : element.childNodes, state)
    } else if (tag === 'iframe' || tag === 'frame') this.#writeFrame(element, state)
    else if (element instanceof HTMLSelectElement) this.#writeSelect(element, state)
    else if (isField(element)) this.#writeValue(element, element.value, state)
    else if (tag === 'canvas') {
      const text = element.textContent.trim()
      if (!isHidden && text !== '') this.#put(`<div><p>${escapeText(text)}</p></div>`)
    } else {
      // Of frames alone nothing else could be in it.
      const name = tag === 'frameset' ? 'div' : above.isDigit ? 'span' : tag
      this.#put(`<${name}${attributesOf(element)}${isFirst ? ' hidden=""' : ''}>`)
      if (VOID.has(tag)) return
      const counters = this.#hasCounters && isAsked ? this.#countersOf(element, state) : []
      const put = ({ text }: CounterText): string => escapeText(text)
      this.#stack.push(
        `${counters
          .filter(({ isBehind }) => isBehind)
          .map(put)
          .join('')}</${name}>`,
      )
      if (isAsked && !isHidden && isDigitRow(element)) state.isDigit = true
      this.#pushAll((element.shadowRoot ?? element).childNodes, state)
      for (const before of counters.filter(({ isBehind }) => !isBehind)) this.#put(put(before))
    }
  }

  /** Numbers that the style of an element writes, where they are seen. */
  #countersOf(element: Element, { isHidden, opacity }: State): CounterText[] {
    if (isHidden || opacity < OPACITY_MIN) return []
    const isThere = shareIn(
      [onPage(element.getBoundingClientRect())],
      this.#sight.regions.of(element),
    )
    return isThere < SEEN_MIN_SHARE
      ? []
      : counterTexts(element).filter(
          ({ style }) => style.visibility === 'visible' && isInked(element, style),
        )
  }

  #writeFrame(element: Element, { isHidden, opacity }: State): void {
    const number = globalThis.numberedFrames?.get(element)
    if (isHidden || opacity < OPACITY_MIN) return
    if (number !== undefined) this.#put(`<div>${this.#options.mark}${number};</div>`)
    else if (isWorthNaming(element)) this.#putHeld((element as HTMLIFrameElement).src, 'text/html')
  }

  /** A document within the page, by its address. */
  #writeHeld(element: Element, { isHidden }: State): void {
    const { src, data, type } = element as HTMLEmbedElement & HTMLObjectElement
    if (!isHidden && isWorthNaming(element)) this.#putHeld(src || data, type)
  }

  #putHeld(address: string, type: string): void {
    if (/^https?:/.test(address)) this.#put(`<embed src="${quote(address)}" type="${quote(type)}">`)
  }

  #writeSelect(element: HTMLSelectElement, state: State): void {
    const { isHidden } = state
    const choices = [...element.options]
      .filter((option) => !option.hidden && getComputedStyle(option).display !== 'none')
      .map((option) => option.label.trim())
      .filter((label) => label !== '')
    if (isHidden || choices.length === 0 || element.closest(MENUS)) return
    if (choices.length > OPTIONS_MAX_COUNT) {
      const [chosen] = element.selectedOptions
      this.#writeValue(element, chosen?.label ?? '', state)
      return
    }
    this.#put(`<ul>${choices.map((choice) => `<li>${escapeText(choice)}</li>`).join('')}</ul>`)
  }

  /** What stands in a field, where it is in a colour of its own. */
  #writeValue(element: Element, value: string, { isHidden, opacity }: State): void {
    const text = value.trim().slice(0, VALUE_MAX_CHARS)
    if (text === '' || isHidden || opacity < OPACITY_MIN || element.closest(MENUS)) return
    if (!isInked(element)) return
    this.#put(` <span>${escapeText(text)}</span> `)
  }
}

/** Whether somebody may read something in what an element holds from another address. */
function isWorthNaming(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width * height >= NAMED_MIN_PX && element.checkVisibility({ visibilityProperty: true })
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** What the texts in an element have from it and from what it is in. */
function stateIn(element: Element, above: State): State {
  const style = styleOf(element)
  return {
    ...above,
    opacity: above.opacity * opacityOf(style, element),
    isBent:
      above.isBent ||
      style.clipPath !== 'none' ||
      style.perspective !== 'none' ||
      style.transform.startsWith('matrix3d') ||
      style.backfaceVisibility === 'hidden',
    isLettered: above.isLettered || style.backgroundClip.includes('text'),
    isChanged: above.isChanged || style.filter !== 'none' || style.mixBlendMode !== 'normal',
  }
}

/** Whether an element is a field whose text is shown. */
function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true
  return element instanceof HTMLInputElement && FIELDS.test(element.type)
}

/** Whether a text in the colour of a style, by default that of the element, differs in colour from what is behind it, and is large enough. */
function isInked(element: Element, { color, fontSize } = styleOf(element)): boolean {
  const ink = colorOf(color)
  const grounds = [...ancestorsOf(element)].map((at) => colorOf(styleOf(at).backgroundColor))
  const ground = grounds.find(([, , , alpha]) => alpha > 0.5) ?? [255, 255, 255, 1]
  const contrast = [0, 1, 2].reduce(
    (most, at) => Math.max(most, Math.abs((ink[at] ?? 0) - (ground[at] ?? 0))),
    0,
  )
  return (
    ink[3] > OPACITY_MIN && contrast > FIELD_MIN_CONTRAST && parseFloat(fontSize) > FIELD_MIN_PX
  )
}

function isKept({ type, textContent }: HTMLScriptElement): boolean {
  return KEPT_SCRIPTS.test(type) && !/<\/script/i.test(textContent)
}

function isRefresh(element: Element): boolean {
  return element instanceof HTMLMetaElement && /^refresh$/i.test(element.httpEquiv)
}

function attributesOf(element: Element): string {
  let text = ''
  for (const { name, value } of element.attributes) {
    if (name.startsWith('on') || LEFT_OUT_ATTRIBUTES.has(name)) continue
    if (!/^[a-z][\w:.-]*$/i.test(name)) continue
    // Dialogs say so of all that is behind them.
    const isOfPage = name === 'aria-hidden' && BLOCKS.has(element.localName)
    if (isOfPage && lengthOf(element) > lengthOfPage() * 0.3) continue
    const kept = value.length > VALUE_MAX_CHARS && !WHOLE_VALUES.test(name) ? '' : value
    text += ` ${name}="${quote(kept)}"`
  }
  return text
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Letters are asked for by where they are, which does not tell what lets the pointer through. */
function letNothingThrough(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*{pointer-events:auto!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/**
 * Writes a document as it is seen. The tree is as it is composed: shadow roots in place of their hosts' content, choices and the text of
 * drawings as text. What a visitor opens is opened first: tabs, folds and steps. Then what nobody sees is left out, as is what lies
 * over the page, unless most of the text is there. All that changes the page comes first: after it the page is laid out once.
 */
export function writePage(options: WriteOptions): Written {
  return withoutNames(() => writeAll(options))
}

function writeAll(options: WriteOptions): Written {
  const beganMs = performance.now()
  const { nodesMaxCount, maxMs, windowHeight } = options
  lengthOfPage()
  const lacks = measureLacks()
  const opened = document.body ? openFolds(document.body, nodesMaxCount) : new Set<Element>()
  letNothingThrough()
  const painting = new Painting(opened)
  if (document.body) painting.remember(nodesMaxCount, beganMs + maxMs * PAINTING_MAX_SHARE)
  const sight = { regions: new Regions(windowHeight), painting }
  return { ...new Writer(options, sight).write(beganMs + maxMs), lacks }
}
