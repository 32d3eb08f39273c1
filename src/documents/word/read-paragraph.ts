import type { HiddenTextReason } from '../document.ts'
import type { Piece } from '../flow-writer.ts'
import { texOfOfficeMath } from '../formulas.ts'
import { isMonospaced, isWhite } from '../looks.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import type { RunMarks } from '../run-writer.ts'
import { over } from '../text/style-chains.ts'
import type { DocumentParts } from './document-parts.ts'
import { Fields, findAddress, withPlace } from './fields.ts'
import { type Look, readLook } from './look.ts'
import { branchOf, readDrawing } from './pictures.ts'
import { findSymbol } from './symbol-fonts.ts'

/** A chart or a diagram, and what it is called. */
interface DrawnObject {
  part: string
  name: string
}

/** What a paragraph holds: pieces of its text, and what stands at it. */
export interface ParagraphContent {
  pieces: Piece[]
  boxes: XmlElement[]
  /** Charts and diagrams, by their parts. */
  objects: DrawnObject[]
  hasRule: boolean
}

/** Text of less than two points is not there to be read. */
const READABLE_MIN_HALF_POINTS = 4
const PRIVATE_USE = /[\uF020-\uF0FF]/g

/** Reads the paragraphs of one part of a document, in their order: fields begin in one and end in another. */
export class ParagraphReader {
  readonly #parts: DocumentParts
  readonly #relationships: ReadonlyMap<string, Relationship>
  readonly #fields = new Fields()
  #content: ParagraphContent = { pieces: [], boxes: [], objects: [], hasRule: false }
  #hidden = new Map<HiddenTextReason, string>()
  #style: string | undefined
  /** Looks of the whole paragraph that say no more than what it is: a heading is bold, a quotation italic. */
  #usual: Look = {}
  #isShaded = false
  /** Where an element around the text leads. */
  #href: string | undefined

  constructor(parts: DocumentParts, relationships: ReadonlyMap<string, Relationship>) {
    this.#parts = parts
    this.#relationships = relationships
  }

  /** Reads what is in a paragraph of a style; `isShaded` where it stands on a ground of its own, `isMarked` where its kind shows in Markdown. */
  read(
    children: XmlElement['children'],
    style: string | undefined,
    { isShaded, isMarked }: { isShaded: boolean; isMarked: boolean },
  ): ParagraphContent {
    this.#content = { pieces: [], boxes: [], objects: [], hasRule: false }
    this.#style = style
    this.#usual = isMarked ? this.#parts.styles.lookOf(style, undefined) : {}
    this.#isShaded = isShaded
    this.#visit(children)
    for (const [reason, text] of this.#hidden) this.#parts.out.addHidden(reason, text)
    this.#hidden.clear()
    return this.#content
  }

  /** The font and the other looks of a run in this paragraph. */
  #lookOf(properties: XmlElement | undefined): Look {
    const style = findChild(properties, 'w:rStyle')?.attributes.get('w:val')
    return over(this.#parts.styles.lookOf(this.#style, style), readLook(properties))
  }

  #visit(children: XmlElement['children']): void {
    for (const child of children) if (typeof child !== 'string') this.#visitElement(child)
  }

  #visitElement(element: XmlElement): void {
    const { changes } = this.#parts
    switch (element.name) {
      case 'w:r':
        this.#readRun(element)
        return
      case 'w:ins':
        changes.insertions += 1
        break
      case 'w:del':
        changes.deletions += 1
        return
      case 'w:moveFrom':
      case 'w:pPr':
      case 'w:rPr':
      case 'w:sdtPr':
      case 'w:sdtEndPr':
        return
      case 'w:moveFromRangeStart':
        changes.moves += 1
        return
      case 'w:hyperlink':
        this.#visitLinked(element, this.#addressOf(element))
        return
      case 'w:fldSimple':
        this.#visitLinked(element, findAddress(element.attributes.get('w:instr') ?? ''))
        return
      case 'mc:AlternateContent':
        this.#visit(branchOf(element))
        return
      case 'm:oMathPara':
        for (const math of childrenOf(element, 'm:oMath')) this.#addMath(math, true)
        return
      case 'm:oMath':
        this.#addMath(element, false)
        return
      default:
    }
    this.#visit(element.children)
  }

  #visitLinked(element: XmlElement, href: string | undefined): void {
    const outer = this.#href
    this.#href = href ?? outer
    this.#visit(element.children)
    this.#href = outer
  }

  #addressOf({ attributes }: XmlElement): string | undefined {
    const target = this.#targetOf(attributes.get('r:id'))
    return target === undefined ? undefined : withPlace(target, attributes.get('w:anchor'))
  }

  #targetOf(id: string | undefined): string | undefined {
    const relationship = id === undefined ? undefined : this.#relationships.get(id)
    return relationship?.isExternal === true ? relationship.target : undefined
  }

  #addMath(math: XmlElement, isBlock: boolean): void {
    const tex = texOfOfficeMath(math)
    if (tex !== '') this.#content.pieces.push({ kind: 'math', tex, isBlock })
  }

  #readRun(run: XmlElement): void {
    const look = this.#lookOf(findChild(run, 'w:rPr'))
    for (const child of run.children) {
      if (typeof child !== 'string') this.#readInRun(child, look)
    }
  }

  #readInRun(child: XmlElement, look: Look): void {
    const { attributes } = child
    switch (child.name) {
      case 'w:t':
        this.#addText(innerText(child), look)
        return
      case 'w:tab':
      case 'w:ptab':
        this.#addText('\t', look)
        return
      case 'w:noBreakHyphen':
        this.#addText('-', look)
        return
      case 'w:sym': {
        const code = Number.parseInt(attributes.get('w:char') ?? '', 16)
        const font = attributes.get('w:font') ?? ''
        if (Number.isNaN(code) || code > 0x10_ff_ff) return
        this.#addText(findSymbol(font, code) ?? String.fromCodePoint(code), look)
        return
      }
      case 'w:br':
      case 'w:cr':
        if (this.#fields.showsText && attributes.get('w:type') !== 'page') {
          this.#content.pieces.push({ kind: 'break' })
        }
        return
      case 'w:fldChar':
        this.#addText(this.#fields.take(child), look, true)
        return
      case 'w:instrText':
        this.#fields.addInstruction(innerText(child))
        return
      case 'w:footnoteReference':
        this.#addNote(this.#parts.notes.of('footnote', attributes.get('w:id') ?? ''))
        return
      case 'w:endnoteReference':
        this.#addNote(this.#parts.notes.of('endnote', attributes.get('w:id') ?? ''))
        return
      case 'w:commentReference': {
        const label = this.#parts.comments.get(attributes.get('w:id') ?? '')
        if (label !== undefined) this.#addNote(label)
        return
      }
      case 'w:ruby':
        this.#addRuby(child)
        return
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#addDrawing(child, look)
        return
      case 'mc:AlternateContent':
        for (const inner of branchOf(child)) this.#readInRun(inner, look)
        return
      default:
    }
  }

  #addNote(label: string): void {
    this.#content.pieces.push({ kind: 'note', label })
  }

  /** Small signs over others tell how these are read. */
  #addRuby(ruby: XmlElement): void {
    this.#visit(findChild(ruby, 'w:rubyBase')?.children ?? [])
    const above = innerText(findChild(ruby, 'w:rt')).trim()
    if (above !== '') this.#addText(` (${above})`, {})
  }

  #addDrawing(drawing: XmlElement, look: Look): void {
    const { boxes, pictures, objects, link, hasRule } = readDrawing(drawing)
    for (const box of boxes) this.#content.boxes.push(box)
    this.#content.hasRule ||= hasRule
    if (look.isHidden === true && !this.#parts.choice.keepsHidden) return
    const marks = { href: this.#targetOf(link) ?? this.#href ?? this.#fields.href }
    for (const name of pictures) this.#content.pieces.push({ kind: 'picture', name, marks })
    for (const { id, name } of objects) {
      const part = this.#relationships.get(id)?.target ?? ''
      this.#content.objects.push({ part, name })
    }
  }

  /** Adds a text as it looks; `isControl` where it is shown although a field has only begun. */
  #addText(written: string, look: Look, isControl = false): void {
    if (written === '' || (!isControl && !this.#fields.showsText)) return
    const font = look.font ?? ''
    const text = written.replaceAll(
      PRIVATE_USE,
      (sign) => findSymbol(font, sign.charCodeAt(0)) ?? sign,
    )
    const reason = this.#whyHidden(look)
    if (reason !== undefined && !this.#parts.choice.keepsHidden) {
      this.#hidden.set(reason, `${this.#hidden.get(reason) ?? ''}${text}`)
      return
    }
    this.#content.pieces.push({ kind: 'text', text, marks: this.#marksOf(look) })
  }

  #marksOf(look: Look): RunMarks {
    const { script, font } = look
    return {
      href: this.#href ?? this.#fields.href,
      isBold: look.isBold === true && this.#usual.isBold !== true,
      isItalic: look.isItalic === true && this.#usual.isItalic !== true,
      isStruck: look.isStruck === true,
      isCode: font !== undefined && isMonospaced(font) && font !== this.#parts.styles.ordinaryFont,
      script: script === 'superscript' ? 'sup' : script === 'subscript' ? 'sub' : undefined,
    }
  }

  #whyHidden(look: Look): HiddenTextReason | undefined {
    if (look.isHidden === true) return 'hidden'
    if (look.size !== undefined && look.size < READABLE_MIN_HALF_POINTS) return 'tiny'
    const isOnPaper = look.isShaded !== true && !this.#isShaded
    return isOnPaper && look.colour !== undefined && isWhite(look.colour) ? 'colour' : undefined
  }
}
