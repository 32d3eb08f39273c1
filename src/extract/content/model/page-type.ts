import type { PageSignals } from '../features/block-features.ts'
import { Mark, type Block } from '../features/block.ts'
import { Flag, type ElementStats } from '../features/element-stats.ts'
import { hashPair } from '../features/hash.ts'
import { predict, type Forest } from './forest.ts'
import type { WeightTable } from './weight-table.ts'

/** Kinds of pages, as WCXB names them. */
export const PAGE_TYPES = [
  'article',
  'collection',
  'documentation',
  'forum',
  'listing',
  'product',
  'service',
] as const

/** What was learned about the kinds of pages. */
export interface TypeModel {
  /** Weight of a token of the head or address for a type, by `typeTokenKey`. */
  tokens: WeightTable
  /** One for each type: how likely a page is of this type. */
  forests: readonly Forest[]
}

const COUNTED_FLAGS = [
  Flag.nav,
  Flag.aside,
  Flag.article,
  Flag.main,
  Flag.form,
  Flag.table,
  Flag.list,
  Flag.comments,
  Flag.quote,
  Flag.heading,
  Flag.code,
  Flag.collapsible,
] as const
const COUNTED_TAGS = new Map(
  ['p', 'li', 'td', 'div', 'h2', 'h3', 'dd', 'label', 'span'].map((name, index) => [name, index]),
)
/** Where shares of tags begin among the shapes, and where the rest does. */
const TAGS_AT = COUNTED_FLAGS.length
const REST_AT = TAGS_AT + COUNTED_TAGS.size
const SHAPES_COUNT = REST_AT + 10

/** The key of a token of the head or address together with a type. */
export function typeTokenKey(type: number, token: number): number {
  return hashPair(type + 1, token)
}

/** How likely the page is of each type, in the order of `PAGE_TYPES`; the sum is 1. */
export function judgePageType(signals: PageSignals, { tokens, forests }: TypeModel): Float32Array {
  const row = typeRow(signals, tokens)
  const chances = Float32Array.from(forests, (forest) => predict([forest], row, 1, row.length)[0]!)
  const sum = chances.reduce((all, chance) => all + chance, 0)
  return chances.map((chance) => chance / Math.max(sum, Number.MIN_VALUE))
}

/** The features that the type of a page is predicted from. */
export function typeRow(
  { facts, page, blocks, stats }: PageSignals,
  tokens: WeightTable,
): Float32Array {
  const row = new Float32Array(page.length + PAGE_TYPES.length + SHAPES_COUNT)
  row.set(page)
  for (let type = 0; type < PAGE_TYPES.length; type += 1) {
    let sum = 0
    for (const token of facts.tokens) sum += tokens.get(typeTokenKey(type, token))
    row[page.length + type] = sum
  }
  addShapes(blocks, stats, row.subarray(page.length + PAGE_TYPES.length))
  return row
}

/** Writes what the text of a page is made of, as shares of its characters. */
function addShapes(blocks: readonly Block[], { flags }: ElementStats, shapes: Float32Array): void {
  let chars = 1
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const own = flags[block.owner.id]!
    chars += block.chars
    for (let flag = 0; flag < COUNTED_FLAGS.length; flag += 1) {
      if ((own & COUNTED_FLAGS[flag]!) !== 0) shapes[flag]! += block.chars
    }
    const tag = COUNTED_TAGS.get(block.owner.name)
    if (tag !== undefined) shapes[TAGS_AT + tag]! += block.chars
    if (block.chars < 25) shapes[REST_AT]! += block.chars
    else if (block.chars < 80) shapes[REST_AT + 1]! += block.chars
    else if (block.chars < 250) shapes[REST_AT + 2]! += block.chars
    if (block.chars > 25 && block.linkChars > 0.9 * block.chars) {
      shapes[REST_AT + 3]! += block.chars
    }
    shapes[REST_AT + 4]! += block.marks[Mark.question]!
    shapes[REST_AT + 5]! += block.marks[Mark.at]!
    shapes[REST_AT + 6]! += block.digits
    shapes[REST_AT + 7]! += block.marks[Mark.currency]!
    shapes[REST_AT + 8]! += block.inTitle
    shapes[REST_AT + 9]! += block.marks[Mark.comma]!
  }
  for (let shape = 0; shape < SHAPES_COUNT; shape += 1) shapes[shape]! /= chars
}
