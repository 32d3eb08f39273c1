import type { PageSignals } from './block-features.ts'
import { Flag } from './element-stats.ts'
import { judge, type Forest } from './forest.ts'
import { hashPair } from './hash.ts'
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
  Flag.folded,
] as const
const COUNTED_TAGS = new Map(
  ['p', 'li', 'td', 'div', 'h2', 'h3', 'dd', 'label', 'span'].map((name, index) => [name, index]),
)
const SHAPES_COUNT = 10

/** The key of a token of the head or address together with a type. */
export function typeTokenKey(type: number, token: number): number {
  return hashPair(type + 1, token)
}

/** How likely the page is of each type, in the order of `PAGE_TYPES`; the sum is 1. */
export function judgePageType(signals: PageSignals, { tokens, forests }: TypeModel): Float32Array {
  const row = typeRow(signals, tokens)
  const chances = Float32Array.from(forests, (forest) => judge(forest, row, 1, row.length)[0]!)
  const sum = chances.reduce((all, chance) => all + chance, 0)
  return chances.map((chance) => chance / Math.max(sum, Number.MIN_VALUE))
}

/** What the type of a page is judged by. */
export function typeRow(signals: PageSignals, tokens: WeightTable): Float32Array {
  const { facts, page } = signals
  const sums = PAGE_TYPES.map((_, type) =>
    facts.tokens.reduce((sum, token) => sum + tokens.get(typeTokenKey(type, token)), 0),
  )
  return Float32Array.of(...page, ...sums, ...shapesOf(signals))
}

/** What the text of a page is made of, as shares of its characters. */
function shapesOf({ blocks, stats }: PageSignals): Float32Array {
  const flags = COUNTED_FLAGS.length
  const tags = COUNTED_TAGS.size
  const shapes = new Float32Array(flags + tags + SHAPES_COUNT)
  let chars = 1
  for (const block of blocks) {
    const own = stats.flags[block.owner.id]!
    chars += block.chars
    COUNTED_FLAGS.forEach((flag, index) => {
      if ((own & flag) !== 0) shapes[index]! += block.chars
    })
    const tag = COUNTED_TAGS.get(block.owner.name)
    if (tag !== undefined) shapes[flags + tag]! += block.chars
    const rest = flags + tags
    if (block.chars < 25) shapes[rest]! += block.chars
    else if (block.chars < 80) shapes[rest + 1]! += block.chars
    else if (block.chars < 250) shapes[rest + 2]! += block.chars
    if (block.chars > 25 && block.linkChars > 0.9 * block.chars) shapes[rest + 3]! += block.chars
    shapes[rest + 4]! += block.questions
    shapes[rest + 5]! += block.at
    shapes[rest + 6]! += block.digits
    shapes[rest + 7]! += block.currency
    shapes[rest + 8]! += block.inTitle
    shapes[rest + 9]! += block.commas
  }
  return shapes.map((sum) => sum / chars)
}
