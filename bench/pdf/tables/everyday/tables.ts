import { Writer } from '../../source-writer.ts'

/** How the text of a column stands in it. */
type Align = 'left' | 'right' | 'centre'

/** A column of a table, with its width in points. */
export interface EverydayColumn {
  head: string
  align: Align
  width: number
  /** How its head stands, where not like its cells. */
  headAlign?: Align
}

/** A row; `group` is a title over rows, `total` is no row of the table, though it stands below it. */
export interface EverydayRow {
  cells: string[]
  kind?: 'group' | 'total'
  /** How far the first cell is indented, in points. */
  indent?: number
}

/** How a table is drawn. */
export interface Look {
  size: number
  font: 'Helvetica' | 'Times'
  /** Empty space above and below the text of a row, in points. */
  padding: number
  headRule: boolean
  rowRules: boolean
  columnRules: boolean
  frame: boolean
  zebra: boolean
  /** White heads on dark. */
  darkHead: boolean
  boldHead: boolean
}

/** A table as a document of daily life has it. */
export interface EverydayTable {
  columns: EverydayColumn[]
  /** Heads over several columns: the first and the last of them. */
  over?: { text: string; from: number; to: number }[]
  rows: EverydayRow[]
  look: Look
  /** Another one to the right. */
  beside?: EverydayTable
}

/** A document: lines of text, then a table, as often as it has some. */
export interface EverydayDocument {
  id: string
  parts: { text: string; table: EverydayTable }[]
}

const column = (head: string, align: Align, width: number, headAlign?: Align): EverydayColumn => ({
  head,
  align,
  width,
  ...(headAlign ? { headAlign } : {}),
})

function lookOf(writer: Writer, some: Partial<Look> = {}): Look {
  return {
    size: writer.one([7, 8, 9, 10]),
    font: writer.one(['Helvetica', 'Helvetica', 'Times']),
    padding: writer.one([1, 2, 4]),
    headRule: writer.below(3) > 0,
    rowRules: writer.below(4) === 0,
    columnRules: false,
    frame: false,
    zebra: writer.below(3) === 0,
    darkHead: writer.below(4) === 0,
    boldHead: writer.below(3) > 0,
    ...some,
  }
}

const rowsOf = (count: number, make: (at: number) => string[]): EverydayRow[] =>
  Array.from({ length: count }, (_, at) => ({ cells: make(at) }))

type Make = (writer: Writer) => EverydayTable

/** Money out or in, a balance, and details in a second line. */
const statement: Make = (writer) => {
  const headAlign = writer.one<Align>(['left', 'right', 'centre'])
  const names = writer.one([
    ['Money out', 'Money in', 'Balance'],
    ['Withdrawals', 'Deposits', 'Balance'],
    ['Debit (EUR)', 'Credit (EUR)', 'Balance (EUR)'],
  ])
  const currency = writer.one(['', '', '£'])
  const amount = (most?: number): string => currency + writer.amount(most)
  const rows = rowsOf(8 + writer.below(50), (at) => {
    const isIn = writer.below(4) === 0
    const details = writer.below(3) === 0 ? ` ${writer.phrase(5)}` : ''
    return [
      `${String(1 + (at % 28)).padStart(2, '0')} Mar`,
      `${writer.one(['Card', 'Transfer', 'Direct debit', 'Fee'])} ${writer.key()}${details}`,
      isIn ? '' : amount(),
      isIn ? amount() : '',
      writer.below(3) === 0 ? '' : amount(20_000),
    ]
  })
  return {
    columns: [
      column('Date', 'left', 45),
      column('Description', 'left', 190),
      ...names.map((name) => column(name, 'right' as const, 80, headAlign)),
    ],
    rows: [{ cells: ['', `Brought forward ${writer.key()}`, '', '', amount()] }, ...rows],
    look: lookOf(writer),
  }
}

/** Articles under titles, prices with a currency before or after them. */
const prices: Make = (writer) => {
  const price = (): string =>
    writer.below(9) === 0 ? 'on request' : writer.amount(writer.one([9, 99, 2_000]))
  const row = (): EverydayRow => ({
    cells: [
      `${writer.one(['A', 'B', 'KX'])}-${writer.integer(9_999)}`,
      `${writer.key()} ${writer.phrase(writer.below(4))}`.trim(),
      writer.one(['pc', 'box of 10', 'm', 'kg']),
      price(),
      price(),
    ],
  })
  const groups = Array.from({ length: 2 + writer.below(3) }, () => [
    { cells: [writer.phrase(2), '', '', '', ''], kind: 'group' as const },
    ...Array.from({ length: 3 + writer.below(5) }, row),
  ])
  return {
    columns: [
      column('Item no.', 'left', 60),
      column('Article', 'left', 160),
      column('Unit', writer.one(['left', 'centre']), 60),
      column('Price', 'right', 65),
      column('Trade price', 'right', 75, writer.one(['right', 'centre'])),
    ],
    rows: groups.flat(),
    look: lookOf(writer),
  }
}

/** Many narrow columns of small numbers, heads of one or two letters. */
const league: Make = (writer) => ({
  columns: [
    column('Pos', 'right', 26, 'centre'),
    column('Team', 'left', 130),
    ...['P', 'W', 'D', 'L', 'GF', 'GA', 'GD', 'Pts'].map((head) =>
      column(head, writer.one(['centre', 'right'] as const), 28),
    ),
  ],
  rows: rowsOf(8 + writer.below(12), (at) => [
    String(at + 1),
    writer.key(),
    ...Array.from({ length: 6 }, () => String(writer.below(70))),
    `${writer.one(['+', '-'])}${writer.integer(40)}`,
    writer.integer(99),
  ]),
  look: lookOf(writer),
})

/** Stops and times; trains that pass have a bar, a dash or nothing. */
const timetable: Make = (writer) => {
  const trains = 4 + writer.below(6)
  const passing = writer.one(['', '|', '–', '...'])
  return {
    columns: [
      column('Station', 'left', 110),
      ...Array.from({ length: trains }, (_, at) =>
        column(`${writer.one(['RE', 'IC', ''])}${100 + at * 7}`, 'centre', 38),
      ),
    ],
    rows: rowsOf(6 + writer.below(14), () => [
      writer.key(),
      ...Array.from({ length: trains }, () => (writer.below(4) === 0 ? passing : writer.time())),
    ]),
    look: lookOf(writer, { size: writer.one([6.5, 7, 8]), columnRules: writer.below(4) === 0 }),
  }
}

/** Values with units, names of parts indented, in a frame. */
const nutrition: Make = (writer) => ({
  columns: [
    column('Typical values', 'left', 130),
    column('Per 100 g', 'right', 65),
    column('Per serving', 'right', 70),
    column('% RI', 'right', 45),
  ],
  rows: Array.from({ length: 8 }, (_, at): EverydayRow => {
    const unit = at === 0 ? 'kJ' : 'g'
    return {
      cells: [
        `${at % 2 ? 'of which ' : ''}${writer.key()}`,
        `${writer.integer(at === 0 ? 2_000 : 60)}.${writer.below(10)} ${unit}`,
        `${writer.integer(at === 0 ? 900 : 30)}.${writer.below(10)} ${unit}`,
        writer.below(3) === 0 ? '' : `${writer.integer(90)}%`,
      ],
      indent: at % 2 ? 8 : 0,
    }
  }),
  look: lookOf(writer, { frame: writer.below(2) === 0, rowRules: writer.below(2) === 0 }),
})

/** Numbered lines of a form, texts of several lines, amounts in boxes. */
const form: Make = (writer) => ({
  columns: [
    column('Line', writer.one(['left', 'centre']), 32),
    column('What to enter', 'left', 250),
    column('Box', 'centre', 36),
    column('Amount', 'right', 90, writer.one(['right', 'centre'])),
  ],
  rows: rowsOf(6 + writer.below(10), (at) => [
    `${at + 1}${writer.one(['', '', 'a'])}`,
    `${writer.key()} ${writer.phrase(3 + writer.below(12))}`,
    String(100 + at * 10),
    writer.below(3) === 0 ? '' : writer.integer(90_000),
  ]),
  look: lookOf(writer, { columnRules: writer.below(2) === 0, rowRules: writer.below(2) === 0 }),
})

/** Positions with long names, and sums below the last columns. */
const invoice: Make = (writer) => {
  const total = (name: string): EverydayRow => ({
    cells: ['', '', '', name, '', writer.amount(9_000)],
    kind: 'total',
  })
  return {
    columns: [
      column('#', 'left', 20),
      column('Description', 'left', 180),
      column('Qty', 'right', 35, writer.one(['right', 'centre'])),
      column('Unit price', 'right', 65),
      column('VAT', 'right', 40),
      column('Amount', 'right', 75, writer.one(['right', 'left'])),
    ],
    rows: [
      ...rowsOf(3 + writer.below(9), (at) => [
        String(at + 1),
        `${writer.key()} ${writer.phrase(writer.below(9))}`.trim(),
        writer.integer(20),
        writer.amount(900),
        writer.one(['20%', '5%', '0%']),
        writer.amount(9_000),
      ]),
      total('Subtotal'),
      total('VAT'),
      total('Total due'),
    ],
    look: lookOf(writer),
  }
}

/** Results with flags that most rows lack, units and ranges. */
const laboratory: Make = (writer) => ({
  columns: [
    column('Test', 'left', 130),
    column('Result', writer.one(['right', 'left', 'centre']), 55),
    column('Flag', 'centre', 35),
    column('Unit', 'left', 65),
    column('Reference range', 'left', 90),
  ],
  rows: [1, 2].flatMap((): EverydayRow[] => [
    { cells: [writer.phrase(1).toUpperCase(), '', '', '', ''], kind: 'group' },
    ...rowsOf(3 + writer.below(5), () => [
      writer.key(),
      `${writer.one(['', '', '< '])}${writer.integer(200)}.${writer.below(10)}`,
      writer.below(4) === 0 ? writer.one(['H', 'L']) : '',
      writer.one(['mmol/L', 'g/dL', '10*9/L', '%']),
      `${writer.integer(20)}.0 - ${20 + writer.below(300)}.0`,
    ]),
  ]),
  look: lookOf(writer),
})

/** Earnings and deductions beside each other. */
const payslip: Make = (writer) => {
  const side = (name: string, look: Look): EverydayTable => ({
    columns: [
      column(name, 'left', 110),
      ...(name === 'Payments' ? [column('Units', 'right', 40)] : []),
      column(`${name} amount`, 'right', 90, 'right'),
    ],
    rows: rowsOf(4 + writer.below(4), () => [
      writer.key(),
      ...(name === 'Payments' ? [writer.below(2) ? writer.integer(170) : ''] : []),
      writer.amount(3_000),
    ]),
    look,
  })
  const look = lookOf(writer, { size: 8, zebra: false, darkHead: false })
  return { ...side('Payments', look), beside: side('Deductions', look) }
}

/** Years over plan and actual values. */
const budget: Make = (writer) => {
  const years = [2024, 2025, 2026].slice(0, 2 + writer.below(2))
  const align = writer.one<Align>(['right', 'centre'])
  return {
    columns: [
      column('Position', 'left', 130),
      ...years.flatMap((year) =>
        ['Plan', 'Actual'].map((name) => column(`${name} ${year % 100}`, 'right', 60, align)),
      ),
    ],
    over: years.map((year, at) => ({ text: `Year ${year}`, from: 1 + at * 2, to: 2 + at * 2 })),
    rows: rowsOf(5 + writer.below(10), () => [
      writer.key(),
      ...years.flatMap(() => [writer.amount(90_000), writer.below(4) ? writer.amount(90_000) : '']),
    ]),
    look: lookOf(writer),
  }
}

const KINDS: Readonly<Record<string, Make>> = {
  statement,
  prices,
  league,
  timetable,
  nutrition,
  form,
  invoice,
  laboratory,
  payslip,
  budget,
}

/** Documents of each kind, with several tables each. */
export function everydayDocuments(seed: number): EverydayDocument[] {
  return Object.entries(KINDS).map(([name, make], index) => {
    const writer = new Writer(seed * 104_729 + index * 31)
    const parts = Array.from({ length: 3 }, () => ({
      text: writer.sentences(2),
      table: make(writer),
    }))
    return { id: `${name}-${seed}`, parts }
  })
}
