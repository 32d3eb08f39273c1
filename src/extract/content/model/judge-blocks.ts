import { BLOCKS_JUDGED_MAX_COUNT, RAW_COUNT, type PageSignals } from '../features/block-features.ts'
import { CONTEXT_COUNT, contextFeatures } from '../features/context-features.ts'
import { blendByTemplate } from './agreement.ts'
import { predict } from './forest.ts'
import { TABLE_COUNT, tableFeatures, type LearnedTables } from './learned-tables.ts'
import type { Model } from './model.ts'
import { judgePageType, PAGE_TYPES } from './page-type.ts'

/** A model before its strictness is known. */
type Judge = Omit<Model, 'strictness'>

/** What a model makes of a page. */
export interface Judgement {
  /** For each block how likely it is content. */
  probabilities: Float32Array
  /** How likely the page is of each of `PAGE_TYPES`. */
  types: Float32Array
}

/** Blocks at the end of those judged that stand for the rest. */
const LIKE_LAST_COUNT = 500

/** Numbers per block that the first and the second judgement see. */
export const FIRST_COUNT = RAW_COUNT + TABLE_COUNT + PAGE_TYPES.length
export const SECOND_COUNT = FIRST_COUNT + CONTEXT_COUNT

/** The rows of a page for the first judgement, with room for the additional features of the second. */
export function rowsOf(
  signals: PageSignals,
  tables: LearnedTables,
  types: Float32Array,
): Float32Array {
  const count = signals.blocks.length
  const { raw } = signals
  const rows = new Float32Array(count * SECOND_COUNT)
  for (let index = 0; index < count; index += 1) {
    const start = index * SECOND_COUNT
    const from = index * RAW_COUNT
    // Copied one by one: a view of each row takes longer to make than to copy.
    for (let at = 0; at < RAW_COUNT; at += 1) rows[start + at] = raw[from + at]!
    rows.set(types, start + RAW_COUNT + TABLE_COUNT)
  }
  tableFeatures(signals, tables, rows, SECOND_COUNT, RAW_COUNT)
  return rows
}

/**
 * How likely each block is content: judged by itself, then once more by how what is around it was judged (the mean
 * of several forests, since each has its luck), then together with those of its template. Blocks beyond the first `BLOCKS_JUDGED_MAX_COUNT` are as likely as the last
 * of those are on average.
 */
export function judgeBlocks(signals: PageSignals, model: Judge): Judgement {
  const { blocks } = signals
  if (blocks.length <= BLOCKS_JUDGED_MAX_COUNT) return judgeAll(signals, model)
  const judged = judgeAll({ ...signals, blocks: blocks.slice(0, BLOCKS_JUDGED_MAX_COUNT) }, model)
  const last = judged.probabilities.subarray(-LIKE_LAST_COUNT)
  const probabilities = new Float32Array(blocks.length)
  probabilities.fill(last.reduce((sum, probability) => sum + probability, 0) / last.length)
  probabilities.set(judged.probabilities)
  return { ...judged, probabilities }
}

function judgeAll(signals: PageSignals, model: Judge): Judgement {
  const { blocks, stats } = signals
  const types = judgePageType(signals, model.types)
  const rows = rowsOf(signals, model.tables, types)
  const first = predict([model.first], rows, blocks.length, SECOND_COUNT)
  contextFeatures(blocks, stats, first, rows, SECOND_COUNT, FIRST_COUNT)
  const second = predict(model.seconds, rows, blocks.length, SECOND_COUNT)
  return { probabilities: blendByTemplate(blocks, stats, second, types), types }
}
