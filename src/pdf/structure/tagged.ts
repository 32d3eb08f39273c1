import { writeCodeLines } from '../lines/code.ts'
import type { Vocabulary } from '../lines/hyphens.ts'
import { toLines } from '../lines/lines.ts'
import { markerOf } from '../lines/markers.ts'
import { toRuns } from '../lines/runs.ts'
import {
  type Block,
  type Line,
  type ListItem,
  type PageText,
  plainRun,
  type Run,
  type Span,
  type StructureNode,
} from '../model.ts'
import type { Removed } from '../removed.ts'
import { findFault } from '../tables/judge.ts'
import { joinPages } from './join-pages.ts'
import { inColumns, type TaggedCell } from './tagged-table.ts'

/** Share of the text that must hang in the structure for it to be believed. */
const COVERED_MIN_SHARE = 0.85
const HEADING = /^H([1-6])?$/
const INLINE = new Set(
  'Span NonStruct Link Strong Em Code Reference Annot Quote BibEntry Sub Formula Ruby RB RT RP Warichu WT WP'.split(
    ' ',
  ),
)
const ALT_MAX_CHARS = 300

/** What reading the tags of a document needs besides its pages. */
export interface TaggedContext {
  vocabulary: Vocabulary
  /** Told of each row that is left out. */
  report(removed: Removed): void
  /** The blocks of a part of a page, by nothing but the places of its texts. */
  layOut(page: number, spans: readonly Span[]): Block[]
}

/**
 * The blocks of a tagged document, by its structure; undefined when it is not tagged, or so badly that the
 * layout is more reliable. Text outside of the structure stands where it was drawn. Rows that are left out are reported.
 */
export function readTaggedBlocks(
  pages: readonly PageText[],
  context: TaggedContext,
): Block[] | undefined {
  if (pages.some(({ structure, spans }) => !structure && spans.length > 0)) return undefined
  const counts = { covered: 0, all: 0 }
  const byPage = pages.map((page) => {
    const reader = new StructureReader(page, context)
    const blocks = page.structure ? reader.read(page.structure) : []
    counts.covered += reader.coveredChars
    counts.all += page.spans.reduce((sum, { text }) => sum + text.length, 0)
    return { blocks, unlabelled: reader.unlabelled }
  })
  if (counts.covered < counts.all * COVERED_MIN_SHARE) return undefined
  const blocks = joinPages(byPage, context.vocabulary, context.report)
  return blocks.some(({ kind }) => kind !== 'paragraph') ? blocks : undefined
}

/** Reads the structure of one page. pdf.js limits it to 40 levels. */
class StructureReader {
  coveredChars = 0
  /** Items without a label: on a new page, the rest of an item of the page before. */
  readonly unlabelled = new Set<ListItem>()
  readonly #page: number
  readonly #vocabulary: Vocabulary
  readonly #layOut: (spans: readonly Span[]) => Block[]
  readonly #spans: Map<string | undefined, Span[]>
  readonly #order: ReadonlyMap<Span, number>
  /** Where each block begins in the order of drawing. */
  readonly #places = new Map<Block, number>()
  /** Where the block that is being read begins. */
  #first = Number.POSITIVE_INFINITY

  constructor({ page, spans }: PageText, { vocabulary, layOut }: TaggedContext) {
    this.#page = page
    this.#vocabulary = vocabulary
    this.#layOut = (some) => layOut(page, some)
    this.#spans = Map.groupBy(spans, ({ contentId }) => contentId)
    this.#order = new Map(spans.map((span, index) => [span, index]))
  }

  /** The blocks of the page, and between them the text that the structure does not hold. */
  read(root: StructureNode): Block[] {
    const blocks = this.#blocksOf(root)
    const left = [...this.#spans.values()]
      .flat()
      .toSorted((a, b) => this.#orderOf(a) - this.#orderOf(b))
    // Bullets and rules that no item names say nothing.
    const lines = toLines(this.#page, left).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    const strays = lines.map((line) => ({
      at: this.#orderOf(line.spans[0] as Span),
      block: this.#textBlock([line]),
    }))
    for (const { at, block } of strays.toReversed()) {
      const next = blocks.findIndex((other) => (this.#places.get(other) ?? 0) > at)
      blocks.splice(next === -1 ? blocks.length : next, 0, block)
    }
    return blocks
  }

  #orderOf(span: Span): number {
    return this.#order.get(span) ?? 0
  }

  #textBlock(lines: readonly Line[]): Block {
    return { kind: 'paragraph', page: this.#page, runs: toRuns(lines, this.#vocabulary) }
  }

  /** Notes where the blocks begin. */
  #placed(read: () => Block[]): Block[] {
    const outer = this.#first
    this.#first = Number.POSITIVE_INFINITY
    const blocks = read()
    for (const block of blocks) {
      if (!this.#places.has(block)) this.#places.set(block, this.#first)
    }
    this.#first = Math.min(outer, this.#first)
    return blocks
  }

  #blocksOf(node: StructureNode): Block[] {
    return this.#placed(() => this.#readBlocks(node))
  }

  /** The blocks of a node; neighbouring inline children make one paragraph. */
  #readBlocks(node: StructureNode): Block[] {
    const role = node.role ?? ''
    const heading = role === 'Title' ? 1 : HEADING.test(role) ? Number(role[1] ?? 1) : 0
    if (heading > 0) return this.#heading(node, heading)
    if (role === 'L' || role === 'TOC') return this.#list(node)
    if (role === 'Table') return this.#table(node)
    if (role === 'Artifact') return []
    if (role === 'Figure' && node.alt) return [this.#figure(node.alt)]
    if (role === 'P' || role === 'Caption') return this.#paragraph(node.children ?? [])
    // Code that holds blocks is nothing but them.
    if (role === 'Code' && isInline(node)) return this.#paragraph([node])
    const blocks = this.#mixed(node.children ?? [])
    if (role !== 'BlockQuote' || blocks.length === 0) return blocks
    return [{ kind: 'quote', page: this.#page, blocks }]
  }

  #mixed(children: readonly StructureNode[]): Block[] {
    const blocks: Block[] = []
    let inline: StructureNode[] = []
    const flush = (): void => {
      if (inline.length > 0) blocks.push(...this.#paragraph(inline))
      inline = []
    }
    for (const child of children) {
      if (isInline(child)) inline.push(child)
      else {
        flush()
        blocks.push(...this.#blocksOf(child))
      }
    }
    flush()
    return blocks
  }

  #heading(node: StructureNode, level: number): Block[] {
    const runs = this.#runs([node]).map((run) => ({ ...run, bold: false, italic: false }))
    return runs.length === 0 ? [] : [{ kind: 'heading', page: this.#page, level, runs }]
  }

  #paragraph(nodes: readonly StructureNode[]): Block[] {
    if (nodes.some((node) => !isInline(node))) return this.#mixed(nodes)
    return this.#placed(() => this.#readParagraph(nodes))
  }

  #readParagraph(nodes: readonly StructureNode[]): Block[] {
    const lines = toLines(this.#page, this.#collect(nodes))
    if (lines.length === 0) return []
    if (lines.every(({ mono }) => mono)) {
      return [{ kind: 'code', page: this.#page, lines: writeCodeLines(lines) }]
    }
    return [this.#textBlock(lines)]
  }

  #figure(alt: string): Block {
    const text = `[Image: ${alt.slice(0, ALT_MAX_CHARS)}]`
    return { kind: 'paragraph', page: this.#page, runs: [plainRun(text)] }
  }

  #list(node: StructureNode): Block[] {
    const items: ListItem[] = []
    const blocks: Block[] = [{ kind: 'list', page: this.#page, items }]
    for (const child of node.children ?? []) {
      if (child.role === 'L') {
        const inner = this.#list(child)
        const last = items.at(-1)
        if (last) last.blocks.push(...inner)
        else blocks.push(...inner)
      } else if (child.role === 'LI' || child.role === 'TOCI') items.push(this.#item(child))
      else if (child.role === 'Caption') blocks.unshift(...this.#blocksOf(child))
    }
    return items.length > 0 ? blocks : blocks.slice(1)
  }

  #item(node: StructureNode): ListItem {
    const parts = node.children ?? []
    const labels = parts.filter(({ role }) => role === 'Lbl')
    const labelLines = toLines(this.#page, this.#collect(labels))
    const label = labelLines.map(({ text }) => text).join(' ')
    const body = parts
      .filter(({ role }) => role !== 'Lbl')
      .flatMap((part) => (part.role === 'LBody' ? (part.children ?? []) : [part]))
    const blocks = this.#mixed(body).map((block) => inlineCode(block))
    const marker = markerOf(`${label} `)
    const item: ListItem = { marker: marker?.marker, blocks }
    const first = blocks[0]
    // A label that is no marker of Markdown is text.
    if ((marker?.length !== label.length + 1 || marker.isText) && label !== '') {
      item.marker = undefined
      if (first?.kind === 'paragraph') first.runs.unshift(plainRun(`${label} `))
      else blocks.unshift(this.#textBlock(labelLines))
    }
    if (labels.length === 0 && first?.kind === 'paragraph') takeMarker(item, first.runs)
    if (labels.length === 0 && item.marker === undefined) this.unlabelled.add(item)
    return item
  }

  #table(node: StructureNode): Block[] {
    const rows: TaggedCell[][] = []
    const captions: Block[] = []
    const walk = (part: StructureNode): void => {
      for (const child of part.children ?? []) {
        // A table cut by a page break has its rows on both pages, those of the other page empty.
        if (child.role === 'TR') rows.push(...[this.#row(child)].filter(hasText))
        else if (child.role === 'Caption') captions.push(...this.#blocksOf(child))
        else walk(child)
      }
    }
    walk(node)
    if (rows.length === 0) return captions
    const cells = inColumns(rows)
    const lines = cells.map((row) => row.map((cell) => cell.lines))
    // The tree may name other cells than those that the page shows.
    if (findFault(lines) !== undefined) return [...captions, ...this.#byPlace(lines.flat(2))]
    return [
      ...captions,
      {
        kind: 'table',
        page: this.#page,
        rows: cells.map((row) => row.map((cell) => this.#cellRuns(cell))),
      },
    ]
  }

  /** What stands on the page where the tree does not know how. */
  #byPlace(lines: readonly Line[]): Block[] {
    const spans = lines.flatMap((line) => line.spans)
    return this.#layOut(spans.toSorted((a, b) => this.#orderOf(a) - this.#orderOf(b)))
  }

  #row(node: StructureNode): TaggedCell[] {
    const cells = (node.children ?? []).filter(({ role }) => role === 'TD' || role === 'TH')
    return cells.map((cell) => ({
      lines: toLines(this.#page, this.#collect([cell])),
      isHead: cell.role === 'TH',
    }))
  }

  #cellRuns({ lines, isHead }: TaggedCell): Run[] {
    const runs = toRuns(lines, this.#vocabulary)
    return isHead ? runs.map((run) => ({ ...run, bold: false })) : runs
  }

  #runs(nodes: readonly StructureNode[]): Run[] {
    return toRuns(toLines(this.#page, this.#collect(nodes)), this.#vocabulary)
  }

  /** The spans under nodes, with the style that roles give them. Each is given once. */
  #collect(nodes: readonly StructureNode[]): Span[] {
    return nodes.flatMap((node): Span[] => {
      if (node.type === 'content') {
        const spans = this.#spans.get(node.id) ?? []
        this.#spans.delete(node.id)
        for (const span of spans) this.#first = Math.min(this.#first, this.#orderOf(span))
        this.coveredChars += spans.reduce((sum, { text }) => sum + text.length, 0)
        return spans
      }
      const spans = withMeaning(this.#collect(node.children ?? []), node)
      if (node.role === 'Strong') return spans.map((span) => ({ ...span, bold: true }))
      if (node.role === 'Em') return spans.map((span) => ({ ...span, italic: true }))
      return spans
    })
  }
}

/** Signs that stand for a text by their shape only have it as their alternative text. */
function withMeaning(spans: Span[], { alt, role }: StructureNode): Span[] {
  const [first, ...others] = spans
  if (!alt || !first || role === 'Figure' || role === 'Link') return spans
  if (spans.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return spans
  return [
    { ...first, text: alt.slice(0, ALT_MAX_CHARS), right: others.at(-1)?.right ?? first.right },
  ]
}

function isInline(node: StructureNode): boolean {
  if (node.type !== undefined) return true
  if (!INLINE.has(node.role ?? '')) return false
  return (node.children ?? []).every(isInline)
}

function hasText(row: readonly TaggedCell[]): boolean {
  return row.some(({ lines }) => lines.length > 0)
}

/** A line of code in an item as a paragraph; several lines stay a block. */
function inlineCode(block: Block): Block {
  if (block.kind !== 'code' || block.lines.length > 1) return block
  const runs = block.lines.map((text) => ({ ...plainRun(text), mono: true }))
  return { kind: 'paragraph', page: block.page, runs }
}

/** Takes the marker out of the text of an item that has no label of its own. */
function takeMarker(item: ListItem, runs: Run[]): void {
  const first = runs[0]
  const found = first && markerOf(first.text)
  if (!first || !found || first.mono || found.isText) return
  item.marker = found.marker
  first.text = first.text.slice(found.length)
}
