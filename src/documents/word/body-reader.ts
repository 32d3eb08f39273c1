import type { Paragraph } from '../flow-writer.ts'
import { isMonospaced } from '../looks.ts'
import { type BlockListener, replayBlocks } from '../package/read-blocks.ts'
import { childrenOf, findChild, type XmlElement } from '../package/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import { over } from '../text/style-chains.ts'
import type { DocumentParts } from './document-parts.ts'
import { isOn, readLook, shadingOf } from './look.ts'
import { branchOf } from './pictures.ts'
import { ParagraphReader } from './read-paragraph.ts'
import {
  OUTLINE_OF_TEXT,
  readIndent,
  readNumbering,
  readOutline,
  type Style,
  twipsOf,
} from './styles.ts'

/** A table that is open. */
interface OpenTable {
  /** A table of one column is a frame around blocks. */
  isBox: boolean
  isOpen: boolean
  isShaded: boolean
  indent: number
  /** Its first row heads it, in whatever way that is shown. */
  row: { isOpen: boolean; isHeader: boolean; isDeleted: boolean; before: number }
  cell: { isOpen: boolean; columns: number; isShaded: boolean }
}

const BLOCKS = new Set([
  'w:p',
  'w:tblPr',
  'w:tblGrid',
  'w:trPr',
  'w:tcPr',
  'w:sectPr',
  'w:sdtPr',
  'm:oMathPara',
  'w:altChunk',
  'w:moveFromRangeStart',
  'mc:AlternateContent',
])
/** Columns of a grid that a row may leave out before its first cell. */
const COLUMNS_MAX_COUNT = 63

/** Reads the blocks of one part of a document, such as its body or its footnotes, and writes them. */
export class BodyReader implements BlockListener {
  readonly #parts: DocumentParts
  readonly #paragraphs: ParagraphReader
  readonly #tables: OpenTable[] = []
  /** Content of paragraphs that the next one continues. */
  #carried: XmlElement['children'] = []
  #isInBox = false
  /** Ids of the parts that head and end pages, by what they are for: `header default`. */
  readonly bands = new Map<string, string>()

  constructor(parts: DocumentParts, relationships: ReadonlyMap<string, Relationship>) {
    this.#parts = parts
    this.#paragraphs = new ParagraphReader(parts, relationships)
  }

  isBlock(name: string): boolean {
    return BLOCKS.has(name)
  }

  open(name: string): void {
    if (name === 'w:tbl') this.#openTable()
    const table = this.#tables.at(-1)
    if (!table) return
    if (name === 'w:tr') {
      table.row = { isOpen: false, isHeader: !table.isOpen, isDeleted: false, before: 0 }
    } else if (name === 'w:tc') table.cell = { isOpen: false, columns: 1, isShaded: false }
  }

  close(name: string): void {
    const table = this.#tables.at(-1)
    if (!table) return
    if (name === 'w:tc') this.#closeCell(table)
    else if (name === 'w:tr') this.#closeRow(table)
    else if (name === 'w:tbl') {
      this.#tables.pop()
      if (table.isOpen && !table.isBox) this.#parts.flow.closeTable()
    }
  }

  block(element: XmlElement): void {
    switch (element.name) {
      case 'w:p':
        this.#addParagraph(element)
        return
      case 'm:oMathPara':
        this.#addParagraph({ name: 'w:p', attributes: new Map(), children: [element] })
        return
      case 'mc:AlternateContent':
        replayBlocks(branchOf(element), this)
        return
      case 'w:sectPr':
        this.#readSection(element)
        return
      case 'w:altChunk':
        this.#parts.out.say('part of its text is a file of another format within it')
        return
      case 'w:moveFromRangeStart':
        this.#parts.changes.moves += 1
        return
      default:
        this.#readTableProperties(element)
    }
  }

  #openTable(): void {
    this.#writeCarried()
    this.#enterCell()
    const none = { isOpen: false, columns: 1, isShaded: false }
    this.#tables.push({
      isBox: false,
      isOpen: false,
      isShaded: false,
      indent: 0,
      row: { isOpen: false, isHeader: true, isDeleted: false, before: 0 },
      cell: none,
    })
  }

  #readTableProperties(element: XmlElement): void {
    const table = this.#tables.at(-1)
    if (!table) return
    switch (element.name) {
      case 'w:tblPr': {
        const style = findChild(element, 'w:tblStyle')?.attributes.get('w:val')
        table.isShaded =
          shadingOf(element) === true || this.#parts.styles.find(style)?.isShaded === true
        table.indent = twipsOf(findChild(element, 'w:tblInd')?.attributes.get('w:w') ?? '')
        return
      }
      case 'w:tblGrid':
        table.isBox = childrenOf(element, 'w:gridCol').length === 1
        return
      case 'w:trPr': {
        const header = findChild(element, 'w:tblHeader')
        const before = Number(findChild(element, 'w:gridBefore')?.attributes.get('w:val') ?? 0)
        table.row.isHeader ||= header !== undefined && isOn(header)
        table.row.before = Math.min(before, COLUMNS_MAX_COUNT)
        if (findChild(element, 'w:ins')) this.#parts.changes.insertions += 1
        if (!findChild(element, 'w:del')) return
        this.#parts.changes.deletions += 1
        table.row.isDeleted = true
        return
      }
      case 'w:tcPr': {
        const span = Number(findChild(element, 'w:gridSpan')?.attributes.get('w:val') ?? 1)
        table.cell.columns = Number.isInteger(span) && span > 1 ? span : 1
        table.cell.isShaded = shadingOf(element) === true
      }
    }
  }

  /** Whether what is read stands in a row that was deleted. */
  get #isDeleted(): boolean {
    return this.#tables.some(({ row }) => row.isDeleted)
  }

  /** Begins the table, the row and the cell that a block stands in, as soon as their properties are known. */
  #enterCell(): void {
    const { flow } = this.#parts
    const table = this.#tables.at(-1)
    if (!table || table.cell.isOpen || this.#isDeleted) return
    table.cell.isOpen = true
    if (table.isBox) {
      table.isOpen = true
      flow.openBox()
      return
    }
    if (!table.isOpen) flow.openTable(table.indent)
    table.isOpen = true
    if (!table.row.isOpen) {
      flow.openRow()
      table.row.isOpen = true
      for (let at = 0; at < table.row.before; at += 1) {
        flow.openCell('td', 1)
        flow.closeCell('td')
      }
    }
    flow.openCell(cellName(table), table.cell.columns)
  }

  #closeCell(table: OpenTable): void {
    this.#writeCarried()
    if (table.row.isDeleted) return
    this.#enterCell()
    if (!table.cell.isOpen) return
    if (table.isBox) this.#parts.flow.closeBox()
    else this.#parts.flow.closeCell(cellName(table))
    table.cell.isOpen = false
  }

  #closeRow(table: OpenTable): void {
    if (table.row.isOpen) this.#parts.flow.closeRow()
    table.row = { isOpen: false, isHeader: false, isDeleted: false, before: 0 }
  }

  #addParagraph(element: XmlElement): void {
    if (this.#isDeleted) return
    const properties = findChild(element, 'w:pPr')
    const section = findChild(properties, 'w:sectPr')
    if (section) this.#readSection(section)
    const mark = findChild(properties, 'w:rPr')
    const isMarkDeleted =
      findChild(mark, 'w:del') !== undefined || findChild(mark, 'w:moveFrom') !== undefined
    const isInitial = /^(?:drop|margin)$/.test(
      findChild(properties, 'w:framePr')?.attributes.get('w:dropCap') ?? '',
    )
    // Once its end is gone, or where it is the large first letter of the next one, it is no paragraph of its own.
    if (isMarkDeleted || isInitial) {
      for (const child of element.children) {
        if (typeof child !== 'string' && child.name !== 'w:pPr') this.#carried.push(child)
      }
      return
    }
    const carried = this.#carried.splice(0)
    this.#write(
      carried.length === 0 ? element.children : [...carried, ...element.children],
      properties,
    )
  }

  #writeCarried(): void {
    if (this.#carried.length > 0) this.#write(this.#carried.splice(0), undefined)
  }

  #write(children: XmlElement['children'], properties: XmlElement | undefined): void {
    this.#enterCell()
    const { styles, flow } = this.#parts
    const id = findChild(properties, 'w:pStyle')?.attributes.get('w:val')
    const style = styles.ofParagraph(id)
    const isShaded = shadingOf(properties) ?? style.isShaded ?? this.#standsOnGround
    const kind = this.#kindOf(properties, id, style)
    const isMarked = kind.heading !== undefined || kind.isQuote === true
    const { pieces, boxes, objects, hasRule } = this.#paragraphs.read(children, id, {
      isShaded,
      isMarked,
    })
    if (hasRule) flow.addRule()
    flow.addParagraph({ pieces, ...kind })
    for (const box of boxes) this.#writeBox(box)
    for (const { part, name } of objects) {
      flow.addBlocks((out) => {
        if (this.#parts.objects.write(part, out)) return
        out.open('p')
        out.addPicture(name)
        out.close('p')
      })
    }
  }

  get #standsOnGround(): boolean {
    return (
      this.#isInBox ||
      this.#parts.isShaded ||
      this.#tables.some(({ isShaded, cell }) => isShaded || cell.isShaded)
    )
  }

  #writeBox(box: XmlElement): void {
    const { flow } = this.#parts
    const wasInBox = this.#isInBox
    // Tables around a box have nothing to do with those in it.
    const outer = this.#tables.splice(0)
    this.#isInBox = true
    flow.openBox()
    replayBlocks(box.children, this)
    this.#writeCarried()
    flow.closeBox()
    this.#isInBox = wasInBox
    this.#tables.push(...outer)
  }

  #kindOf(
    properties: XmlElement | undefined,
    id: string | undefined,
    style: Style,
  ): Omit<Paragraph, 'pieces'> {
    const own = readNumbering(properties)
    const item = this.#parts.numbering.next(
      own.numbering ?? style.numbering,
      own.level ?? style.level,
      id,
    )
    const isOfStyle = own.numbering === undefined && style.indent !== undefined
    const byStyle = isOfStyle ? style.indent : (item?.indent ?? style.indent)
    const indent = readIndent(properties) ?? byStyle ?? 0
    const outline = readOutline(properties) ?? style.outline ?? OUTLINE_OF_TEXT
    if (style.role === 'title') return { heading: 1, indent }
    if (outline < OUTLINE_OF_TEXT) {
      return { heading: outline + 1, label: item?.label ?? '', indent }
    }
    if (style.contents !== undefined) {
      const level = style.contents - 1
      return { item: { list: 'contents', level, run: 0, number: undefined, label: '' }, indent }
    }
    return {
      item: item && !item.isBlank ? item : undefined,
      indent,
      isQuote: style.role === 'quote',
      isCode: this.#isCode(properties, id, style),
    }
  }

  /** Whether an empty paragraph is a line of code: by its style, or by the font of its mark. */
  #isCode(properties: XmlElement | undefined, id: string | undefined, style: Style): boolean {
    if (style.role === 'code') return true
    const { styles } = this.#parts
    const look = over(styles.lookOf(id, undefined), readLook(findChild(properties, 'w:rPr')))
    return look.font !== undefined && look.font !== styles.ordinaryFont && isMonospaced(look.font)
  }

  #readSection(section: XmlElement): void {
    const title = findChild(section, 'w:titlePg')
    const hasFirst = title !== undefined && isOn(title)
    for (const reference of childrenOf(section)) {
      const kind = /^w:(header|footer)Reference$/.exec(reference.name)?.[1]
      const type = reference.attributes.get('w:type') ?? 'default'
      const part = reference.attributes.get('r:id')
      if (kind === undefined || part === undefined || (type === 'first' && !hasFirst)) continue
      this.bands.set(part, `${kind} ${type}`)
    }
  }
}

function cellName({ row }: OpenTable): 'td' | 'th' {
  return row.isHeader ? 'th' : 'td'
}
