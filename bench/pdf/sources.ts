import { DAY_MS } from '../../src/lib/durations.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'

/** How the cells of a column are set: to the left, to the right, in the middle, or broken into lines in a set width. */
export type Align = 'l' | 'r' | 'c' | 'p'

/** The cell that goes on from the one before it, and from the one above it. */
export const FROM_LEFT = '<'
export const FROM_ABOVE = '^'

/** A table; of a plain one, nothing but its rows is known, and the producer chooses the rest. */
export interface SourceTable {
  kind: 'table'
  rows: string[][]
  columns?: Align[]
  borders?: 'grid' | 'rules' | 'none'
  caption?: string
  /** How the heads are set, where not like their columns. */
  heads?: Exclude<Align, 'p'>
  /** Another table to the right of it, in producers that can. */
  beside?: SourceTable | undefined
}

/** A formula below a paragraph: lines of LaTeX, and the numbers in them in the order of reading, which are nowhere else. */
export interface SourceFormula {
  latex: string
  numbers: string[]
}

/** A block of a generated document. */
export type SourceBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  /** `link` is a part of the text with its address, `note` a footnote whose mark stands at the end. */
  | {
      kind: 'paragraph'
      text: string
      link?: { text: string; url: string }
      note?: string
      formula?: SourceFormula
    }
  /** `inner` are the items below each item. */
  | { kind: 'list'; items: string[]; isOrdered?: boolean; inner?: string[][] }
  | SourceTable
  | { kind: 'lines'; lines: string[] }
  | { kind: 'slide'; title: string; items: string[]; inner: string[][] }

/** A generated document; every row and line holds a word that is nowhere else. */
export interface Source {
  id: string
  title: string
  /** Language of the text, and which way it runs. */
  language: 'en' | 'ar' | 'he' | 'fa'
  /** One column of text where it is not named. */
  layout?: 'columns' | 'slides' | 'formulas'
  /** Whether nothing was built while looking at documents of its template. */
  isHeldOut?: boolean
  blocks: SourceBlock[]
}

const WORDS =
  'harbour tide anchor pilot cargo ledger crane rope buoy chart lantern ferry signal quay mast keel sailor captain engine window'.split(
    ' ',
  )

/** Texts from right to left, with numbers, brackets and Latin names. */
const RIGHT_TO_LEFT = {
  ar: [
    'وصلت السفينة إلى الميناء في عام 2024 ومعها 350 طنا من القمح.',
    'قال المدير (أحمد علي) إن العمل سيبدأ غدا.',
    'تستخدم الشركة برنامج Windows في المكاتب.',
    'بلغ السعر 12.5 دولار بعد أن كان 10.75 دولار.',
    'الفصل الأول: البحر والميناء والسفن القديمة',
  ],
  he: [
    'הספינה הגיעה לנמל בשנת 2024 עם 350 טונות של חיטה.',
    'המנהל (דוד כהן) אמר שהעבודה תתחיל מחר.',
    'החברה משתמשת בתוכנה Windows במשרדים.',
    'המחיר עלה ל-12.5 שקלים אחרי שהיה 10.75 שקלים.',
    'פרק ראשון: הים והנמל והספינות הישנות',
  ],
  fa: [
    'کشتی در سال 2024 با 350 تن گندم به بندر رسید.',
    'مدیر (علی رضایی) گفت که کار فردا آغاز می‌شود.',
    'شرکت از نرم‌افزار Windows در دفترها استفاده می‌کند.',
    'قیمت پس از 10.75 دلار به 12.5 دلار رسید.',
    'فصل اول: دریا و بندر و کشتی‌های کهن',
  ],
} as const

/** All generated documents, the same for each seed. */
export function generatedSources(seed: number): Source[] {
  const random = seededRandom(seed)
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? ''
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  const sentence = (): string => {
    const text = words(8 + Math.floor(random() * 10))
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const paragraph = (): SourceBlock => ({
    kind: 'paragraph',
    text: Array.from({ length: 3 + Math.floor(random() * 4) }, sentence).join(' '),
  })
  const day = (row: number): string =>
    new Date(Date.UTC(2026, 0, 1) + row * DAY_MS).toISOString().slice(0, 10)
  const amount = (): string => (random() * 9_000 + 10).toFixed(2)
  const heading = (level: 1 | 2, text: string): SourceBlock => ({ kind: 'heading', level, text })
  const balance = (row: number): string[] => {
    const isIn = random() < 0.4
    return [
      day(row),
      `${word()} ${word()} r${row}k`,
      isIn ? '' : amount(),
      isIn ? amount() : '',
      amount(),
    ]
  }
  const english = (id: string, title: string, blocks: SourceBlock[]): Source => ({
    id: `${id}-${seed}`,
    title,
    language: 'en',
    blocks: [heading(1, title), ...blocks],
  })
  const lines = (count: number, make: (row: number) => string): SourceBlock => ({
    kind: 'lines',
    lines: Array.from({ length: count }, (_, row) => make(row)),
  })
  return [
    english('rows', 'Register of arrivals', [
      lines(200, (row) => `${row + 1}. ${day(row)} ${word()} ${word()} r${row}k`),
    ]),
    english('log', 'Log of the night watch', [
      lines(
        300,
        (row) => `${day(row % 5)} 0${row % 10}:15 ${row % 3 ? 'INFO' : 'WARN'} ${word()} r${row}k`,
      ),
    ]),
    english('statement', 'Statement of account', [
      paragraph(),
      {
        kind: 'table',
        rows: [
          ['Date', 'Text', 'Debit', 'Credit', 'Balance'],
          ...Array.from({ length: 90 }, (_, row) => balance(row)),
        ],
      },
      paragraph(),
    ]),
    english(
      'book',
      'A voyage round the bay',
      ['Setting out', 'The long calm', 'Rough weather', 'Landfall'].flatMap((name) => [
        heading(2, name),
        ...Array.from({ length: 9 }, paragraph),
        { kind: 'list', items: Array.from({ length: 4 }, () => words(4)) },
        ...Array.from({ length: 6 }, paragraph),
      ]),
    ),
    english('report', 'Report of the harbour office', [
      paragraph(),
      heading(2, 'Cargo by ship'),
      {
        kind: 'table',
        rows: [
          ['Ship', 'Port', 'Tons'],
          ...Array.from({ length: 8 }, (_, row) => [
            `${word()} r${row}k`,
            word(),
            String(Math.floor(random() * 900)),
          ]),
        ],
      },
      heading(2, 'What is left to do'),
      { kind: 'list', items: Array.from({ length: 6 }, () => words(5)) },
      paragraph(),
    ]),
    ...(Object.entries(RIGHT_TO_LEFT) as ['ar' | 'he' | 'fa', readonly string[]][]).map(
      ([language, texts]): Source => ({
        id: `${language}-${seed}`,
        title: texts[4] ?? '',
        language,
        blocks: [
          heading(1, texts[4] ?? ''),
          ...texts.slice(0, 4).map((text): SourceBlock => ({ kind: 'paragraph', text })),
        ],
      }),
    ),
  ]
}
