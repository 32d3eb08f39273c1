import { OpenElements, type Tag } from './open-elements.ts'
import { Trait, traitsOf } from './tags.ts'
import { type Attributes, NO_ATTRIBUTES } from './tokens/attributes.ts'
import type { TokenSink } from './tokens/token-sink.ts'
import { tokenize } from './tokens/tokenize.ts'

const {
  void: VOID,
  skeleton: SKELETON,
  leavesForeign: LEAVES_FOREIGN,
  closesParagraph: CLOSES_PARAGRAPH,
  formatting: FORMATTING,
  preformatted: PREFORMATTED,
  tablePart: TABLE_PART,
} = Trait

/** Elements that go on in the next block: a thousand without end would take the square of that. */
const INTERRUPTED_MAX_COUNT = 8

/** Anything but the white space of HTML, which a no-break space is not. */
export const INK = /[^ \t\n\f\r]/

/** Receives the events of a document: elements properly nested, text in pieces. */
export interface HtmlListener {
  /** An element begins; `bits` of its attributes, see `Has`. */
  open(name: string, attributes: Attributes, tag: Tag, bits: number): void
  text(text: string): void
  close(name: string, tag: Tag): void
  /** A tag comes that opens or closes something: the text before it is whole. */
  beforeTag?(tag: Tag): void
  /** The tags `<html>`, `<head>` and `<body>`, which stand for no element: the whole document is in them. */
  openSkeleton?(name: string, attributes: Attributes): void
}

/** How much of a document is read. */
export interface ReadHtmlOptions {
  /** Which attributes of an element are told, by their names, of which `bits` say what is known (see `Has`); default: all. */
  wantsAttribute?(name: string, bits: number, element: string): boolean
  /** Whether drawings and formulas are asked for their attributes, which are many and long; default: no. */
  wantsForeign?(): boolean
  /** Longest value of an attribute that is told; default: any. */
  attributeMaxChars?: number
  /** Elements inside each other: what comes after a deeper one is not read. Default: any. */
  depthMax?: number
  /** Asked before each tag whether what was told is enough. Default: never. */
  isEnough?(): boolean
}

/**
 * Reads HTML front to back: omitted end tags are supplied, stray ones ignored. Linear time, at
 * any depth of nesting; keeps of the document only what is open.
 */
export function readHtml(html: string, listener: HtmlListener, options?: ReadHtmlOptions): void {
  const reader = new ElementReader(listener, options)
  tokenize(html, reader)
  reader.close()
}

/** A formatting element that is open, or goes on in the next block. */
interface Formatting {
  readonly tag: Tag
  readonly attributes: Attributes
  readonly bits: number
  /** Whether it goes on with one that a block interrupted. */
  readonly goesOn: boolean
}

/** How the formatting elements that something closes end: all are interrupted by it, or those that go on with one, or none. */
type Interrupts = 'all' | 'continued' | 'none'

/** Tells what opens and closes in a document, by the rules of the HTML standard (13.2.6), as its tokens come by. */
export class ElementReader implements TokenSink {
  readonly attributeMaxChars: number
  readonly #listener: HtmlListener
  readonly #options: ReadHtmlOptions
  readonly #depthMax: number
  readonly #stack: OpenElements
  readonly #formatting: Formatting[] = []
  /**
   * What formats text and was ended by the start of a block, outermost first: it goes on there as soon as something stands in it, and
   * behind that block, until its own end tag.
   */
  #interrupted: Formatting[] = []
  /** The element whose attributes are being read. */
  #element = ''
  #isTooDeep = false
  /** Whether a line break that comes now is the one that is not seen. */
  #isAtStartOfLines = false

  /** `stack` is handed in by a listener that asks it what is open; it stays the reader's to change. */
  constructor(
    listener: HtmlListener,
    options: ReadHtmlOptions = {},
    stack: OpenElements = new OpenElements(),
  ) {
    const { attributeMaxChars = Infinity, depthMax = Infinity } = options
    this.attributeMaxChars = attributeMaxChars
    this.#listener = listener
    this.#options = options
    this.#depthMax = depthMax
    this.#stack = stack
  }

  get isOver(): boolean {
    return this.#isTooDeep || this.#options.isEnough?.() === true
  }

  isInForeignContext(): boolean {
    return this.#stack.isForeign
  }

  wantsAttributes(name: string): boolean {
    this.#element = name
    if (!this.#stack.isForeign || (traitsOf(name) & LEAVES_FOREIGN) !== 0) return true
    return this.#options.wantsForeign?.() === true
  }

  wantsAttribute(name: string, bits: number): boolean {
    return this.#options.wantsAttribute?.(name, bits, this.#element) ?? true
  }

  text(text: string): void {
    if (this.#isTooDeep) return
    if (this.#interrupted.length > 0 && INK.test(text)) this.#goOn()
    const seen = this.#isAtStartOfLines && text.startsWith('\n') ? text.slice(1) : text
    this.#isAtStartOfLines = false
    this.#listener.text(seen.includes('\0') ? seen.replaceAll('\0', '') : seen)
  }

  start(written: string, attributes: Attributes, isSelfClosing: boolean, bits: number): void {
    if (this.#isTooDeep) return
    const stack = this.#stack
    const wasForeign = stack.isForeign
    const tag = stack.tag(written === 'image' && !wasForeign ? 'img' : written)
    const { name, traits } = tag
    if ((traits & SKELETON) !== 0) {
      this.#listener.openSkeleton?.(name, attributes)
      return
    }
    this.#listener.beforeTag?.(tag)
    this.#closeTo(stack.depthLeaving(tag))
    const interrupts = (traits & CLOSES_PARAGRAPH) !== 0
    this.#closeTo(stack.depthBeforeStart(tag), interrupts ? 'all' : 'none')
    // Each part of a table begins anew.
    if ((traits & TABLE_PART) !== 0) this.#interrupted = []
    if (this.#interrupted.length > 0 && !interrupts) this.#goOn(tag)
    if ((traits & VOID) !== 0 || (isSelfClosing && wasForeign)) {
      this.#listener.open(name, attributes, tag, bits)
      this.#listener.close(name, tag)
    } else this.#open({ tag, attributes, bits, goesOn: false })
    this.#isTooDeep = stack.depth > this.#depthMax
    this.#isAtStartOfLines = (traits & PREFORMATTED) !== 0 && name !== 'xmp'
  }

  end(name: string): void {
    if (this.#isTooDeep) return
    this.#isAtStartOfLines = false
    const tag = this.#stack.tag(name)
    if ((tag.traits & SKELETON) !== 0) return
    if (name === 'br') this.start(name, NO_ATTRIBUTES, false, 0)
    if ((tag.traits & VOID) !== 0) return
    if (this.#interrupted.length > 0) {
      this.#interrupted = this.#interrupted.filter((one) => one.tag !== tag)
    }
    const depth = this.#stack.depthAfterEnd(tag)
    if (depth === this.#stack.depth) {
      // A paragraph without inside, as the standard has it.
      if (name !== 'p') return
      this.start(name, NO_ATTRIBUTES, false, 0)
      this.#closeTo(this.#stack.depth - 1)
      return
    }
    this.#listener.beforeTag?.(tag)
    this.#closeTo(depth, (tag.traits & FORMATTING) !== 0 ? 'none' : 'continued')
  }

  /** Ends what the document left open. */
  close(): void {
    this.#closeTo(0)
  }

  #open(element: Formatting): void {
    const { tag, attributes, bits } = element
    this.#listener.open(tag.name, attributes, tag, bits)
    this.#stack.push(tag)
    if ((tag.traits & FORMATTING) !== 0) this.#formatting.push(element)
  }

  /** Opens once more what was interrupted, but for the like of what comes now. */
  #goOn(next?: Tag): void {
    for (const element of this.#interrupted.splice(0)) {
      if (element.tag === next) continue
      this.#listener.beforeTag?.(element.tag)
      this.#open({ ...element, goesOn: true })
    }
  }

  #closeTo(depth: number, interrupts: Interrupts = 'none'): void {
    while (this.#stack.depth > depth) {
      const tag = this.#stack.pop()
      if ((tag.traits & FORMATTING) !== 0) this.#interrupt(this.#formatting.pop()!, interrupts)
      this.#listener.close(tag.name, tag)
    }
  }

  #interrupt(element: Formatting, interrupts: Interrupts): void {
    const goesOn = interrupts === 'all' || (interrupts === 'continued' && element.goesOn)
    if (goesOn && this.#interrupted.length < INTERRUPTED_MAX_COUNT) {
      this.#interrupted.unshift(element)
    }
  }
}
