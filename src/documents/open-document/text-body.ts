import type { Paragraph } from '../flow-writer.ts'
import { type BlockListener, replayBlocks } from '../package/read-blocks.ts'
import { childrenOf, type XmlElement } from '../package/read-xml.ts'
import { over } from '../text/style-chains.ts'
import { writeChart } from './objects.ts'
import { type ItemMark, ListCount, wholeNumber } from './text-lists.ts'
import { TextParagraphReader } from './text-paragraph.ts'
import type { TextParts } from './text-parts.ts'
import { shownText } from './text-plain.ts'
import type { TextStyle } from './text-styles.ts'

/** A list that is open. */
interface OpenList {
  /** The style that it names itself, and that of the lists around it. */
  own: string | undefined
  style: string | undefined
  /** Numbers and name of the outermost list around. */
  count: ListCount
  name: string
  run: number
  /** What the open item says of its number, and whether its first paragraph is still to come. */
  start: number | undefined
  awaitsText: boolean
}

interface OpenTable {
  columns: number
  isOpen: boolean
  isBox: boolean
  /** Whether rows are those of the head; the first row is. */
  isHead: boolean
  isShaded: boolean
}

/** Distance of one level from the next, in twips. */
const LEVEL_INDENT = 720
/** Columns and rows that are repeated, and written as often. */
const REPEATED_MAX_COUNT = 100
const DRAWING = /^(?:draw|dr3d):/

/** Reads the blocks of a text document, and writes them. */
export class TextBodyReader implements BlockListener {
  readonly #parts: TextParts
  readonly #paragraphs: TextParagraphReader
  #lists: OpenList[] = []
  #tables: OpenTable[] = []
  readonly #headings = new ListCount()
  /** Counts of lists by their ids and by their styles, for those that continue them. */
  readonly #counts = new Map<string, { count: ListCount; name: string }>()
  #runs = 0
  /** Hidden sections that are open. */
  #hiddenDepth = 0
  #isOnGround = false
  /** All lists of the box of a slide. */
  #boxList: BoxList | undefined

  constructor(parts: TextParts) {
    this.#parts = parts
    this.#paragraphs = new TextParagraphReader(parts)
  }

  isBlock(name: string): boolean {
    return (
      name === 'text:p' ||
      name === 'text:h' ||
      name === 'table:table-row' ||
      name === 'text:tracked-changes' ||
      DRAWING.test(name)
    )
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    switch (name) {
      case 'text:list':
        this.#openList(attributes)
        return
      case 'text:list-item':
      case 'text:list-header': {
        const list = this.#lists.at(-1)
        if (!list) return
        list.start = wholeNumber(attributes.get('text:start-value'))
        list.awaitsText = name === 'text:list-item'
        return
      }
      case 'text:section':
        if (this.#hiddenDepth > 0 || isHidden(attributes)) this.#hiddenDepth += 1
        return
      case 'table:table':
        this.#tables.push({
          columns: 0,
          isOpen: false,
          isBox: false,
          isHead: false,
          isShaded: this.#isGround('table', attributes),
        })
        return
      default:
        this.#openTablePart(name, attributes)
    }
  }

  close(name: string): void {
    switch (name) {
      case 'text:list':
        this.#lists.pop()
        return
      case 'text:section':
        this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1)
        return
      case 'table:table-header-rows': {
        const table = this.#tables.at(-1)
        if (table) table.isHead = false
        return
      }
      case 'table:table': {
        const table = this.#tables.pop()
        if (table?.isOpen === true && !table.isBox) this.#parts.flow.closeTable()
      }
    }
  }

  block(element: XmlElement): void {
    if (this.#hiddenDepth > 0 && !this.#parts.choice.keepsHidden) {
      this.#parts.out.addHidden('hidden', shownText(element))
      return
    }
    switch (element.name) {
      case 'table:table-row':
        this.#writeRow(element)
        return
      case 'text:tracked-changes':
        this.#countChanges(element)
        return
      case 'text:p':
      case 'text:h':
        this.#writeParagraph(element)
        return
      default:
        this.#writeParagraph({ name: 'text:p', attributes: new Map(), children: [element] })
    }
  }

  #openTablePart(name: string, attributes: ReadonlyMap<string, string>): void {
    const table = this.#tables.at(-1)
    if (!table) return
    if (name === 'table:table-column') {
      table.columns += wholeNumber(attributes.get('table:number-columns-repeated')) ?? 1
    } else if (name === 'table:table-header-rows') table.isHead = true
  }

  #openList(attributes: ReadonlyMap<string, string>): void {
    const outer = this.#lists.at(-1)
    const own = attributes.get('text:style-name')
    const style = own ?? outer?.style
    if (this.#boxList) {
      const { count, name } = this.#boxList
      this.#lists.push({ count, name, own, style, run: 0, start: undefined, awaitsText: false })
      return
    }
    this.#runs += 1
    if (outer) {
      outer.count.restart(this.#lists.length)
      this.#lists.push({
        ...outer,
        own,
        style,
        run: this.#runs,
        start: undefined,
        awaitsText: false,
      })
      return
    }
    const continued =
      this.#counts.get(`#${attributes.get('text:continue-list') ?? ''}`) ??
      (attributes.get('text:continue-numbering') === 'true'
        ? this.#counts.get(style ?? '')
        : undefined)
    const counted = continued ?? { count: new ListCount(), name: `list ${this.#runs}` }
    this.#counts.set(style ?? '', counted)
    const id = attributes.get('xml:id')
    if (id !== undefined) this.#counts.set(`#${id}`, counted)
    this.#lists.push({ ...counted, own, style, run: 0, start: undefined, awaitsText: false })
  }

  #writeParagraph(element: XmlElement): void {
    const { styles, flow } = this.#parts
    const { attributes } = element
    const style = styles.find('paragraph', attributes.get('text:style-name'))
    const kind = this.#kindOf(element, style)
    const look = over(styles.base, style.look)
    const isMarked = kind.heading !== undefined || kind.isQuote === true
    const isShaded = style.isShaded === true || this.#standsOnGround
    const { pieces, boxes, charts } = this.#paragraphs.read(hiddenOut(element, this.#parts), look, {
      isShaded,
      isMarked,
    })
    const [first] = pieces
    const isFormula = pieces.length === 1 && first?.kind === 'math'
    flow.addParagraph({
      pieces: isFormula ? [{ ...first, isBlock: true }] : pieces,
      ...kind,
    })
    for (const box of boxes) this.writeBox(box)
    for (const chart of charts) flow.addBlocks((out) => writeChart(chart, out))
  }

  /** Writes paragraphs as one heading after a label. */
  writeHeading(heading: number, label: string, paragraphs: readonly XmlElement[]): void {
    const pieces = paragraphs.flatMap((paragraph, index) => {
      const own = this.#paragraphs.read(paragraph, {}, { isShaded: true, isMarked: true }).pieces
      return index === 0 ? own : [{ kind: 'text', text: ' ', marks: {} } as const, ...own]
    })
    this.#parts.flow.addParagraph({ heading, label, pieces, indent: 0 })
  }

  get #standsOnGround(): boolean {
    return this.#isOnGround || this.#tables.some(({ isShaded }) => isShaded)
  }

  #isGround(family: string, attributes: ReadonlyMap<string, string>): boolean {
    return this.#parts.styles.find(family, attributes.get('table:style-name')).isShaded === true
  }

  #kindOf({ name, attributes }: XmlElement, style: TextStyle): Omit<Paragraph, 'pieces'> {
    const indent = this.#lists.length * LEVEL_INDENT
    if (style.role === 'title') return { heading: 1, indent }
    const outline =
      name === 'text:h' ? (wholeNumber(attributes.get('text:outline-level')) ?? 1) : style.outline
    if (outline !== undefined && outline > 0) {
      return { heading: outline, label: this.#headingLabel(attributes, outline, style), indent }
    }
    if (style.contents !== undefined && this.#lists.length === 0) {
      const run = 0
      return {
        item: { list: 'contents', level: style.contents, run, number: undefined, label: '' },
        indent: LEVEL_INDENT,
      }
    }
    const list = this.#lists.at(-1)
    const isQuote = style.role === 'quote' && !list
    const isCode = style.role === 'code' || style.look.isCode === true
    if (!list) this.#boxList?.end()
    if (!list?.awaitsText) return { indent, isQuote, isCode }
    list.awaitsText = false
    const level = this.#lists.length - 1
    const marks = this.#parts.styles.listOf(list.own ?? style.list ?? list.style)?.get(level)
    const run = this.#boxList?.runAt(level, JSON.stringify(marks)) ?? list.run
    const mark = this.#markItem(list, style)
    const { number, label } = mark
    const at = { list: list.name, level, run, number, label }
    return { item: mark.isBlank ? undefined : at, indent, isCode }
  }

  #markItem({ count, own, style, start }: OpenList, paragraph: TextStyle): ItemMark {
    const levels = this.#parts.styles.listOf(own ?? paragraph.list ?? style)
    return count.next(levels, this.#lists.length - 1, start)
  }

  #headingLabel(attributes: ReadonlyMap<string, string>, level: number, style: TextStyle): string {
    const list = this.#lists.at(-1)
    if (list?.awaitsText === true) {
      list.awaitsText = false
      return this.#markItem(list, style).label
    }
    if (attributes.get('text:is-list-header') === 'true') return ''
    const restarts = attributes.get('text:restart-numbering') === 'true'
    const start = restarts ? (wholeNumber(attributes.get('text:start-value')) ?? 1) : undefined
    return this.#headings.next(this.#parts.styles.outline, level - 1, start).label
  }

  #writeRow(row: XmlElement): void {
    const table = this.#tables.at(-1)
    if (!table) return
    if (!table.isOpen) {
      table.isBox = table.columns === 1
      if (!table.isBox) this.#parts.flow.openTable(this.#lists.length * LEVEL_INDENT)
    }
    const isHead = table.isHead || !table.isOpen
    table.isOpen = true
    const repeated = wholeNumber(row.attributes.get('table:number-rows-repeated')) ?? 1
    const isEmpty = repeated > 1 && shownText(row) === ''
    const times = isEmpty ? 1 : Math.min(repeated, REPEATED_MAX_COUNT)
    for (let at = 0; at < times; at += 1) this.#writeCells(row, table, isHead ? 'th' : 'td')
  }

  #writeCells(row: XmlElement, table: OpenTable, name: 'td' | 'th'): void {
    const { flow, out } = this.#parts
    if (!table.isBox) flow.openRow()
    for (const cell of childrenOf(row)) {
      const isCovered = cell.name === 'table:covered-table-cell'
      if (!isCovered && cell.name !== 'table:table-cell') continue
      const repeated = wholeNumber(cell.attributes.get('table:number-columns-repeated')) ?? 1
      for (let at = 0; at < Math.min(repeated, REPEATED_MAX_COUNT); at += 1) {
        if (isCovered) out.addHidden('hidden', shownText(cell))
        if (table.isBox) flow.openBox()
        else flow.openCell(name, 1)
        if (!isCovered) this.#replayIn(cell.children, this.#isGround('table-cell', cell.attributes))
        if (table.isBox) flow.closeBox()
        else flow.closeCell(name)
      }
    }
    if (!table.isBox) flow.closeRow()
  }

  /** Writes what is in a box of a slide, where items are counted by their depth alone, whatever lists they are written in. */
  writeSlideBox(box: Pick<XmlElement, 'children'>): void {
    this.#boxList = new BoxList(`box ${(this.#runs += 1)}`)
    this.writeBox(box)
    this.#boxList = undefined
  }

  /** Writes what is in a box, whose lists and tables are its own. */
  writeBox(box: Pick<XmlElement, 'children'>): void {
    this.#parts.flow.openBox()
    // Tables around a box have nothing to do with those in it.
    const outer = this.#tables
    this.#tables = []
    this.#replayIn(box.children, true)
    this.#tables = outer
    this.#parts.flow.closeBox()
  }

  /** Reads blocks of a cell or a box, where the lists around it do not count. */
  #replayIn(children: XmlElement['children'], isOnGround: boolean): void {
    const [lists, wasOnGround] = [this.#lists, this.#isOnGround]
    this.#lists = []
    this.#isOnGround ||= isOnGround
    replayBlocks(
      children.filter((child) => typeof child === 'string' || !isOfDrawing(child)),
      this,
    )
    this.#lists = lists
    this.#isOnGround = wasOnGround
  }

  #countChanges(element: XmlElement): void {
    const { changes } = this.#parts
    for (const region of childrenOf(element, 'text:changed-region')) {
      for (const { name } of childrenOf(region)) {
        if (name === 'text:insertion') changes.insertions += 1
        else if (name === 'text:deletion') changes.deletions += 1
      }
    }
  }
}

/** The lists of a box of a slide, which are one: programs write stretches of items as lists of their own. */
class BoxList {
  readonly count = new ListCount()
  readonly name: string
  readonly #marks: (string | undefined)[] = []
  #run = 0

  constructor(name: string) {
    this.name = name
  }

  /** Which list an item belongs to: other marks at its level begin a new one. */
  runAt(level: number, marks: string | undefined): number {
    if (level < this.#marks.length && this.#marks[level] !== marks) {
      this.count.restart(level)
      this.#run += 1
    }
    this.#marks.length = level + 1
    this.#marks[level] = marks
    return this.#run
  }

  /** Ends all, before a paragraph that is no item. */
  end(): void {
    this.count.restart(0)
    this.#marks.length = 0
    this.#run += 1
  }
}

/** Shapes within a shape are found with it. */
function isOfDrawing({ name }: XmlElement): boolean {
  return DRAWING.test(name) && name !== 'draw:frame'
}

/** Whether a section is hidden, as far as the document says so itself. */
function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  const display = attributes.get('text:display')
  if (display === 'none') return true
  return display === 'condition' && attributes.get('text:is-hidden') === 'true'
}

/** A paragraph without its text where a field hides it. */
function hiddenOut(paragraph: XmlElement, { out, choice }: TextParts): XmlElement {
  const isOff = childrenOf(paragraph, 'text:hidden-paragraph').some(
    ({ attributes }) => attributes.get('text:is-hidden') === 'true',
  )
  if (!isOff || choice.keepsHidden) return paragraph
  out.addHidden('hidden', shownText(paragraph))
  return { ...paragraph, children: [] }
}
