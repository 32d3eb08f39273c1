import type { Block } from '../features/block.ts'
import type { ElementStats } from '../features/element-stats.ts'
import { templateOf } from '../features/series.ts'
import { PAGE_TYPES } from './page-type.ts'

/** Things made by the same template are alike in themselves and this many elements around them. */
const TEMPLATE_LEVELS = 3
const TEMPLATE_MIN_BLOCKS = 4
/** How far blocks go towards what their template is on average, on pages that surely are no running text. */
const AGREEMENT_MAX = 0.9
/** Keeps odds finite. */
const LEAST = 1e-3

const ARTICLE = PAGE_TYPES.indexOf('article')
const DOCUMENTATION = PAGE_TYPES.indexOf('documentation')

/** How likely a page is running text, which has one author, rather than things in rows; `types` as judged. */
export function estimateRunningText(types: Float32Array): number {
  return types[ARTICLE]! + types[DOCUMENTATION]!
}

/**
 * Evens out the probabilities of blocks of one template, such as posts of a thread or names of products. The
 * less a page is running text, the more they go by their common mean, weighted by words.
 */
export function blendByTemplate(
  blocks: readonly Block[],
  stats: Pick<ElementStats, 'signature'>,
  probabilities: Float32Array,
  types: Float32Array,
): Float32Array {
  const agreement = AGREEMENT_MAX * (1 - estimateRunningText(types))
  const templates = blocks.map(({ owner }) => templateOf(owner, stats, TEMPLATE_LEVELS))
  const groups = new Map<number, { blocks: number; words: number; likely: number }>()
  blocks.forEach((block, index) => {
    const template = templates[index]!
    let group = groups.get(template)
    if (!group) groups.set(template, (group = { blocks: 0, words: 0, likely: 0 }))
    const words = Math.max(1, block.words)
    group.blocks += 1
    group.words += words
    group.likely += words * probabilities[index]!
  })
  return probabilities.map((own, index) => {
    const { blocks: count, words, likely } = groups.get(templates[index]!)!
    if (count < TEMPLATE_MIN_BLOCKS) return own
    const odds = (1 - agreement) * logOdds(own) + agreement * logOdds(likely / words)
    return 1 / (1 + Math.exp(-odds))
  })
}

function logOdds(probability: number): number {
  return Math.log((probability + LEAST) / (1 - probability + LEAST))
}
