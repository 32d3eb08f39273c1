/** A table as it is to be read: rows of texts. */
export type TruthTable = readonly (readonly string[])[]

interface TruthSheet {
  name: string
  tables: TruthTable[]
}

/** A cell for the programs that write workbooks: a text, a number with its format, a date, a truth value. */
export interface WrittenCell {
  row: number
  column: number
  text?: string
  number?: number
  format?: string
  date?: string
  truth?: boolean
  link?: string
}

export interface WrittenSheet {
  name: string
  isHidden: boolean
  cells: WrittenCell[]
  merges: [number, number, number, number][]
  hiddenRows: number[]
  hiddenColumns: number[]
}

const WORDS =
  'harbour tide heron north south quay master ship draught mast lantern rope anchor gull storm ebb flood pier ferry cargo'.split(
    ' ',
  )
/** Kinds of columns: what a cell holds, and how it is to be read. */
const KINDS = ['words', 'integer', 'money', 'percent', 'date', 'moment', 'truth', 'link'] as const

/** A source of random numbers from 0 to 1 that repeats itself for a seed. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The workbook of a seed for the programs that write it. */
export function workbookJson(seed: number): string {
  return JSON.stringify(make(seed).written)
}

/** The sheets of the workbook of a seed, as a reader should give them. */
export function sheetsOf(seed: number): TruthSheet[] {
  return make(seed).truth
}

function make(seed: number): { truth: TruthSheet[]; written: WrittenSheet[] } {
  const random = randomOf(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const truth: TruthSheet[] = []
  const written: WrittenSheet[] = []
  const sheets = 1 + below(3)
  for (let index = 0; index < sheets; index += 1) {
    const isHidden = index > 0 && below(4) === 0
    const name = `${WORDS[below(20)]} ${index + 1}`
    const sheet: WrittenSheet = {
      name,
      isHidden,
      cells: [],
      merges: [],
      hiddenRows: [],
      hiddenColumns: [],
    }
    const tables: TruthTable[] = []
    let row = 1 + below(3)
    const column = 1 + below(3)
    const widest = 2 + below(6)
    for (let count = 1 + below(3); count > 0; count -= 1) {
      if (below(2) === 0 && widest > 2) {
        const text = phrase(below)
        sheet.cells.push({ row, column, text })
        if (below(2) === 0) sheet.merges.push([row, column, row, column + widest - 1])
        tables.push([[text]])
        row += 1 + below(2)
      }
      const rows = addTable(sheet, {
        row,
        column,
        width: widest,
        height: 2 + below(12),
        below,
        mayHide: count === 1,
      })
      tables.push(rows.shown)
      row = rows.next + 1 + below(3)
    }
    written.push(sheet)
    if (!isHidden) truth.push({ name, tables })
  }
  return { truth, written }
}

function phrase(below: (count: number) => number): string {
  return Array.from({ length: 1 + below(4) }, () => WORDS[below(20)]).join(' ')
}

function addTable(
  sheet: WrittenSheet,
  {
    row,
    column,
    width,
    height,
    below,
    mayHide,
  }: {
    row: number
    column: number
    width: number
    height: number
    below: (count: number) => number
    mayHide: boolean
  },
): { shown: string[][]; next: number } {
  const kinds = Array.from({ length: width }, (_, index) =>
    index === 0 ? 'words' : KINDS[index === 1 ? 1 : below(8)]!,
  )
  const rows: string[][] = [kinds.map((kind, index) => `${phrase(below)} ${kind} ${index}`)]
  for (const [index, text] of rows[0]!.entries())
    sheet.cells.push({ row, column: column + index, text })
  for (let at = 1; at <= height; at += 1) {
    const isHidden = mayHide && at > 1 && below(10) === 0
    if (isHidden) sheet.hiddenRows.push(row + at)
    const shown = kinds.map((kind, index) => {
      if (index > 1 && below(8) === 0) return ''
      const cell = cellOf(kind, below)
      sheet.cells.push({ row: row + at, column: column + index, ...cell.written })
      return cell.shown
    })
    if (!isHidden) rows.push(shown)
  }
  return { shown: rows, next: row + height + 1 }
}

/** A cell as it is written, and as it is to be read. */
function cellOf(
  kind: (typeof KINDS)[number],
  below: (count: number) => number,
): { written: Omit<WrittenCell, 'row' | 'column'>; shown: string } {
  const size = below(10_000_000)
  if (kind === 'integer')
    return { written: { number: size % 1_000, format: '0' }, shown: String(size % 1_000) }
  if (kind === 'money') {
    const shown = (size / 100).toLocaleString('en', { minimumFractionDigits: 2 })
    return { written: { number: size / 100, format: '#,##0.00' }, shown }
  }
  if (kind === 'percent') {
    const share = size % 1_000
    return {
      written: { number: share / 1_000, format: '0.0%' },
      shown: `${(share / 10).toFixed(1)}%`,
    }
  }
  if (kind === 'truth')
    return { written: { truth: size % 2 === 0 }, shown: size % 2 === 0 ? 'TRUE' : 'FALSE' }
  const date = `20${10 + below(20)}-${pad(1 + below(12))}-${pad(1 + below(28))}`
  if (kind === 'date') return { written: { date, format: 'dd/mm/yyyy' }, shown: date }
  const moment = `${date}T${pad(below(24))}:${pad(below(60))}:${pad(1 + below(59))}`
  if (kind === 'moment')
    return { written: { date: moment, format: 'd mmm yyyy hh:mm:ss' }, shown: moment }
  const text = phrase(below)
  return {
    written: { text, ...(kind === 'link' ? { link: `https://a.test/${size}` } : {}) },
    shown: text,
  }
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
