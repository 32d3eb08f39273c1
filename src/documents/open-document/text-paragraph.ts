import type { HiddenTextReason } from '../document.ts'
import type { Piece } from '../flow-writer.ts'
import { isWhite } from '../looks.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { over } from '../text/style-chains.ts'
import type { TextParts } from './text-parts.ts'
import { addComment } from './text-plain.ts'
import type { TextLook } from './text-styles.ts'

/** What a paragraph holds: pieces of its text, and the boxes and charts that stand at it. */
export interface ParagraphContent {
  pieces: Piece[]
  boxes: XmlElement[]
  charts: XmlElement[]
}

/** Text smaller than this is not there to be read. */
const READABLE_MIN_PT = 2
/** Blanks in a row that are kept. */
const BLANKS_MAX_COUNT = 400
/** What stands in a paragraph without being text of it. */
const LEFT_OUT = new Set([
  'office:annotation-end',
  'office:event-listeners',
  'presentation:date-time',
  'text:bibliography-source',
  'text:index-entry-template',
  'text:number',
  'text:script',
  'svg:title',
  'svg:desc',
])

/** Reads the paragraphs of a text document. */
export class TextParagraphReader {
  readonly #parts: TextParts
  #content: ParagraphContent = { pieces: [], boxes: [], charts: [] }
  readonly #hidden = new Map<HiddenTextReason, string>()
  #usual: TextLook = {}
  #isShaded = false
  #href: string | undefined

  constructor(parts: TextParts) {
    this.#parts = parts
  }

  /** Reads what is in a paragraph; `isShaded` where it stands on a ground of its own, `isMarked` where its kind shows in Markdown. */
  read(
    paragraph: XmlElement,
    look: TextLook,
    { isShaded, isMarked }: { isShaded: boolean; isMarked: boolean },
  ): ParagraphContent {
    this.#content = { pieces: [], boxes: [], charts: [] }
    this.#usual = isMarked ? look : {}
    this.#isShaded = isShaded
    this.#visit(paragraph.children, look)
    for (const [reason, text] of this.#hidden) this.#parts.out.addHidden(reason, text)
    this.#hidden.clear()
    return this.#content
  }

  #visit(children: XmlElement['children'], look: TextLook): void {
    for (const child of children) {
      if (typeof child === 'string') this.#addText(child.replaceAll(/[\t\n\r ]+/g, ' '), look)
      else this.#visitElement(child, look)
    }
  }

  #visitElement(element: XmlElement, look: TextLook): void {
    const { name, attributes, children } = element
    switch (name) {
      case 'text:span': {
        const own = this.#parts.styles.find('text', attributes.get('text:style-name')).look
        this.#visit(children, over(look, own))
        return
      }
      case 'text:a':
      case 'draw:a':
        this.#visitLink(element, look)
        return
      case 'text:s': {
        const count = Number(attributes.get('text:c') ?? 1)
        this.#addText(' '.repeat(Math.max(1, Math.min(count || 1, BLANKS_MAX_COUNT))), look)
        return
      }
      case 'text:tab':
        this.#addText('\t', look)
        return
      case 'text:line-break':
        this.#content.pieces.push({ kind: 'break' })
        return
      case 'text:note':
        this.#content.pieces.push({ kind: 'note', label: this.#parts.notes.add(element) })
        return
      case 'office:annotation': {
        const label = addComment(element, this.#parts.comments)
        if (label !== undefined) this.#content.pieces.push({ kind: 'note', label })
        return
      }
      case 'text:ruby': {
        this.#visit(findChild(element, 'text:ruby-base')?.children ?? [], look)
        const above = innerText(findChild(element, 'text:ruby-text')).trim()
        if (above !== '') this.#addText(` (${above})`, look)
        return
      }
      case 'text:hidden-text':
        if (attributes.get('text:is-hidden') === 'false') this.#visit(children, look)
        else {
          const text = attributes.get('text:string-value') ?? innerText(element)
          this.#addText(text, { ...look, isHidden: true })
        }
        return
      default:
    }
    if (LEFT_OUT.has(name) || attributes.get('text:display') === 'none') return
    if (name.startsWith('draw:') || name.startsWith('dr3d:')) this.#addDrawing(element)
    else this.#visit(children, look)
  }

  #visitLink({ attributes, children }: XmlElement, look: TextLook): void {
    const outer = this.#href
    const address = attributes.get('xlink:href') ?? ''
    // Places in the document are nothing to go to once it is text.
    if (address !== '' && !address.startsWith('#')) this.#href = address
    this.#visit(children, look)
    this.#href = outer
  }

  /** A frame shows the first of what it holds that can be shown; other drawings may hold paragraphs. */
  #addDrawing(element: XmlElement): void {
    if (element.name !== 'draw:frame') {
      if (holdsBlocks(element)) this.#content.boxes.push(element)
      for (const child of childrenOf(element)) {
        if (child.name.startsWith('draw:')) this.#addDrawing(child)
      }
      return
    }
    const box = findChild(element, 'draw:text-box')
    if (box) {
      this.#content.boxes.push(box)
      return
    }
    const object = findChild(element, 'draw:object')
    const inner = object && this.#parts.objects.find(object)
    if (inner?.kind === 'formula') {
      const { tex } = inner
      if (tex !== '') this.#content.pieces.push({ kind: 'math', tex, isBlock: false })
      return
    }
    if (inner) {
      this.#content.charts.push(inner.chart)
      return
    }
    if (!object && !findChild(element, 'draw:image') && !findChild(element, 'draw:object-ole'))
      return
    const name =
      innerText(findChild(element, 'svg:desc')).trim() ||
      innerText(findChild(element, 'svg:title')).trim()
    this.#content.pieces.push({ kind: 'picture', name, marks: { href: this.#href } })
  }

  #addText(text: string, look: TextLook): void {
    if (text === '') return
    const reason = this.#whyHidden(look)
    if (reason !== undefined && !this.#parts.choice.keepsHidden) {
      this.#hidden.set(reason, `${this.#hidden.get(reason) ?? ''}${text}`)
      return
    }
    const { script } = look
    this.#content.pieces.push({
      kind: 'text',
      text,
      marks: {
        href: this.#href,
        isBold: look.isBold === true && this.#usual.isBold !== true,
        isItalic: look.isItalic === true && this.#usual.isItalic !== true,
        isStruck: look.isStruck === true,
        isCode: look.isCode === true && this.#parts.styles.base.isCode !== true,
        script: script === 'none' ? undefined : script,
      },
    })
  }

  #whyHidden(look: TextLook): HiddenTextReason | undefined {
    if (look.isHidden === true) return 'hidden'
    if (look.size !== undefined && look.size < READABLE_MIN_PT) return 'tiny'
    const isOnPaper = look.isShaded !== true && !this.#isShaded
    return isOnPaper && look.colour !== undefined && isWhite(look.colour) ? 'colour' : undefined
  }
}

function holdsBlocks(element: XmlElement): boolean {
  return childrenOf(element).some(({ name }) => /^text:(?:p|h|list)$/.test(name))
}
