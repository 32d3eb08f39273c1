import type { HtmlListener } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { codeBlock, codeSpan } from '../code.ts'
import { escapeDestination, escapeLine, escapeText, escapeTitle } from '../escape.ts'
import { BlockWriter } from './block-writer.ts'
import {
  BLOCKS,
  CODE,
  HEADINGS,
  isPlainMark,
  MARKS,
  PARTS_OF_TABLES,
  SKIPPED,
} from './element-kinds.ts'
import { Leaf, type LinkTarget, type Span } from './leaf.ts'
import { LinkReferences } from './link-references.ts'
import { mathMarkdown } from './math.ts'
import { addToCode, openCode, openInCode, type OpenCode } from './open-code.ts'
import { cellFacts, type CellFacts, TableGrid } from './table.ts'

/** What a user of the writer decides. */
export interface MarkdownWriterOptions {
  /**
   * True when reading the Markdown must give the same document again: emphasis that Markdown cannot express
   * stays as tags, and what holds nothing stays too. False for readers of the text itself: what says nothing
   * is left out.
   */
  faithful: boolean
  /** Whether links name their address by a number, defined before the next heading or at the end. */
  references?: boolean
  /** The address to write for one found in the document; undefined to keep only the text or nothing. */
  address?(found: string, kind: 'link' | 'image'): string | undefined
}

/** Spans inside each other; deeper ones are left out, as readers of Markdown give up too. */
const SPANS_MAX_DEPTH = 8

/** A table that is open. */
interface OpenTable {
  grid: TableGrid
  inHead: boolean
  cell: CellFacts | undefined
}

/**
 * Writes Markdown (CommonMark with GFM tables, strikethrough and tasks) from the events of a document,
 * in one pass, in time linear in its size and without recursion. Anything that can walk a document can
 * drive it.
 */
export class MarkdownWriter implements HtmlListener {
  readonly #address: (found: string, kind: 'link' | 'image') => string | undefined
  readonly #faithful: boolean
  readonly #references: LinkReferences | undefined
  readonly #blocks: BlockWriter
  #leaf: Leaf
  #heading = 0
  /** Spans around the text to come, outermost first. */
  readonly #spans: Span[] = []
  /** Spans that the open span elements opened; undefined for one that opened none. */
  readonly #spanElements: (Span | undefined)[] = []
  #skipped = 0
  #code: OpenCode | undefined
  #table: OpenTable | undefined
  #innerTables = 0

  constructor(options: MarkdownWriterOptions) {
    this.#address = (found, kind) => (options.address ? options.address(found, kind) : found)
    this.#faithful = options.faithful
    this.#references = options.references === true ? new LinkReferences() : undefined
    this.#blocks = new BlockWriter(options.faithful)
    this.#leaf = this.#newLeaf(false)
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped += 1
      return
    }
    if (this.#code) {
      openInCode(this.#code, name, attributes)
      return
    }
    const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined
    if (mark) this.#openSpan(isPlainMark(name, attributes['style']) ? undefined : mark)
    else if (name === 'a') this.#openSpan(this.#linkTarget(attributes))
    else if (name === 'br') this.#leaf.addBreak()
    else if (name === 'img') this.#leaf.addRaw(this.#image(attributes))
    else if (CODE.has(name)) this.#openCode(name, false, attributes)
    else if (name === 'input') this.#addCheckbox(attributes)
    else if (name === 'table' || PARTS_OF_TABLES.has(name)) this.#openTablePart(name, attributes)
    else if (this.#table?.cell) this.#separateInCell(name, attributes)
    else this.#openBlock(name, attributes)
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    if (this.#code) addToCode(this.#code, text)
    else this.#leaf.addText(text)
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    if (this.#code) {
      if (name === this.#code.element && this.#code.depth === 0) this.#closeCode(this.#code)
      else if (name !== 'br') this.#code.depth -= 1
      return
    }
    if (name === 'a' || Object.hasOwn(MARKS, name)) this.#closeSpan()
    else if (name === 'table' || PARTS_OF_TABLES.has(name)) this.#closeTablePart(name)
    else if (this.#table?.cell) this.#separateInCell(name, {})
    else this.#closeBlock(name)
  }

  /** The whole document; call it once, after the last event. */
  end(): string {
    this.#endLeaf()
    this.#defineReferences()
    return this.#blocks.text === '' ? '' : `${this.#blocks.text}\n`
  }

  /** Adds finished Markdown within a line. */
  addInline(markdown: string): void {
    this.#leaf.addRaw(markdown)
  }

  /** Adds a block of code; within a cell of a table, a span for each line. */
  addCode(code: string, language: string): void {
    if (this.#table?.cell) {
      this.#addLinesOfCode(code)
      return
    }
    this.#endLeaf()
    this.#blocks.write(codeBlock(code, language), false)
  }

  /** Adds a formula in TeX, in the line or as a block of its own. */
  addMath(tex: string, isBlock: boolean): void {
    const stands = isBlock && !this.#table && this.#heading === 0
    if (stands) this.#endLeaf()
    const inTable = this.#table !== undefined
    const inMarks = this.#spans.length > 0
    this.#leaf.addRaw(mathMarkdown(tex, { isBlock: stands, inTable, inMarks }))
    if (stands) this.#endLeaf()
  }

  /** Begins the text of a footnote, which `[^label]` refers to. */
  openNote(label: string): void {
    this.#endLeaf()
    this.#blocks.openNote(label)
  }

  /** Begins what the term in the block before means. */
  openDefinition(): void {
    this.#endLeaf()
    this.#blocks.openDefinition()
  }

  /** Ends a footnote or a definition. */
  closeNote(): void {
    this.#endLeaf()
    this.#blocks.close()
  }

  /**
   * Begins a remark that is set apart, as a quotation whose first line says its kind (`[!NOTE]`, as GitHub and Obsidian read
   * it) and its title; within a cell of a table, as text after both.
   */
  openCallout(kind: string, title: string): void {
    if (this.#table?.cell) {
      this.#leaf.separate()
      this.#leaf.addText(`${title === '' ? kind : title}: `)
      return
    }
    this.#endLeaf()
    this.#blocks.openQuote()
    this.#blocks.writeMarker(`[!${kind}]${title === '' ? '' : ` ${escapeLine(title)}`}`)
  }

  /** Ends a remark. */
  closeCallout(): void {
    if (this.#table?.cell) {
      this.#leaf.separate()
      return
    }
    this.#endLeaf()
    this.#blocks.close()
  }

  #openBlock(name: string, attributes: Attributes): void {
    if (BLOCKS.has(name)) {
      this.#endLeaf()
      if (name === 'p') this.#blocks.loosen()
    } else if (HEADINGS.has(name)) {
      this.#endLeaf()
      if (this.#blocks.atRoot) this.#defineReferences()
      this.#heading = Number(name.charAt(1))
    } else if (name === 'ul' || name === 'ol') {
      this.#endLeaf()
      this.#blocks.openList(name === 'ol', Number(attributes['start'] ?? '1'))
    } else if (name === 'li') {
      this.#endLeaf()
      this.#blocks.openItem(itemNumber(attributes))
    } else if (name === 'blockquote') {
      this.#endLeaf()
      this.#blocks.openQuote()
    } else if (name === 'hr') {
      this.#endLeaf()
      this.#blocks.writeRule()
    } else if (name === 'pre') {
      this.#endLeaf()
      this.#openCode(name, true, attributes)
    }
  }

  #closeBlock(name: string): void {
    if (BLOCKS.has(name)) this.#endLeaf()
    else if (HEADINGS.has(name)) {
      this.#endLeaf(this.#faithful)
      this.#heading = 0
    } else if (name === 'ul' || name === 'ol' || name === 'li' || name === 'blockquote') {
      this.#endLeaf()
      this.#blocks.close()
    }
  }

  /** Writes the text gathered so far as a block of its own; an empty heading is a heading too. */
  #endLeaf(evenEmpty = false): void {
    const leaf = this.#leaf
    if (leaf.isEmpty && !evenEmpty) {
      this.#renewLeaf(false)
      return
    }
    for (const span of this.#spans.toReversed()) leaf.close(span)
    const text = leaf.render(this.#heading > 0 ? 'heading' : 'paragraph')
    if (this.#heading > 0)
      this.#blocks.write(`${'#'.repeat(this.#heading)} ${text}`.trimEnd(), false)
    else if (text !== '') this.#blocks.write(text, true)
    this.#renewLeaf(false)
  }

  #newLeaf(inTable: boolean): Leaf {
    return new Leaf({ inTable, faithful: this.#faithful, references: this.#references })
  }

  #renewLeaf(inTable: boolean): void {
    this.#leaf = this.#newLeaf(inTable)
    for (const span of this.#spans) {
      // One link to an address is enough for those who only read.
      if (this.#faithful || typeof span === 'string' || !span.written) this.#leaf.open(span)
    }
  }

  #defineReferences(): void {
    const definitions = this.#references?.takeDefinitions() ?? ''
    if (definitions !== '') this.#blocks.write(definitions, false)
  }

  #openSpan(requested: Span | undefined): void {
    const inHeader = this.#heading > 0 || this.#table?.cell?.isHeader === true
    // Headings are strong as they are.
    const span = !this.#faithful && requested === 'strong' && inHeader ? undefined : requested
    const isLink = typeof span === 'object'
    const held = this.#spans.some(
      (other) => other === span || (isLink && typeof other === 'object'),
    )
    // Emphasis in emphasis of its kind means something in Markdown, links in links and ~~ in ~~ do not.
    const nests = span === 'em' || span === 'strong' || !held
    const opened =
      span !== undefined && nests && this.#spans.length < SPANS_MAX_DEPTH ? span : undefined
    this.#spanElements.push(opened)
    if (opened === undefined) return
    this.#spans.push(opened)
    this.#leaf.open(opened)
  }

  #closeSpan(): void {
    const span = this.#spanElements.pop()
    if (span === undefined) return
    this.#spans.pop()
    this.#leaf.close(span)
  }

  #linkTarget({ href, title }: Attributes): LinkTarget | undefined {
    const address = href === undefined ? undefined : this.#address(href, 'link')
    return address === undefined ? undefined : { href: address, title, written: false }
  }

  #image({ src = '', alt = '', title }: Attributes): string {
    const address = this.#address(src, 'image')
    if (address === undefined || (src === '' && alt === '')) return ''
    const inTable = this.#table?.cell !== undefined
    const line = alt.replaceAll(/\s+/g, ' ').trim()
    const label = escapeText(line, { before: '[', after: ']', inLink: true, inTable })
    return `![${label}](${escapeDestination(address, inTable)}${escapeTitle(title, inTable)})`
  }

  /** The box of a task: only at the start of an item, the one place where it means something. */
  #addCheckbox({ type, checked }: Attributes): void {
    if (type?.toLowerCase() !== 'checkbox' || !this.#leaf.isEmpty || !this.#blocks.atItemStart)
      return
    this.#leaf.addRaw(checked === undefined ? '[ ]' : '[x]')
    this.#leaf.addText(' ')
  }

  #openCode(element: string, isBlock: boolean, attributes: Attributes): void {
    this.#code = openCode(element, isBlock, attributes)
  }

  #closeCode(code: OpenCode): void {
    this.#code = undefined
    const inTable = this.#table?.cell !== undefined
    if (!code.isBlock) this.#leaf.addRaw(codeSpan(code.text, inTable))
    else if (inTable) this.#addLinesOfCode(code.text)
    else this.#blocks.write(codeBlock(code.text, code.language), false)
  }

  /** Code in a cell: lines of it, as spans. */
  #addLinesOfCode(code: string): void {
    for (const line of code.split(/\r\n?|\n/)) {
      this.#leaf.separate()
      this.#leaf.addRaw(codeSpan(line.trimEnd(), true))
    }
    this.#leaf.separate()
  }

  #openTablePart(name: string, attributes: Attributes): void {
    if (name === 'table') {
      if (this.#table) this.#innerTables += 1
      else {
        this.#endLeaf()
        this.#table = { grid: new TableGrid(), inHead: false, cell: undefined }
      }
    }
    const table = this.#table
    if (!table || this.#innerTables > 0) {
      this.#separateCells(name)
      return
    }
    if (name === 'thead') table.inHead = true
    else if (name === 'tr') table.grid.addRow()
    else if (name === 'td' || name === 'th') {
      this.#endLeaf()
      table.cell = cellFacts(name === 'th' || table.inHead, attributes)
      this.#renewLeaf(true)
    }
  }

  #closeTablePart(name: string): void {
    const table = this.#table
    if (!table || this.#innerTables > 0) {
      if (name === 'table') this.#innerTables -= 1
      this.#separateCells(name)
      return
    }
    if (name === 'thead') table.inHead = false
    else if (name === 'caption') this.#endLeaf()
    else if ((name === 'td' || name === 'th') && table.cell) this.#endCell(table, table.cell)
    else if (name === 'table') {
      this.#endLeaf()
      this.#table = undefined
      const { grid } = table
      const markdown = this.#faithful ? grid.render() : grid.renderCompact()
      if (markdown !== '') this.#blocks.write(markdown, false)
    }
  }

  #endCell(table: OpenTable, cell: CellFacts): void {
    for (const span of this.#spans.toReversed()) this.#leaf.close(span)
    table.grid.addCell(this.#leaf.render('cell'), cell)
    table.cell = undefined
    this.#renewLeaf(false)
  }

  /** Parts of a table inside a cell, or of none, only keep texts apart. */
  #separateCells(name: string): void {
    if (name === 'td' || name === 'th') this.#leaf.addText(' ')
    else if (this.#table?.cell) this.#leaf.separate()
    else this.#endLeaf()
  }

  /** Blocks inside a cell are lines of it. */
  #separateInCell(name: string, attributes: Attributes): void {
    if (name === 'pre') this.#openCode(name, true, attributes)
    else if (BLOCKS.has(name) || /^(?:h[1-6r]|[uo]l|li|blockquote)$/.test(name))
      this.#leaf.separate()
  }
}

/** The number that an item says it has. */
function itemNumber({ value }: Attributes): number | undefined {
  const number = Number.parseInt(value ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}
