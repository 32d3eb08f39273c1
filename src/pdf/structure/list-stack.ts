import type { Block, Line, ListItem } from '../model.ts'

/** Depth to which lists inside lists are distinguished. */
const DEPTH_MAX_LISTS = 8
/** How far markers of one list may stand apart, in parts of the type size. */
const INDENT_TOLERANCE = 0.6

interface OpenList {
  /** Indent of its markers. */
  markers: number
  /** Indent of the text of its items. */
  text: number
  items: ListItem[]
}

/** The lists that are open at one point of the document, by how far they are indented. */
export class ListStack {
  readonly #blocks: Block[]
  readonly #open: OpenList[] = []

  constructor(blocks: Block[]) {
    this.#blocks = blocks
  }

  /** Begins an item in the list of its indent, opening and closing lists as needed. */
  addItem(indent: number, text: number, marker: string | undefined, { page, size }: Line): void {
    const tolerance = size * INDENT_TOLERANCE
    while ((this.#open.at(-1)?.markers ?? 0) > indent + tolerance) this.#open.pop()
    const top = this.#open.at(-1)
    const item: ListItem = { marker, blocks: [] }
    const isSame = top && Math.abs(top.markers - indent) <= tolerance
    const sameKind = isSame && (top.items[0]?.marker === undefined) === (marker === undefined)
    if (top && sameKind) {
      top.items.push(item)
      top.text = text
      return
    }
    if (isSame) this.#open.pop()
    if (this.#open.length === DEPTH_MAX_LISTS) this.#open.pop()
    const items = [item]
    this.add({ kind: 'list', page, items })
    this.#open.push({ markers: indent, text, items })
  }

  /** Whether a marker at this indent would continue an open list. */
  isAtMarker(indent: number, size: number): boolean {
    return this.#open.some(({ markers }) => Math.abs(markers - indent) <= size * INDENT_TOLERANCE)
  }

  /** Closes the lists whose items a block at this indent is outside of. */
  leaveTo(indent: number, size: number): void {
    while ((this.#open.at(-1)?.text ?? 0) > indent + size * INDENT_TOLERANCE) this.#open.pop()
    if (this.#open.length > 0 && indent < size * 0.3) this.close()
  }

  close(): void {
    this.#open.length = 0
  }

  /** Adds a block to the item that is open, else to the document. */
  add(block: Block): void {
    const item = this.#open.at(-1)?.items.at(-1)
    if (item) item.blocks.push(block)
    else this.#blocks.push(block)
  }
}
