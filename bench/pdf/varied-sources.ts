import { Writer } from './source-writer.ts'
import {
  type Align,
  FROM_ABOVE,
  FROM_LEFT,
  type Source,
  type SourceBlock,
  type SourceTable,
} from './sources.ts'

const CODES = ['AB', 'CX', 'QF', 'ZT', 'MN']

type Template = (writer: Writer) => {
  title: string
  layout?: 'columns' | 'slides'
  blocks: SourceBlock[]
}

const BORDERS = ['grid', 'rules', 'none'] as const

/** Long tables over pages, with texts of several lines and amounts of which some are missing. */
const accounts: Template = (writer) => {
  const borders = writer.one(BORDERS)
  const row = (index: number): string[] => {
    const isIn = writer.below(3) === 0
    const text = `${writer.key()} ${writer.phrase(writer.below(3) === 0 ? 9 : 3)}`
    return [
      writer.day(index),
      text,
      isIn ? '' : writer.amount(),
      isIn ? writer.amount() : '',
      writer.amount(),
    ]
  }
  return {
    title: 'Accounts of the year',
    blocks: [
      writer.paragraph(),
      {
        kind: 'table',
        borders,
        columns: ['l', 'p', 'r', 'r', 'r'],
        rows: [
          ['Date', 'Text', 'Debit', 'Credit', 'Balance'],
          ...Array.from({ length: 70 }, (_, index) => row(index)),
        ],
      },
      writer.paragraph(),
      writer.heading(2),
      writer.paragraph(),
    ],
  }
}

/** Tables with borders, merged heads, and groups whose name stands beside several rows. */
const inventory: Template = (writer) => {
  const group = (size: number): string[][] =>
    Array.from({ length: size }, (_, index) => [
      index === 0 ? writer.key() : FROM_ABOVE,
      writer.key(),
      writer.integer(900),
      writer.integer(40),
      writer.phrase(2),
    ])
  const merged = (): SourceTable => ({
    kind: 'table',
    borders: 'grid',
    columns: ['l', 'l', 'r', 'r', 'l'],
    rows: [
      ['Store', 'Article', 'Count', FROM_LEFT, 'Remark'],
      ['Place', 'Name', 'Full', 'Half', 'Text'],
      ...group(3),
      ...group(2),
      ...group(4),
    ],
  })
  const plain = (): SourceTable => ({
    kind: 'table',
    borders: 'grid',
    columns: ['l', 'p', 'c'],
    rows: [
      ['Part', 'What it is for', 'Size'],
      ...Array.from({ length: 6 }, () => [
        writer.key(),
        writer.sentence(),
        writer.one(['S', 'M', 'L']),
      ]),
    ],
  })
  return {
    title: 'Inventory of the store',
    blocks: [
      writer.paragraph(),
      merged(),
      writer.heading(2),
      writer.paragraph(),
      plain(),
      writer.paragraph(),
      merged(),
    ],
  }
}

function smallTable(
  writer: Writer,
  width: number,
  borders: SourceTable['borders'],
  caption?: string,
): SourceTable {
  const columns: Align[] = Array.from({ length: width }, (_, at) =>
    at === 0 ? 'l' : writer.one(['r', 'r', 'l', 'c']),
  )
  const cell = (at: number): string =>
    columns[at] === 'l'
      ? writer.phrase(1 + writer.below(2))
      : writer.one([writer.integer(2_000), writer.amount(90)])
  return {
    kind: 'table',
    ...(borders ? { borders } : {}),
    columns,
    ...(caption === undefined ? {} : { caption }),
    rows: [
      Array.from({ length: width }, (_, at) =>
        at === 0 ? 'Name' : `${writer.one(['Mean', 'Total', 'Share', 'Kind', 'Rate'])} ${at}`,
      ),
      ...Array.from({ length: 4 + writer.below(6) }, () =>
        Array.from({ length: width }, (_, at) => (at === 0 ? writer.key() : cell(at))),
      ),
    ],
  }
}

/** An article with sections of three levels, notes, links, lists in lists, and small tables. */
const survey: Template = (writer) => {
  const section = (): SourceBlock[] => [
    writer.heading(2),
    {
      kind: 'paragraph',
      text: writer.sentences(4),
      note: `${writer.key()} is told in the ${writer.phrase(4)}`,
    },
    writer.heading(3),
    writer.paragraph(4),
    smallTable(
      writer,
      3 + writer.below(3),
      writer.one(BORDERS),
      `${writer.key()} by ${writer.phrase(3)}`,
    ),
    writer.paragraph(),
    writer.list(4, { isNested: true }),
    linked(writer),
    writer.heading(3),
    writer.paragraph(5),
    writer.list(3, { isOrdered: true }),
    writer.paragraph(),
  ]
  return {
    title: 'A survey of small things',
    blocks: [writer.paragraph(), ...section(), ...section(), ...section()],
  }
}

function linked(writer: Writer): SourceBlock {
  const key = writer.key()
  const url = `https://example.org/${key.replace(' ', '/')}`
  return {
    kind: 'paragraph',
    text: `${writer.sentence()} See ${key} for more. ${writer.sentence()}`,
    link: { text: key, url },
  }
}

/** Tables of many widths and looks between paragraphs. */
const figures: Template = (writer) => ({
  title: 'Figures of the quarter',
  blocks: [2, 3, 4, 5, 6, 7, 3, 4].flatMap((width, index) => [
    ...(index % 3 === 0 ? [writer.heading(2)] : []),
    writer.paragraph(2),
    smallTable(writer, width, BORDERS[index % 3]),
  ]),
})

const talk: Template = (writer) => ({
  title: 'What we learned',
  layout: 'slides',
  blocks: Array.from({ length: 8 }, (): SourceBlock => {
    const list = writer.list(3 + writer.below(2), { isNested: true })
    const heading = writer.heading(2, 3)
    return {
      kind: 'slide',
      title: heading.kind === 'heading' ? heading.text : '',
      items: list.kind === 'list' ? list.items : [],
      inner: list.kind === 'list' ? (list.inner ?? []) : [],
    }
  }),
})

const paper: Template = (writer) => ({
  title: 'On the lattice of quiet graphs',
  layout: 'columns',
  blocks: [
    writer.paragraph(5),
    ...[0, 1, 2, 3].flatMap((section) => [
      writer.heading(2),
      writer.paragraph(6),
      writer.paragraph(5),
      writer.heading(3),
      writer.paragraph(6),
      smallTable(
        writer,
        3,
        section % 2 ? 'grid' : 'rules',
        `${writer.key()} per ${writer.phrase(2)}`,
      ),
      writer.paragraph(6),
      ...(section === 1 ? [writer.list(4)] : []),
    ]),
  ],
})

/** Held out: many narrow columns of times without borders, and notes between. */
const timetable: Template = (writer) => {
  const stops = Array.from({ length: 14 }, () => writer.key())
  const table = (width: number): SourceTable => ({
    kind: 'table',
    borders: 'none',
    columns: ['l', ...Array.from({ length: width }, (): Align => 'r')],
    rows: [
      ['Stop', ...Array.from({ length: width }, () => `${writer.one(CODES)}${writer.integer(90)}`)],
      ...stops.map((stop) => [
        stop,
        ...Array.from({ length: width }, () => (writer.below(6) === 0 ? '' : writer.time())),
      ]),
    ],
  })
  return {
    title: 'Timetable of the line',
    blocks: [
      writer.paragraph(2),
      writer.heading(2),
      table(5),
      writer.list(3),
      { ...table(6), rows: table(6).rows.map(([first = '', ...rest]) => [`${first}b`, ...rest]) },
      writer.paragraph(2),
    ],
  }
}

/** Held out: positions with descriptions of several lines, and totals below. */
const invoice: Template = (writer) => ({
  title: 'Invoice',
  blocks: [
    {
      kind: 'lines',
      lines: [
        `${writer.noun()} works ltd`,
        `Street ${writer.integer(90)}`,
        `Customer ${writer.integer(99_999)}`,
      ],
    },
    writer.paragraph(1),
    {
      kind: 'table',
      borders: writer.one(['rules', 'none']),
      columns: ['l', 'p', 'r', 'r', 'r'],
      rows: [
        ['Pos', 'Description', 'Units', 'Price', 'Sum'],
        ...Array.from({ length: 12 }, (_, index) => [
          String(index + 1),
          `${writer.key()} ${writer.phrase(4 + writer.below(12))}`,
          writer.integer(20),
          writer.amount(400),
          writer.amount(),
        ]),
        ['', 'Net', '', '', writer.amount()],
        ['', 'Tax 19 %', '', '', writer.amount(900)],
        ['', 'Total', '', '', writer.amount()],
      ],
    },
    writer.paragraph(2),
    { kind: 'paragraph', text: `Payable within ${writer.integer(30)} days.` },
  ],
})

/** Held out: instructions with steps, warnings and small tables of two columns. */
const manual: Template = (writer) => {
  const chapter = (): SourceBlock[] => [
    writer.heading(2),
    writer.paragraph(),
    writer.list(5, { isOrdered: true }),
    writer.heading(3),
    writer.paragraph(2),
    {
      kind: 'table',
      borders: 'grid',
      columns: ['l', 'p'],
      rows: [
        ['Switch', 'Meaning'],
        ...Array.from({ length: 5 }, () => [writer.key(), writer.phrase(3 + writer.below(14))]),
      ],
    },
    linked(writer),
    writer.list(4, { isNested: true }),
  ]
  return {
    title: 'Manual of the machine',
    blocks: [writer.paragraph(), ...chapter(), ...chapter(), ...chapter(), ...chapter()],
  }
}

const TEMPLATES: readonly { name: string; isHeldOut: boolean; make: Template }[] = [
  { name: 'accounts', isHeldOut: false, make: accounts },
  { name: 'inventory', isHeldOut: false, make: inventory },
  { name: 'survey', isHeldOut: false, make: survey },
  { name: 'figures', isHeldOut: false, make: figures },
  { name: 'talk', isHeldOut: false, make: talk },
  { name: 'paper', isHeldOut: false, make: paper },
  { name: 'timetable', isHeldOut: true, make: timetable },
  { name: 'invoice', isHeldOut: true, make: invoice },
  { name: 'manual', isHeldOut: true, make: manual },
]

/** Documents of many kinds of blocks and looks; those of the templates held out were never looked at while building. */
export function variedSources(seed: number): Source[] {
  return TEMPLATES.map(({ name, isHeldOut, make }, index): Source => {
    const writer = new Writer(seed * 1_000 + index)
    const { title, layout, blocks } = make(writer)
    const head: SourceBlock[] =
      layout === 'slides' ? [] : [{ kind: 'heading', level: 1, text: title }]
    return {
      id: `${name}-${seed}`,
      title,
      language: 'en',
      ...(layout ? { layout } : {}),
      ...(isHeldOut ? { isHeldOut } : {}),
      blocks: [...head, ...blocks],
    }
  })
}
