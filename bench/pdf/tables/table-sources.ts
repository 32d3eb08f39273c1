import { Writer } from '../source-writer.ts'
import {
  type Align,
  FROM_ABOVE,
  FROM_LEFT,
  type Source,
  type SourceBlock,
  type SourceTable,
} from '../sources.ts'

const BORDERS = ['grid', 'rules', 'none'] as const
const WIDTH_MAX = 7
/** Tables of each document but those over pages, of which one fills it. */
const TABLES_COUNT = 5
const LONG_ROWS = 70

type Make = (writer: Writer) => SourceTable

/** Heads of one or two words, each nowhere else. */
function headsOf(writer: Writer, count: number): string[] {
  return Array.from({ length: count }, () =>
    writer.below(3) === 0
      ? writer.key()
      : writer.key().replace(/^(.).* /, (_, first: string) => first.toUpperCase()),
  )
}

function alignsOf(writer: Writer, count: number): Align[] {
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? 'l' : writer.one(['r', 'r', 'l', 'c']),
  )
}

/** A value that is nowhere else, as its column holds them. */
function valueOf(writer: Writer, align: Align, unique: (text: string) => string): string {
  if (align === 'l') return writer.key()
  if (align === 'p') return `${writer.key()} ${writer.phrase(2 + writer.below(9))}`
  return unique(writer.below(2) === 0 ? writer.amount(9_999) : writer.integer(99_999))
}

function uniquely(): (text: string) => string {
  const seen = new Set<string>()
  return (text) => {
    let value = text
    for (let digit = 1; seen.has(value); digit += 1) value = `${text}${digit}`
    seen.add(value)
    return value
  }
}

/** A table of random columns; `blanks` is one in how many cells that is empty, 0 for none. */
function table(
  writer: Writer,
  { aligns, rowCount, blanks = 0 }: { aligns: Align[]; rowCount: number; blanks?: number },
): SourceTable {
  const unique = uniquely()
  const row = (): string[] =>
    aligns.map((align, at) =>
      at > 0 && blanks > 0 && writer.below(blanks) === 0 ? '' : valueOf(writer, align, unique),
    )
  return {
    kind: 'table',
    borders: writer.one(BORDERS),
    columns: aligns,
    rows: [headsOf(writer, aligns.length), ...Array.from({ length: rowCount }, row)],
  }
}

const widthOf = (writer: Writer): number => 2 + writer.below(WIDTH_MAX - 1)
const rowsOf = (writer: Writer): number => 3 + writer.below(9)

const plain: Make = (writer) =>
  table(writer, { aligns: alignsOf(writer, widthOf(writer)), rowCount: rowsOf(writer) })

const blanks: Make = (writer) =>
  table(writer, {
    aligns: alignsOf(writer, widthOf(writer)),
    rowCount: rowsOf(writer),
    blanks: writer.one([2, 3, 5]),
  })

/** Cells of several lines between others. */
const wraps: Make = (writer) => {
  const aligns = alignsOf(writer, 2 + writer.below(3))
  aligns.splice(1 + writer.below(aligns.length), 0, 'p')
  return table(writer, { aligns, rowCount: rowsOf(writer), blanks: writer.one([0, 4]) })
}

/** Heads set otherwise than their columns. */
const otherHeads: Make = (writer) => ({
  ...table(writer, {
    aligns: ['l', ...Array.from({ length: 2 + writer.below(4) }, (): Align => 'r')],
    rowCount: rowsOf(writer),
    blanks: writer.one([0, 3]),
  }),
  heads: writer.one(['l', 'c']),
})

/** Debit or credit: one of two columns is filled in each row. */
const ledger: Make = (writer) => {
  const base = table(writer, { aligns: ['l', 'l', 'r', 'r', 'r'], rowCount: 5 + writer.below(8) })
  const [head = [], ...rows] = base.rows
  const body = rows.map((cells) => {
    const empty = writer.below(2) === 0 ? 2 : 3
    return cells.map((text, at) => (at === empty ? '' : text))
  })
  return { ...base, rows: [head, ...body], heads: writer.one(['r', 'l']) }
}

/** A head over several columns, and names over several rows. */
const merged: Make = (writer) => {
  const base = table(writer, { aligns: ['l', 'l', 'r', 'r', 'l'], rowCount: 6 })
  const [head = [], ...rows] = base.rows
  const groups = rows.map((cells, at) => (at % 3 === 0 ? cells : [FROM_ABOVE, ...cells.slice(1)]))
  const [, , third = '', , fifth = ''] = headsOf(writer, 5)
  return { ...base, borders: 'grid', rows: [['', '', third, FROM_LEFT, fifth], head, ...groups] }
}

/** Names of groups between the rows. */
const groups: Make = (writer) => {
  const base = table(writer, { aligns: ['l', 'r', 'r', 'r'], rowCount: 8 })
  const name = (): string[] => [writer.key(), '', '', '']
  const [head = [], ...rows] = base.rows
  return { ...base, rows: [head, name(), ...rows.slice(0, 4), name(), ...rows.slice(4)] }
}

/** Two tables beside each other. */
const beside: Make = (writer) => {
  const one = (): SourceTable => ({
    ...table(writer, { aligns: ['l', 'r', writer.one(['l', 'r'])], rowCount: 5 }),
    borders: writer.one(BORDERS),
  })
  return { ...one(), beside: one() }
}

/** A table that goes on over pages. */
const long: Make = (writer) =>
  table(writer, {
    aligns: alignsOf(writer, 3 + writer.below(4)),
    rowCount: LONG_ROWS,
    blanks: writer.one([0, 4]),
  })

const KINDS: Readonly<Record<string, Make>> = {
  plain,
  blanks,
  wraps,
  heads: otherHeads,
  ledger,
  merged,
  groups,
  beside,
  long,
}

/** Documents of tables, one of each kind: every value and every head is nowhere else in its document. */
export function tableSources(seed: number): Source[] {
  return Object.entries(KINDS).map(([name, make], index): Source => {
    const writer = new Writer(seed * 7_919 + index)
    const count = name === 'long' ? 1 : TABLES_COUNT
    const blocks = Array.from({ length: count }, (): SourceBlock[] => [
      writer.paragraph(2),
      make(writer),
    ]).flat()
    return {
      id: `tables-${name}-${seed}`,
      title: `Tables of ${name}`,
      language: 'en',
      blocks: [
        { kind: 'heading', level: 1, text: `Tables of ${name}` },
        ...blocks,
        writer.paragraph(2),
      ],
    }
  })
}
