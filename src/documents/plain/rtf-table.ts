import type { RtfCell, RtfParagraph, RtfRow } from './rtf-paragraphs.ts'

type Merging = Omit<RtfCell, 'paragraphs'>

const PLAIN: Merging = {
  isFirst: false,
  isMerged: false,
  isFirstBelow: false,
  isMergedBelow: false,
}
/** Words that say how the next cell of a row is merged. */
const MERGING: Readonly<Record<string, Partial<Merging>>> = {
  clmgf: { isFirst: true },
  clmrg: { isMerged: true },
  clvmgf: { isFirstBelow: true },
  clvmrg: { isMergedBelow: true },
}

/** A table whose rows and cells are being read. */
export class RtfTable {
  #rows: RtfRow[] = []
  #cells: RtfParagraph[][] = []
  /** Cells of the row as its definition has them, which may come before or after what is in them. */
  #defined: Merging[] = []
  #next = PLAIN

  /** Takes a word that is about rows; false for any other. */
  take(word: string): boolean {
    if (word === 'row' || word === 'nestrow') this.#endRow()
    else if (word === 'trowd') this.#defined = []
    else if (word === 'cellx') {
      this.#defined.push(this.#next)
      this.#next = PLAIN
    } else if (Object.hasOwn(MERGING, word)) this.#next = { ...this.#next, ...MERGING[word] }
    else return false
    return true
  }

  addCell(paragraphs: RtfParagraph[]): void {
    this.#cells.push(paragraphs)
  }

  /** The rows until now, with which the table ends. */
  end(): RtfRow[] {
    if (this.#cells.length > 0) this.#endRow()
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #endRow(): void {
    this.#rows.push(
      this.#cells.map((paragraphs, at) => ({ paragraphs, ...(this.#defined[at] ?? PLAIN) })),
    )
    this.#cells = []
  }
}
