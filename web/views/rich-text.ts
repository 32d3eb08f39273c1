import { parse } from '../lib/trusted-html.ts'
import { WORDS } from '../words/hosts.ts'
import { h } from './dom.ts'
import { localTime, openLink } from './host.ts'

/** Bounds on what one text may make a host draw. */
const NODES_MAX_COUNT = 5_000
const NESTING_MAX_DEPTH = 40

const KEPT = new Set(
  'p br hr strong b em i del s code pre ul ol li blockquote table thead tbody tr th td details summary h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)

/** Elements that are left out with all they hold. */
const DROPPED = new Set(
  'script style template noscript iframe object embed svg form input button select textarea audio video annotation'.split(
    ' ',
  ),
)

const MATH = 'http://www.w3.org/1998/Math/MathML'

const MATH_KEPT = new Set(
  'math semantics mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup mover munder munderover mtable mtr mtd mstyle mpadded mphantom'.split(
    ' ',
  ),
)

/** Classes of the chat that say how a piece of text is meant. */
const MEANT = new Set(['user-mention', 'user-group-mention', 'topic-mention', 'highlight'])

/**
 * Makes nodes of HTML by copying the few elements that show text, without their attributes: whatever else the HTML holds, nothing of it
 * runs or loads. Addresses are opened by the host.
 */
export function richText(html: string): DocumentFragment {
  const budget = { nodes: NODES_MAX_COUNT }
  const into = document.createDocumentFragment()
  // Browsers report styles as violations even in a document that is never shown; formulas are full of them.
  const plain = html.replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/\sstyle="[^"]*"/g, ''))
  copyChildren(parse(plain, 'text/html').body, into, budget, 0)
  return into
}

function copyChildren(from: Node, into: Node, budget: { nodes: number }, depth: number): void {
  if (depth > NESTING_MAX_DEPTH) return
  for (const node of from.childNodes) {
    if (budget.nodes-- <= 0) return
    if (node instanceof Text || node.nodeType === Node.TEXT_NODE) {
      into.appendChild(document.createTextNode(node.nodeValue ?? ''))
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const copy = copyOf(node as Element)
      if (copy === undefined) continue
      if (!copy.isWhole) copyChildren(node, copy.node ?? into, budget, depth + 1)
      if (copy.node) into.appendChild(copy.node)
    }
  }
}

interface Copy {
  /** Undefined where only what the element holds is shown. */
  node?: Node
  /** Whether it already holds all. */
  isWhole?: true
}

/** The copy of an element; undefined where nothing of it is shown. */
function copyOf(element: Element): Copy | undefined {
  const { localName: tag, classList } = element
  if (DROPPED.has(tag) || classList.contains('katex-html')) return undefined
  if (element.namespaceURI === MATH) {
    return MATH_KEPT.has(tag) ? { node: document.createElementNS(MATH, tag) } : {}
  }
  if (tag === 'a') return { node: linkTo(element.getAttribute('href') ?? '') }
  if (tag === 'img') return { node: pictureName(element), isWhole: true }
  if (tag === 'time') return { node: timeOf(element), isWhole: true }
  if (classList.contains('emoji')) return { node: glyphOf(element), isWhole: true }
  if (classList.contains('spoiler-block')) return { node: h('details', {}) }
  if (classList.contains('spoiler-header')) {
    const label = element.textContent?.trim() || WORDS.spoiler
    return { node: h('summary', {}, label), isWhole: true }
  }
  if (tag === 'span' && [...classList].some((name) => MEANT.has(name))) {
    return { node: h('span', { class: 'mention' }) }
  }
  if (tag === 'h1') return { node: h('h2') }
  return KEPT.has(tag) ? { node: document.createElement(tag) } : {}
}

function linkTo(href: string): Node {
  if (!/^(?:https?|mailto):/i.test(href)) return h('span')
  const onclick = (event: Event) => {
    event.preventDefault()
    openLink(href)
  }
  return h('a', { href, rel: 'noreferrer', onclick })
}

/** Hosts need not load pictures: its description stands for one. */
function pictureName(element: Element): Node {
  const name = element.getAttribute('alt') ?? element.getAttribute('title') ?? ''
  if (element.classList.contains('emoji')) return document.createTextNode(name)
  return h('span', { class: 'picture' }, name === '' ? WORDS.image : `${WORDS.image}: ${name}`)
}

function timeOf(element: Element): Node {
  const datetime = element.getAttribute('datetime') ?? ''
  return h('time', { datetime }, localTime(datetime))
}

/** The chat names the code points of an emoji in its class. */
function glyphOf(element: Element): Node {
  const codes = /(?:^| )emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9})(?: |$)/.exec(
    element.className,
  )?.[1]
  const points = codes?.split('-').map((code) => Number.parseInt(code, 16)) ?? []
  if (points.length === 0 || points.some((point) => point > 0x10_ff_ff)) {
    return document.createTextNode(element.textContent ?? '')
  }
  const label = element.getAttribute('title') ?? ''
  return h('span', { role: 'img', 'aria-label': label }, String.fromCodePoint(...points))
}
