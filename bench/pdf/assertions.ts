import type { Feature } from './producers.ts'
import { FROM_ABOVE, FROM_LEFT, type Source, type SourceBlock } from './sources.ts'

/** Assertions about a document. */
export const MEASURES = [
  'headings',
  'rows',
  'tables',
  'heads of tables',
  'lists',
  'nesting',
  'order',
  'links',
  'captions',
  'notes',
  'heads gone',
  'bidi',
  'formulas',
] as const
type Measure = (typeof MEASURES)[number]

/** One assertion: what was asked, and whether the Markdown has it. */
export type Outcome = [measure: Measure, isMet: boolean, what: string]

const FEATURES: Readonly<Partial<Record<Measure, Feature>>> = {
  headings: 'headings',
  rows: 'rows',
  tables: 'tables',
  'heads of tables': 'tables',
  lists: 'lists',
  nesting: 'lists',
  links: 'links',
  captions: 'captions',
  notes: 'notes',
  'heads gone': 'heads',
}
/** The features by which blocks are left out of a document; paragraphs have such words beside links. */
const KEYS_FEATURES: Readonly<Partial<Record<SourceBlock['kind'], Feature>>> = {
  lines: 'rows',
  list: 'lists',
  paragraph: 'links',
}
/** Numbers in formulas have letters beside them. */
const START = String.raw`(?<!\d)(?:(?=\d)|\b)`
const END = String.raw`(?!\d)`
/** What producers print at the ends of pages; a browser the time of printing and the address of the file. */
const HEADS = /all rights|\bPage \d+\b|\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d [AP]M|file:\/\/\//
/** Words of a generated document that are nowhere else in it. */
const KEY = /\b(?:r\d+k|k\d+q)\b/g

/** What a source says that its Markdown must hold, each checked by itself; without what its producer does not print as such. */
export function judgeMarkdown(
  source: Source,
  markdown: string,
  { omits = new Set<string>(), pages = 2 }: { omits?: ReadonlySet<string>; pages?: number } = {},
): Outcome[] {
  const page = new CheckedMarkdown(markdown)
  const outcomes = source.blocks.flatMap((block) => judgeBlock(block, source, page))
  const keys = source.blocks
    .filter(({ kind }) => !omits.has(KEYS_FEATURES[kind] ?? 'none'))
    .flatMap((block) => keysOf(block, source.layout === 'columns'))
  // Two amounts of a source may be the same by chance.
  const unique = keys.filter((key) => keys.indexOf(key) === keys.lastIndexOf(key))
  if (unique.length > 0) {
    const places = unique.map((key) => page.plain.search(new RegExp(`${START}${key}${END}`)))
    const steps = places.slice(1).map((place, index) => place > (places[index] ?? -1))
    const isSorted = places[0] !== -1 && steps.every(Boolean)
    outcomes.push(['order', isSorted, unique[steps.indexOf(false) + 1] ?? ''])
  }
  const formulas = source.blocks.filter((block) => block.kind === 'paragraph' && block.formula)
  if (formulas.length > 0)
    outcomes.push(['formulas', page.formulas.length <= formulas.length, 'no others'])
  const isGone = !HEADS.test(page.plain)
  // On a single page nothing comes back.
  if (source.language === 'en' && source.layout !== 'formulas' && pages > 1)
    outcomes.push(['heads gone', isGone, source.title])
  return outcomes.filter(([measure]) => !omits.has(FEATURES[measure] ?? 'none'))
}

/** Markdown, as it is asked about. */
class CheckedMarkdown {
  readonly plain: string
  readonly lines: ReadonlySet<string>
  readonly headings: ReadonlySet<string>
  /** Items of lists with the depth at which they stand. */
  readonly items: ReadonlyMap<string, { depth: number; marker: string }>
  readonly rows: ReadonlySet<string>
  readonly markdown: string
  readonly formulas: readonly string[]

  constructor(markdown: string) {
    this.markdown = markdown
    this.formulas = [...markdown.matchAll(/^ *```math\n([^]*?)\n *```$/gm)].map(
      ([, text = '']) => text,
    )
    const lines = markdown.split('\n')
    this.plain = plainOf(markdown)
    this.lines = new Set(lines.map(plainOf))
    this.headings = new Set(
      lines
        .filter((line) => /^\s*(?:[-*] )?#+ /.test(line))
        .map((line) => headingOf(line.replace(/^\s*(?:[-*] )?#+ /, ''))),
    )
    this.rows = new Set(
      lines.filter((line) => line.trim().startsWith('|')).map((line) => rowOf(cellsOf(line))),
    )
    const found = lines.flatMap((line) => {
      const [, blank, marker, text] = /^(\s*)([-*+]|\d+[.)]) (.*)$/.exec(line) ?? []
      return text === undefined
        ? []
        : [[plainOf(text), { depth: blank?.length ?? 0, marker: marker ?? '' }] as const]
    })
    this.items = new Map(found)
  }
}

function judgeBlock(block: SourceBlock, { language }: Source, page: CheckedMarkdown): Outcome[] {
  if (block.kind === 'heading') {
    if (language !== 'en') return []
    return [['headings', page.headings.has(headingOf(block.text)), block.text]]
  }
  if (block.kind === 'paragraph') return judgeParagraph(block, language !== 'en', page)
  if (block.kind === 'list') return judgeList(block.items, block.inner, page)
  if (block.kind === 'slide') {
    return [
      ['headings', page.headings.has(headingOf(block.title)), block.title],
      ...judgeList(block.items, block.inner, page),
    ]
  }
  if (block.kind === 'lines') {
    return block.lines.map((line) => ['rows', page.plain.includes(plainOf(line)), line])
  }
  const [head = [], ...rows] = block.rows
  const row = (cells: readonly string[], measure: Measure): Outcome => {
    const cellTexts = cells.map((text) => (text === FROM_LEFT || text === FROM_ABOVE ? '' : text))
    return [measure, page.rows.has(rowOf(cellTexts)), cellTexts.join(' | ')]
  }
  const outcomes = [row(head, 'heads of tables'), ...rows.map((cells) => row(cells, 'tables'))]
  if (block.caption === undefined) return outcomes
  const caption = plainOf(block.caption)
  const isApart = [...page.lines].some(
    (line) => line.endsWith(caption) && line.length < caption.length + 14 && !/^[|#]/.test(line),
  )
  return [...outcomes, ['captions', isApart, block.caption]]
}

function judgeParagraph(
  { text, link, note, formula }: Extract<SourceBlock, { kind: 'paragraph' }>,
  isBidi: boolean,
  { plain, markdown, formulas }: CheckedMarkdown,
): Outcome[] {
  const outcomes: Outcome[] = []
  if (isBidi) outcomes.push(['bidi', plain.includes(plainOf(text)), text])
  if (link) {
    const written = `[${link.text}](${link.url})`
    outcomes.push(['links', markdown.replaceAll(/\s+/g, ' ').includes(written), written])
  }
  if (formula) {
    const pattern = new RegExp(formula.numbers.join(String.raw`(?!\d)[^]*?(?<!\d)`))
    outcomes.push(['formulas', formulas.some((one) => pattern.test(one)), formula.latex])
  }
  if (note !== undefined) {
    // The mark stands after the last word of the text, and before the note.
    const [, name] = new RegExp(`\\[\\^(\\w+)\\]: ${escaped(plainOf(note))}`).exec(plain) ?? []
    const end = plainOf(text).slice(-20)
    const isTied = name !== undefined && plain.includes(`${end}[^${name}]`)
    outcomes.push(['notes', isTied, note])
  }
  return outcomes
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function judgeList(
  items: readonly string[],
  inner: readonly string[][] | undefined,
  page: CheckedMarkdown,
): Outcome[] {
  return items.flatMap((item, at) => {
    const own = page.items.get(plainOf(item))
    const below = inner?.[at] ?? []
    return [
      ['lists', own !== undefined, item] as Outcome,
      ...below.flatMap((text): Outcome[] => {
        const found = page.items.get(plainOf(text))
        const isDeeper = found !== undefined && own !== undefined && found.depth > own.depth
        return [
          ['lists', found !== undefined, text],
          ['nesting', isDeeper, text],
        ]
      }),
    ]
  })
}

/** Tables of papers may be moved to the head of a column. */
function keysOf(block: SourceBlock, isFloating: boolean): string[] {
  const texts =
    block.kind === 'lines'
      ? block.lines
      : block.kind === 'table'
        ? isFloating || block.caption !== undefined
          ? []
          : block.rows.flat()
        : block.kind === 'list' || block.kind === 'slide'
          ? block.items.flatMap((item, at) => [item, ...(block.inner?.[at] ?? [])])
          : block.kind === 'paragraph'
            ? [block.text, ...(block.formula?.numbers ?? [])]
            : []
  return texts.flatMap((text) => text.match(KEY) ?? (/^\d{4}$/.test(text) ? [text] : []))
}

function headingOf(text: string): string {
  return plainOf(text)
    .replace(/^(?:[\d.]+|[IVX]+\.|[A-Z]\.)\s+/, '')
    .toLowerCase()
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => plainOf(cell)).join(' | ')} |`
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replaceAll('*', '')
    .replaceAll(/\[([^\]^]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[\u200C\u200D]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
