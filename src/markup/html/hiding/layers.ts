import { Has } from '../tokens/attribute-bits.ts'
import type { Attributes } from '../tokens/attributes.ts'
import { type ElementNode, replaceElements, type TreeNode } from '../tree/node.ts'
import { followsControl, isCollapsible } from './collapsible.ts'
import { isStreamed, visibility, visibilityOfStyle, type Visibility } from './hidden.ts'
import { lonePictures } from './noscript-pictures.ts'

/** Text inside `<noscript>` that makes it the real content rather than a notice. */
const NOSCRIPT_MIN_CHARS = 500
const SAMPLE_MAX_CHARS = 4000
/** Share of all hidden text that a part must hold to be shown on a page that hides most of it. */
const HIDDEN_MIN_SHARE = 0.2
/** A page with so many parts that are faded in does so with its content; a single one may be meant not to be seen. */
const FADED_MIN_COUNT = 5

/** What keeps a part of a page from being seen as it stands in the source. */
export type LayerKind = 'noscript' | 'folded' | Exclude<Visibility, 'visible'>

/** What forms and filters are made of. */
const FIELDS = new Set(['input', 'select', 'textarea', 'form'])
const MENU_ROLE = /^(?:menu|menuitem|listbox|option|navigation)$/
const MAY_HIDE = Has.hidden | Has.style | Has.controls
/** Share of links up to which a part that a click unfolds is no menu. */
const LINKS_MAX_SHARE = 0.5

/** Parts of a page that are content or not depending on the rest of the page. */
export class Layers {
  readonly #layers: { element: ElementNode; kind: LayerKind }[] = []
  /** Ids of what controls that can be expanded say they control. */
  readonly #controlled = new Set<string>()
  /** What styles do, which pages repeat. */
  readonly #styles = new Map<string, Visibility>()

  /**
   * What keeps an element from being seen; undefined for all others. To be asked for every element, in order, while
   * the last child of `parent` is what stands before it.
   */
  kindOf(
    name: string,
    attributes: Attributes,
    bits: number,
    parent: ElementNode,
  ): LayerKind | undefined {
    if (name === 'noscript') return 'noscript'
    if ((bits & MAY_HIDE) === 0) return undefined
    const controls = attributes['aria-controls']
    if (
      controls !== undefined &&
      (attributes['aria-expanded'] !== undefined || name === 'button')
    ) {
      for (const id of controls.split(/\s+/)) this.#controlled.add(id)
    }
    // What React streams is put in place by a script as soon as it has come.
    if (isStreamed(attributes)) return undefined
    const seen = visibility(attributes, this.#ofStyle)
    if (seen === 'visible' || isCollapsible(attributes, this.#controlled)) return undefined
    return followsControl(name, attributes, parent) ? 'folded' : seen
  }

  readonly #ofStyle = (style: string): Visibility => {
    let seen = this.#styles.get(style)
    if (seen === undefined) this.#styles.set(style, (seen = visibilityOfStyle(style)))
    return seen
  }

  /** Records an element of the tree, in order. */
  add(element: ElementNode, kind: LayerKind): void {
    this.#layers.push({ element, kind })
  }

  /**
   * Takes those that are not content out of the nodes of the page, its root first, but for pictures that nothing else shows;
   * returns a sample of the text of `<noscript>` that went.
   */
  settle(nodes: TreeNode[]): string {
    if (this.#layers.length === 0) return ''
    let end = 0
    const outermost = this.#layers.filter(({ element }) => {
      if (element.id < end) return false
      end = element.end
      return true
    })
    const chars = { noscript: 0, folded: 0, faded: 0, perhaps: 0, hidden: 0 }
    let faded = 0
    const sizes = outermost.map(({ element, kind }) => {
      const size = charsIn(nodes, element.id, element.end)
      chars[kind] += size
      if (kind === 'faded' && size > 0) faded += 1
      return size
    })
    const plain = charsIn(nodes, 0, nodes.length) - sizes.reduce((sum, size) => sum + size, 0)
    const isMostlyFaded = chars.faded + chars.perhaps > plain
    const isNotice =
      chars.noscript <= NOSCRIPT_MIN_CHARS &&
      !outermost.some(({ element, kind }) => kind === 'noscript' && holdsArticle(nodes, element))
    const leasts = {
      noscript: !isNotice && chars.noscript > plain ? 0 : Infinity,
      faded: isMostlyFaded || faded >= FADED_MIN_COUNT ? 0 : Infinity,
      perhaps: isMostlyFaded ? 0 : Infinity,
      hidden: HIDDEN_MIN_SHARE * chars.hidden,
      folded: 0,
    }
    let sample = ''
    const removed = new Map<ElementNode, readonly ElementNode[]>()
    outermost.forEach(({ element, kind }, index) => {
      const isMenu = kind === 'folded' && !holdsText(nodes, element)
      if (!isMenu && sizes[index]! >= leasts[kind]) return
      if (kind === 'noscript') sample += sampleOf(nodes, element, SAMPLE_MAX_CHARS - sample.length)
      removed.set(element, kind === 'noscript' ? lonePictures(element, nodes) : [])
    })
    replaceElements(nodes, (element) => removed.get(element))
    return sample
  }
}

/** Whether something inside is marked up as an article, a post or another thing of its own: notices are not. */
function holdsArticle(nodes: readonly TreeNode[], { id, end }: ElementNode): boolean {
  for (let at = id; at < end; at += 1) {
    const node = nodes[at]!
    if (!node.isText && (node.name === 'article' || (node.bits & Has.itemtype) !== 0)) return true
  }
  return false
}

/** Whether an element holds text rather than links or fields. */
export function holdsText(nodes: readonly TreeNode[], { id, end }: ElementNode): boolean {
  let all = 0
  let linked = 0
  let linkEnd = 0
  for (let at = id; at < end; at += 1) {
    const node = nodes[at]!
    if (node.isText) {
      const chars = node.ink
      all += chars
      if (at < linkEnd) linked += chars
    } else if (node.name === 'a') linkEnd = node.end
    else if (FIELDS.has(node.name) || MENU_ROLE.test(node.attributes['role'] ?? '')) return false
  }
  return linked <= LINKS_MAX_SHARE * all
}

/** Characters of text in the nodes from one id to another, white space not counted. */
function charsIn(nodes: readonly TreeNode[], from: number, to: number): number {
  let sum = 0
  for (let id = from; id < to; id += 1) {
    const node = nodes[id]!
    if (node.isText) sum += node.ink
  }
  return sum
}

/** The first text inside an element, at most so many characters. */
function sampleOf(nodes: readonly TreeNode[], { id, end }: ElementNode, maxChars: number): string {
  let text = ''
  for (let at = id + 1; at < end && text.length < maxChars; at += 1) {
    const node = nodes[at]!
    if (node.isText) text += ` ${node.data.slice(0, maxChars)}`
  }
  return text.slice(0, maxChars)
}
