import { seededRandom } from '../../test/support/seeded-random.ts'
import { wordsOf } from '../compared-texts.ts'
import { type Content, plain, written } from './score.ts'

/** A part of a paragraph. */
export type Inline =
  | { kind: 'text' | 'bold' | 'italic' | 'struck' | 'code' | 'sup' | 'sub'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'note'; text: string }

export interface List {
  /** `1`, `a`, `i`; `-` for bullets. */
  type: '1' | 'a' | 'i' | '-'
  start: number
  items: { inlines: Inline[]; more: Inline[] | undefined; inner: List | undefined }[]
}

export interface Cell {
  inlines: Inline[]
  columns: number
  rows: number
}

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'quote'; inlines: Inline[] }
  | { kind: 'code'; lines: string[] }
  | { kind: 'list'; list: List }
  | { kind: 'table'; rows: (Cell | undefined)[][] }

export interface DocumentSource {
  seed: number
  blocks: Block[]
  continuous: boolean
}

/** What a producer can write. */
export interface Abilities {
  notes: boolean
  spans: boolean
  /** Numbers of lists other than 1, 2, 3. */
  formats: boolean
  starts: boolean
  /** Paragraphs in items after the first. */
  more: boolean
  struck: boolean
  code: boolean
  links: boolean
  /** Lists of another kind within lists. */
  mixed: boolean
  /** Numbers go on through the whole document, level by level. */
  continuous: boolean
}

const SYLLABLES =
  'ka lo mi ter van sol ne ri ban dor fel gu hin jas kel mor nis pra qui ros sten tul ver wex yor zan über éte ñor ço'.split(
    ' ',
  )
const OTHERS = 'данные отчёт версия 资料 報告 자료 تقرير नमूना'.split(' ')

class Maker {
  readonly #random: () => number
  readonly #can: Abilities

  constructor(seed: number, can: Abilities) {
    this.#random = seededRandom(seed)
    this.#can = can
  }

  number(below: number): number {
    return Math.floor(this.#random() * below)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  word(): string {
    if (this.chance(0.03)) return OTHERS[this.number(OTHERS.length)]!
    const length = 1 + this.number(3)
    const word = Array.from({ length }, () => SYLLABLES[this.number(SYLLABLES.length)]).join('')
    return this.chance(0.1) ? `${word}${this.number(1000)}` : word
  }

  words(from: number, to: number): string {
    return Array.from({ length: from + this.number(to - from + 1) }, () => this.word()).join(' ')
  }

  inlines(length: number, mayNote = true): Inline[] {
    const made: Inline[] = [{ kind: 'text', text: this.words(1, length) }]
    const count = this.number(4)
    for (let at = 0; at < count; at += 1) {
      const before: Inline = { kind: 'text', text: `${this.words(1, length)} ` }
      made.push({ kind: 'text', text: ' ' }, before, this.special(mayNote))
      made.push({ kind: 'text', text: this.chance(0.5) ? ` ${this.words(1, 4)}` : '.' })
    }
    return made
  }

  special(mayNote: boolean): Inline {
    const kinds: Inline['kind'][] = ['bold', 'italic', 'sup', 'sub']
    if (this.#can.struck) kinds.push('struck')
    if (this.#can.code) kinds.push('code')
    if (this.#can.links) kinds.push('link', 'link')
    if (this.#can.notes && mayNote) kinds.push('note')
    const kind = kinds[this.number(kinds.length)]!
    if (kind === 'link') {
      const href = `https://example.org/${this.number(100_000)}?a=${this.number(9)}&b=c`
      return { kind, text: this.words(1, 3), href }
    }
    if (kind === 'sup' || kind === 'sub') return { kind, text: String(1 + this.number(9)) }
    return { kind, text: this.words(1, kind === 'note' ? 10 : 3) }
  }

  list(depth: number, outer?: List['type']): List {
    const types: List['type'][] = this.#can.formats ? ['1', 'a', 'i', '-', '-'] : ['1', '-']
    const type = !this.#can.mixed && outer !== undefined ? outer : types[this.number(types.length)]!
    return {
      type,
      start: type !== '-' && this.#can.starts && this.chance(0.2) ? 2 + this.number(4) : 1,
      items: Array.from({ length: 2 + this.number(3) }, () => ({
        inlines: this.inlines(5),
        more: this.#can.more && this.chance(0.1) ? this.inlines(6, false) : undefined,
        inner: depth < 3 && this.chance(0.3) ? this.list(depth + 1, type) : undefined,
      })),
    }
  }

  table(): (Cell | undefined)[][] {
    const [height, width] = [2 + this.number(4), 2 + this.number(4)]
    const rows: (Cell | undefined)[][] = Array.from({ length: height }, () => [])
    const isTaken = new Set<string>()
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (isTaken.has(`${y} ${x}`)) {
          rows[y]![x] = undefined
          continue
        }
        const spans = this.#can.spans && y > 0 && this.chance(0.12)
        const isFree = !isTaken.has(`${y} ${x + 1}`)
        const columns = spans && x + 1 < width && isFree && this.chance(0.5) ? 2 : 1
        const down = spans && columns === 1 && y + 1 < height ? 2 : 1
        for (let at = 0; at < columns * down; at += 1) {
          isTaken.add(down > 1 ? `${y + at} ${x}` : `${y} ${x + at}`)
        }
        const inlines: Inline[] = this.chance(0.2)
          ? this.inlines(2, false)
          : [{ kind: 'text', text: this.words(1, 3) }]
        rows[y]![x] = { inlines, columns, rows: down }
      }
    }
    return rows
  }

  blocks(): Block[] {
    const blocks: Block[] = [{ kind: 'heading', level: 1, inlines: this.title() }]
    const count = 8 + this.number(14)
    let level = 1
    for (let at = 0; at < count; at += 1) {
      const roll = this.number(10)
      const last = blocks.at(-1)!.kind
      if (roll < 3) {
        level = Math.max(1, Math.min(level + 1 - this.number(3), 6))
        blocks.push({ kind: 'heading', level, inlines: this.title() })
      } else if (roll === 3 && last !== 'list') blocks.push({ kind: 'list', list: this.list(1) })
      else if (roll === 4 && last !== 'table') blocks.push({ kind: 'table', rows: this.table() })
      else if (roll === 5 && this.#can.code && last !== 'code') {
        const lines = Array.from(
          { length: 1 + this.number(4) },
          (_, line) => `${' '.repeat(line % 3)}${this.words(1, 4)};`,
        )
        blocks.push({ kind: 'code', lines })
      } else if (roll === 6 && last !== 'quote')
        blocks.push({ kind: 'quote', inlines: this.inlines(8, false) })
      else blocks.push({ kind: 'paragraph', inlines: this.inlines(12) })
    }
    return blocks
  }

  title(): Inline[] {
    return [{ kind: 'text', text: this.words(2, 6) }]
  }
}

/** Makes a document of a seed, of what its producer can write. */
export function makeSource(seed: number, can: Abilities): DocumentSource {
  return { seed, blocks: new Maker(seed, can).blocks(), continuous: can.continuous }
}

/** What a document holds. */
export function truthOf({ blocks, continuous }: DocumentSource): Content {
  const content: Content = { words: [], headings: [], items: [], tables: [], links: [], notes: [] }
  const add = (inlines: readonly Inline[]): string => {
    let text = ''
    for (const inline of inlines) {
      if (inline.kind === 'note') content.notes.push(plain(inline.text))
      else text += inline.text
      if (inline.kind === 'link') content.links.push(`${plain(inline.text)} ${inline.href}`)
    }
    content.words.push(...wordsOf(text))
    return plain(text)
  }
  const counts: number[] = []
  const addList = ({ type, start, items }: List, depth: number): void => {
    for (const [at, { inlines, more, inner }] of items.entries()) {
      if (type !== '-') counts[depth] = (counts[depth] ?? 0) + 1
      const shown = continuous ? (counts[depth] ?? 0) : start + at
      const number = type === '-' ? '' : written(shown, type)
      const place = content.items.push('') - 1
      const text = [add(inlines)]
      if (more) text.push(add(more))
      content.items[place] = `${depth} ${number} ${text.join(' ')}`
      if (inner) addList(inner, depth + 1)
    }
  }
  for (const block of blocks) {
    if (block.kind === 'heading') content.headings.push(`${block.level} ${add(block.inlines)}`)
    else if (block.kind === 'list') addList(block.list, 1)
    else if (block.kind === 'code') content.words.push(...wordsOf(block.lines.join(' ')))
    else if (block.kind === 'table') {
      content.tables.push(
        block.rows.map((row) => Array.from(row, (cell) => (cell ? add(cell.inlines) : ''))),
      )
    } else add(block.inlines)
  }
  content.words.push(...content.notes.flatMap(wordsOf))
  return content
}

/** Each block on a slide of its own, under a title: programs that write slides split them in their own ways otherwise. */
export function asSlides(source: DocumentSource): DocumentSource {
  let title = source.blocks[0]!
  const blocks = source.blocks.flatMap((block): Block[] => {
    if (block.kind !== 'heading') return [{ ...title, level: 1 } as Block, block]
    title = block
    return []
  })
  return { ...source, blocks }
}

/** The headings of a document as a list, each within the one above it. */
export function asOutline(source: DocumentSource): DocumentSource {
  const outline: List = { type: '-', start: 1, items: [] }
  const open: List[] = [outline]
  for (const block of source.blocks) {
    if (block.kind !== 'heading') continue
    while (open.length > block.level) open.pop()
    const last = open.at(-1)!
    const holder = open.length < block.level && last.items.length > 0 ? innerList(last) : last
    if (holder !== last) open.push(holder)
    const text = block.inlines.map((inline) => ('text' in inline ? inline.text : '')).join('')
    holder.items.push({ inlines: [{ kind: 'text', text }], more: undefined, inner: undefined })
  }
  return { ...source, blocks: [{ kind: 'list', list: outline }] }
}

function innerList({ items }: List): List {
  const item = items.at(-1)!
  return (item.inner ??= { type: '-', start: 1, items: [] })
}
