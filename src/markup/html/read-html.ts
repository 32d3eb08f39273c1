import { type Attributes, NO_ATTRIBUTES } from './attributes.ts'
import { OpenElements, type Tag } from './open-elements.ts'
import { Trait } from './tags.ts'
import type { TokenSink } from './token-sink.ts'
import { tokenize } from './tokenize.ts'

const {
  void: VOID,
  skeleton: SKELETON,
  leavesForeign: LEAVES_FOREIGN,
  closesParagraph: CLOSES_PARAGRAPH,
  formatting: FORMATTING,
  tablePart: TABLE_PART,
} = Trait

/** Elements that go on in the next block: a thousand without end would take the square of that. */
const INTERRUPTED_MAX_COUNT = 8

/** Receives the events of a document: elements properly nested, text in pieces. */
export interface HtmlListener {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
  /** The tags `<html>`, `<head>` and `<body>`, which stand for no element: the whole document is in them. */
  openSkeleton?(name: string, attributes: Attributes): void
}

/** How much of a document is read. */
export interface ReadHtmlOptions {
  /** Which attributes are told, by their names, of which `bits` say what is known (see `Has`); default: all. */
  wantsAttribute?(name: string, bits: number): boolean
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

/** Tells what opens and closes in a document, by the rules of the HTML standard (13.2.6), as its tokens come by. */
export class ElementReader implements TokenSink {
  readonly attributeMaxChars: number
  readonly #listener: HtmlListener
  readonly #options: ReadHtmlOptions
  readonly #depthMax: number
  readonly #stack = new OpenElements()
  /** Attributes of each open element, and whether it goes on with one that was interrupted. */
  readonly #open: { attributes: Attributes; goesOn: boolean }[] = []
  /**
   * What formats text and was ended by the start of a block, outermost first: it goes on there as soon as something stands in it, and
   * behind that block, until its own end tag.
   */
  #interrupted: (readonly [Tag, Attributes])[] = []
  #isTooDeep = false

  constructor(listener: HtmlListener, options: ReadHtmlOptions = {}) {
    const { attributeMaxChars = Infinity, depthMax = Infinity } = options
    this.attributeMaxChars = attributeMaxChars
    this.#listener = listener
    this.#options = options
    this.#depthMax = depthMax
  }

  get isOver(): boolean {
    return this.#isTooDeep || this.#options.isEnough?.() === true
  }

  isInForeignContext(): boolean {
    return this.#stack.isForeign
  }

  /** Drawings have many and long attributes, which nobody reads. */
  wantsAttributes(name: string): boolean {
    return !this.#stack.isForeign || (this.#stack.tag(name).traits & LEAVES_FOREIGN) !== 0
  }

  wantsAttribute(name: string, bits: number): boolean {
    return this.#options.wantsAttribute?.(name, bits) ?? true
  }

  text(text: string): void {
    if (this.#isTooDeep) return
    if (this.#interrupted.length > 0 && /\S/.test(text)) this.#goOn()
    this.#listener.text(text.includes('\0') ? text.replaceAll('\0', '') : text)
  }

  start(written: string, attributes: Attributes, isSelfClosing: boolean): void {
    if (this.#isTooDeep) return
    const stack = this.#stack
    const wasForeign = stack.isForeign
    const tag = stack.tag(written === 'image' && !wasForeign ? 'img' : written)
    if ((tag.traits & SKELETON) !== 0) {
      this.#listener.openSkeleton?.(tag.name, attributes)
      return
    }
    this.#closeTo(stack.depthLeaving(tag))
    const interrupts = (tag.traits & CLOSES_PARAGRAPH) !== 0
    this.#closeTo(stack.depthBeforeStart(tag), interrupts ? 'all' : 'none')
    // Each part of a table begins anew.
    if ((tag.traits & TABLE_PART) !== 0) this.#interrupted = []
    if (this.#interrupted.length > 0 && !interrupts) this.#goOn(tag)
    this.#listener.open(tag.name, attributes)
    if ((tag.traits & VOID) !== 0 || (isSelfClosing && wasForeign)) this.#listener.close(tag.name)
    else this.#push(tag, attributes, false)
    this.#isTooDeep = stack.depth > this.#depthMax
  }

  end(name: string): void {
    if (this.#isTooDeep) return
    const tag = this.#stack.tag(name)
    if ((tag.traits & SKELETON) !== 0) return
    if (name === 'br') this.start(name, NO_ATTRIBUTES, false)
    if ((tag.traits & VOID) !== 0) return
    if (this.#interrupted.length > 0) {
      this.#interrupted = this.#interrupted.filter(([one]) => one !== tag)
    }
    const isFormatting = (tag.traits & FORMATTING) !== 0
    this.#closeTo(this.#stack.depthAfterEnd(tag), isFormatting ? 'none' : 'continued')
  }

  /** Ends what the document left open. */
  close(): void {
    this.#closeTo(0)
  }

  #push(tag: Tag, attributes: Attributes, goesOn: boolean): void {
    this.#stack.push(tag)
    this.#open.push({ attributes, goesOn })
  }

  /** Opens once more what was interrupted, but for the like of what comes now. */
  #goOn(next?: Tag): void {
    for (const [tag, attributes] of this.#interrupted.splice(0)) {
      if (tag === next) continue
      this.#listener.open(tag.name, attributes)
      this.#push(tag, attributes, true)
    }
  }

  /** Closes all elements below a depth; formatting elements of them, all or those that go on with one, are interrupted by that. */
  #closeTo(depth: number, interrupts: 'all' | 'continued' | 'none' = 'none'): void {
    while (this.#stack.depth > depth) {
      const tag = this.#stack.pop()
      const { attributes, goesOn } = this.#open.pop()!
      const isInterrupted =
        (tag.traits & FORMATTING) !== 0 &&
        (interrupts === 'all' || (interrupts === 'continued' && goesOn))
      if (isInterrupted && this.#interrupted.length < INTERRUPTED_MAX_COUNT) {
        this.#interrupted.unshift([tag, attributes])
      }
      this.#listener.close(tag.name)
    }
  }
}
