import { backgroundOf, type Embed, embedOf, mayEmbed, penOf } from './embeds.ts'
import { isStreamed, visibility } from './hiding/hidden.ts'
import { type LayerKind, Layers } from './hiding/layers.ts'
import { NOWHERE, OpenElements, type Tag } from './open-elements.ts'
import { PageHead, type HeadFacts } from './page-head.ts'
import { ElementReader, type HtmlListener, INK, type ReadHtmlOptions } from './read-html.ts'
import { Trait } from './tags.ts'
import { Has } from './tokens/attribute-bits.ts'
import type { Attributes } from './tokens/attributes.ts'
import { LABELLED } from './tokens/script-attributes.ts'
import { BothSinks, type TokenSink } from './tokens/token-sink.ts'
import { ATTRIBUTE_MAX_CHARS, tokenize } from './tokens/tokenize.ts'
import { ClassNames } from './tree/class-names.ts'
import { formulaText, isDrawnFormula, isPartOfFormula, mayLackText } from './tree/formula-text.ts'
import { isVerse, KeptLines } from './tree/kept-lines.ts'
import { append, ElementNode, makeElement, TextNode, type TreeNode } from './tree/node.ts'
import { isShadowRoot, ShadowParts } from './tree/shadow-parts.ts'
import { Shortcodes } from './tree/shortcodes.ts'
import { nameOfPlace, StreamedParts } from './tree/streamed-parts.ts'

// Constants of this module: V8 knows their values, but not those of an object of another one.
const {
  block: BLOCK,
  void: VOID,
  preformatted: PREFORMATTED,
  dropped: DROPPED,
  added: ADDED,
  line: LINE,
} = Trait
const { forScripts: FOR_SCRIPTS, class: HAS_CLASS, hidden: HIDDEN, role: ROLE } = Has

/** Depth below which elements lose their tags but keep their text, as in browsers. */
export const DEPTH_MAX_LEVELS = 512
/** Elements kept of one page; the text of later ones is kept without their tags. */
export const ELEMENTS_MAX_COUNT = 100_000
/** A page that hides this many times as much as it shows waits for a script to show it. */
const HIDDEN_MIN_TIMES = 2
const HIDDEN_MIN_CHARS = 500

/** A page as a tree of what a reader sees, with the facts of its head. */
export interface PageTree extends HeadFacts {
  /** Stands for the body; named `#document`. */
  root: ElementNode
  /** All nodes in document order, the root first. */
  nodes: TreeNode[]
  /** Scripts of the page, inline or not. */
  scripts: number
  /** Text of all `<noscript>` that was left out, cut to a sample. */
  noscript: string
  /** Bits of `Has`: attributes that no element of the page has need not be looked for. */
  bits: number
  /** Names of the elements of the source, shown or not: what is not among them need not be looked for. */
  names: Pick<ReadonlySet<string>, 'has'>
  /** All that `class` is on elements of the page, shown or not; each once. */
  classes: Pick<ReadonlyMap<string, ClassNames>, 'values'>
}

/**
 * Reads a page once, without recursion, into a tree: without scripts, comments and hidden elements; with the
 * content of a `<noscript>` that holds most of the text (forums do that), and with parts that are faded in
 * by scripts where they hold most of the text. `keepsAttributes` keeps those, too, that only a selector asks for; `beside`
 * is told of all tokens as well. Linear time, bounded depth and count.
 */
export function parsePage(source: string, keepsAttributes = false, beside?: TokenSink): PageTree {
  const tree = built(source, { keepsAttributes, keepsHidden: false }, beside)
  if (!tree.hidesMost()) return tree.result()
  return built(source, { keepsAttributes, keepsHidden: true }).result()
}

interface Keeping {
  /** Elements that styles or attributes hide. */
  keepsHidden: boolean
  /** Attributes that only a selector can ask for. */
  keepsAttributes: boolean
}

function built(source: string, keeping: Keeping, beside?: TokenSink): TreeBuilder {
  const stack = new OpenElements()
  const builder = new TreeBuilder(keeping, stack)
  const reader = new ElementReader(builder, builder, stack)
  tokenize(source, beside ? new BothSinks(reader, beside) : reader)
  reader.close()
  builder.end()
  return builder
}

class TreeBuilder implements HtmlListener, ReadHtmlOptions {
  readonly attributeMaxChars = ATTRIBUTE_MAX_CHARS
  readonly #root = makeElement('#document')
  readonly #nodes: TreeNode[] = [this.#root]
  readonly #stack: OpenElements
  readonly #code: Tag
  readonly #classes = new Map<string, ClassNames>()
  /** Nodes that content goes into once an open element is closed, one for each of them. */
  readonly #parents: ElementNode[] = []
  #parent = this.#root
  /** Parts whose place in the page is decided when all of it has been seen. */
  readonly #layers = new Layers()
  readonly #streamed = new StreamedParts()
  readonly #shadows = new ShadowParts()
  readonly #shortcodes = new Shortcodes()
  readonly #lines = new KeptLines()
  readonly #inLines = new Set<ElementNode>()
  /** While more elements than this are open, everything is left out. */
  #skipDepth = NOWHERE
  #elements = 0
  #bits = 0
  #depth = 0
  #preDepth = 0
  #text = ''
  #capture: 'title' | 'json-ld' | 'style' | 'alt' | '' = ''
  #captured = ''
  readonly #head = new PageHead()
  #scripts = 0
  readonly #keepsHidden: boolean
  readonly #keepsAttributes: boolean
  #isHidden = false
  /** The open video, sound or picture, while its sources are not known. */
  #medium: Record<string, string> | undefined
  #hiddenChars = 0
  #shownChars = 0

  constructor({ keepsHidden, keepsAttributes }: Keeping, stack: OpenElements) {
    this.#stack = stack
    this.#code = stack.tag('code')
    this.#keepsHidden = keepsHidden
    this.#keepsAttributes = keepsAttributes
  }

  /** True when far more text was hidden than shown, by length in the source. */
  hidesMost(): boolean {
    return this.#hiddenChars > Math.max(HIDDEN_MIN_CHARS, HIDDEN_MIN_TIMES * this.#shownChars)
  }

  wantsForeign(): boolean {
    return this.#skipDepth === NOWHERE
  }

  wantsAttribute(name: string, bits: number, element: string): boolean {
    if (this.#keepsAttributes || (bits & FOR_SCRIPTS) === 0) return true
    return name === 'aria-label' && LABELLED.has(element)
  }

  beforeTag({ traits }: Tag): void {
    this.#flush((traits & BLOCK) !== 0)
  }

  text(text: string): void {
    if (this.#capture !== '') this.#captured += text
    else if (this.#skipDepth === NOWHERE) this.#text += text
    else if (this.#isHidden) this.#hiddenChars += text.trim().length
  }

  openSkeleton(name: string, attributes: Attributes): void {
    this.#head.addSkeleton(name, attributes)
  }

  open(name: string, attributes: Attributes, tag: Tag, bits: number): void {
    const { traits } = tag
    if (name === 'script') this.#scripts += 1
    const isVoid = (traits & VOID) !== 0
    if (this.#skipDepth !== NOWHERE) {
      if (!isVoid) this.#enter()
      else if (this.#medium || this.#capture === 'alt') this.#addSource(name, attributes)
      return
    }
    const embed = mayEmbed(name) ? embedOf(name, attributes) : undefined
    if (embed) this.#addEmbed(embed)
    if ((traits & DROPPED) !== 0) {
      this.#startDropped(tag, attributes, bits, isVoid)
      return
    }
    const layer = this.#layerOf(name, attributes, bits)
    if (layer === 'hidden' && !this.#keepsHidden) {
      if (isVoid) return
      this.#isHidden = true
      this.#skip()
    } else this.#add(tag, attributes, bits, layer)
  }

  close(_: string, { traits }: Tag): void {
    if ((traits & VOID) !== 0) return
    this.#flush(true)
    const outer = this.#parents.pop() ?? this.#root
    if (this.#parents.length === this.#skipDepth) {
      this.#skipDepth = NOWHERE
      this.#isHidden = false
      this.#endCapture()
      this.#medium = undefined
    }
    if (outer === this.#parent) return
    const { first, attributes } = this.#parent
    if (first === undefined && attributes['data-slug-hash']) this.#addEmbed(penOf(attributes))
    if (mayLackText(this.#parent)) this.#giveText(this.#parent)
    this.#parent.end = this.#nodes.length
    this.#depth -= 1
    this.#inLines.delete(this.#parent)
    if (this.#parent.isPreformatted) this.#preDepth -= 1
    this.#parent = outer
  }

  /** The whole document is read. */
  end(): void {
    this.#flush(true)
    this.#root.end = this.#nodes.length
  }

  result(): PageTree {
    const noscript = this.#layers.settle(this.#nodes)
    this.#streamed.settle(this.#nodes)
    this.#shadows.settle(this.#nodes)
    return {
      root: this.#root,
      nodes: this.#nodes,
      ...this.#head.facts(),
      scripts: this.#scripts,
      noscript,
      bits: this.#bits,
      names: this.#stack.names,
      classes: this.#classes,
    }
  }

  /** What keeps an element from being seen, unless a formula is read in it. */
  #layerOf(name: string, attributes: Attributes, bits: number): LayerKind | undefined {
    const layer = this.#layers.kindOf(name, attributes, bits, this.#parent)
    const isRead = layer !== undefined && isPartOfFormula(this.#parent, name, attributes)
    return isRead ? undefined : layer
  }

  /** An element that is not part of the tree; what it says of the page is noted. */
  #startDropped(tag: Tag, attributes: Attributes, bits: number, isVoid: boolean): void {
    const { name } = tag
    const isInside = this.#stack.isForeign && (name === 'svg' || name === 'title')
    if (isInside || (name === 'svg' && isDrawnFormula(this.#parent, attributes))) {
      this.#add(tag, attributes, bits)
      return
    }
    if (isShadowRoot(name, attributes)) {
      this.#add(tag, attributes, bits)
      if (this.#parent.name === name) this.#shadows.add(this.#parent)
      return
    }
    if (name === 'meta') this.#head.addMeta(attributes, this.#stack.tag('noscript').open === 0)
    else if (name === 'base') this.#head.baseHref ||= attributes['href'] ?? ''
    else if (name === 'template' && nameOfPlace(attributes['id']) !== undefined) {
      if (this.#elements < ELEMENTS_MAX_COUNT)
        this.#streamed.addPlace(this.#addEmpty(name, attributes))
    }
    if (isVoid) {
      this.#medium = undefined
      return
    }
    const type = attributes['type'] ?? ''
    if (name === 'script' && /^\s*math\/(?:tex|asciimath)/i.test(type)) {
      this.#add(tag, attributes, bits)
      return
    }
    this.#captured = ''
    if (name === 'title' && this.#head.title === '') this.#capture = 'title'
    else if (name === 'style') this.#capture = 'style'
    else if (name === 'object' && visibility(attributes) === 'visible') this.#capture = 'alt'
    else if (name === 'script' && /^\s*application\/ld\+json/i.test(type)) this.#capture = 'json-ld'
    this.#skip()
  }

  /** Adds what is shown of another address, as an element without inside. */
  #addEmbed({ name, attributes }: Embed): void {
    if (this.#elements >= ELEMENTS_MAX_COUNT) return
    const own = { ...attributes }
    this.#addEmpty(name, own)
    if (name !== 'iframe') this.#medium = own
  }

  /** Takes what is in the open video, sound or object: its address, or the picture for readers without it. */
  #addSource(name: string, attributes: Attributes): void {
    const medium = this.#medium
    if (name === 'source' && medium) medium['src'] ??= attributes['src'] ?? ''
    else if (name !== 'img' || this.#capture !== 'alt') return
    else if (medium) Object.assign(medium, attributes)
    else if (this.#elements < ELEMENTS_MAX_COUNT) this.#addEmpty(name, attributes)
  }

  #addEmpty(name: string, attributes: Attributes, traits: number = VOID): ElementNode {
    const element = makeElement(name, attributes, traits | ADDED)
    this.#elements += 1
    this.#push(element)
    element.end = element.id + 1
    return element
  }

  #add(tag: Tag, attributes: Attributes, bits: number, layer?: LayerKind): void {
    const isVoid = (tag.traits & VOID) !== 0
    const isKept = this.#depth < DEPTH_MAX_LEVELS && this.#elements < ELEMENTS_MAX_COUNT
    if (!isKept) {
      if (!isVoid) this.#enter()
      return
    }
    this.#bits |= bits
    const classes = (bits & HAS_CLASS) === 0 ? undefined : this.#classesOf(attributes['class']!)
    const isPoem = (tag.traits & PREFORMATTED) !== 0 && isVerse(attributes['class'], this.#parent)
    const name = isPoem ? 'div' : tag.name
    const traits = isPoem ? BLOCK : tag.traits
    let element = new ElementNode(name, attributes, traits, bits, classes)
    if (this.#isInCode && this.#lines.isLine(element, this.#parent)) {
      element = new ElementNode(name, attributes, traits | LINE, bits, classes)
    }
    const background = (bits & ROLE) === 0 ? undefined : backgroundOf(attributes)
    if (background) this.#addEmpty(background.name, background.attributes)
    this.#elements += 1
    this.#push(element)
    if (isVoid) element.end = element.id + 1
    else {
      if (layer !== undefined) this.#layers.add(element, layer)
      if ((bits & HIDDEN) !== 0 && isStreamed(attributes)) this.#streamed.addPart(element)
      this.#enter(element)
      if (isPoem) this.#inLines.add(element)
    }
  }

  get #isInCode(): boolean {
    return this.#preDepth > 0 || this.#code.open > 0
  }

  #classesOf(text: string): ClassNames {
    let classes = this.#classes.get(text)
    if (!classes) this.#classes.set(text, (classes = new ClassNames(text)))
    return classes
  }

  #push(node: TreeNode): void {
    node.id = this.#nodes.length
    this.#nodes.push(node)
    append(this.#parent, node)
  }

  #enter(element?: ElementNode): void {
    this.#parents.push(this.#parent)
    if (!element) return
    this.#parent = element
    this.#depth += 1
    if (element.isPreformatted) this.#preDepth += 1
    else if (this.#lines.areIn(element)) this.#inLines.add(element)
  }

  #skip(): void {
    this.#skipDepth = this.#parents.length
    this.#enter()
  }

  /** Gives a formula without text what stands for it, so that it is judged as a part of its paragraph. */
  #giveText(element: ElementNode): void {
    const text = formulaText(element, this.#nodes)
    if (text !== '') this.#push(new TextNode(text))
  }

  #endCapture(): void {
    if (this.#capture === 'style') this.#lines.addSheet(this.#captured)
    else if (this.#capture === 'alt') {
      if (this.#medium) this.#medium['alt'] ||= this.#captured.replaceAll(/\s+/g, ' ').trim()
    } else if (this.#capture !== '') this.#head.addText(this.#capture, this.#captured)
    this.#capture = ''
    this.#captured = ''
  }

  /** Adds the text read so far. White space alone is left out beside the borders of blocks. */
  #flush(beforeBlock: boolean): void {
    let text = this.#text
    if (text === '') return
    this.#text = ''
    if (this.#preDepth > 0) {
      this.#addText(text)
      return
    }
    if (text.includes('[') && !this.#isInCode) text = this.#shortcodes.textWithout(text)
    const lines = this.#inLines.size > 0 ? text.split('\n') : undefined
    const last = lines?.pop() ?? text
    for (const line of lines ?? []) {
      this.#addLine(line, true)
      if (this.#elements < ELEMENTS_MAX_COUNT) this.#addEmpty('br', {}, BLOCK | VOID)
    }
    this.#addLine(last, beforeBlock)
  }

  #addLine(text: string, beforeBlock: boolean): void {
    const before = this.#parent.last
    const afterBlock = before ? !before.isText && before.isBlock : this.#parent.isBlock
    if (INK.test(text)) this.#addText(text)
    else if (!beforeBlock && !afterBlock) this.#push(new TextNode(' '))
  }

  #addText(text: string): void {
    this.#shownChars += text.length
    const last = this.#parent.last
    if (last?.isText) last.data += text
    else this.#push(new TextNode(text))
  }
}
