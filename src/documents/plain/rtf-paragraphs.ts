import type { DocumentWriter } from '../document-writer.ts'
import { type RunMarks, RunWriter } from '../run-writer.ts'
import { type ListMark, OpenLists } from '../text/open-lists.ts'

/** A part of a paragraph: text, or the mark of a footnote. */
export interface RtfRun {
  text: string
  marks: RunMarks
  note?: string
}

/** A paragraph that was read. */
export interface RtfParagraph {
  runs: RtfRun[]
  /** Level of a heading, from 1 on; 0 for none. */
  heading: number
  /** What stands before an item of a list: a bullet or number. */
  label: string
  level: number
}

/** A cell of a row as its definition has it, and what is in it. */
export interface RtfCell {
  paragraphs: RtfParagraph[]
  isFirst: boolean
  isMerged: boolean
  isFirstBelow: boolean
  isMergedBelow: boolean
}

export type RtfRow = readonly RtfCell[]

/** Writes paragraphs, with the lists that they are in. */
export class RtfParagraphs {
  readonly #out: DocumentWriter
  readonly #lists: OpenLists

  constructor(out: DocumentWriter) {
    this.#out = out
    this.#lists = new OpenLists(out)
  }

  add({ runs, heading, label, level }: RtfParagraph): void {
    if (runs.every(({ text, note }) => note === undefined && !/\S/.test(text))) return
    const mark = markOf(label)
    this.#lists.goTo(level, mark)
    const name = heading > 0 ? `h${Math.min(heading, 6)}` : 'p'
    if (mark.kind === 'none') this.#out.open(name)
    this.#writeRuns(withoutEdges(runs))
    if (mark.kind === 'none') this.#out.close(name)
  }

  addTable(rows: readonly RtfRow[]): void {
    this.end()
    const out = this.#out
    out.open('table')
    for (const [index, row] of rows.entries()) {
      out.open('tr')
      for (const [at, cell] of row.entries()) {
        if (cell.isMerged || (cell.isMergedBelow && index > 0)) continue
        out.open('td', { colspan: String(across(row, at)), rowspan: String(down(rows, index, at)) })
        const inner = new RtfParagraphs(out)
        for (const paragraph of cell.paragraphs) inner.add({ ...paragraph, heading: 0 })
        inner.end()
        out.close('td')
      }
      out.close('tr')
    }
    out.close('table')
  }

  end(): void {
    this.#lists.end()
  }

  #writeRuns(runs: readonly RtfRun[]): void {
    const writer = new RunWriter(this.#out)
    for (const { text, marks, note } of runs) {
      if (note === undefined) writer.write(text, marks)
      else {
        writer.end()
        this.#out.addNoteMark(note)
      }
    }
    writer.end()
  }
}

/** Runs without the white space that the paragraph begins with. */
function withoutEdges(runs: readonly RtfRun[]): RtfRun[] {
  const from = runs.findIndex(({ text, note }) => note !== undefined || /\S/.test(text))
  return runs
    .slice(from)
    .map((run, index) => (index === 0 ? { ...run, text: run.text.trimStart() } : run))
}

function markOf(label: string): ListMark {
  if (label === '') return { kind: 'none' }
  const number = /^\W?(\d{1,9})\W*$/.exec(label)?.[1]
  return number === undefined ? { kind: 'mark' } : { kind: 'number', start: Number(number) }
}

function across(row: RtfRow, at: number): number {
  if (!row[at]!.isFirst) return 1
  let end = at + 1
  while (row[end]?.isMerged === true) end += 1
  return end - at
}

function down(rows: readonly RtfRow[], index: number, at: number): number {
  if (!rows[index]![at]!.isFirstBelow) return 1
  let end = index + 1
  while (rows[end]?.[at]?.isMergedBelow === true) end += 1
  return end - index
}
