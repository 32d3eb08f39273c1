import { contextFeatures } from '../../src/extract/content/context-features.ts'
import { judge, LEAF, type Forest } from '../../src/extract/content/forest.ts'
import { FIRST_COUNT, rowsOf, SECOND_COUNT } from '../../src/extract/content/judge-blocks.ts'
import type { Model } from '../../src/extract/content/model.ts'
import { foldOf, type Sample } from './dataset.ts'
import { fitTables, votesOf, type Votes } from './fit-tables.ts'
import { binned, growForest, randomFrom, type ForestOptions, type Tree } from './gbt.ts'

/** Parts of the training data; what is learned of a part never comes from the part itself. */
const PARTS = 3
const PARTS_SEED = 2
const SAMPLING_SEED = 7
/** The most that one page weighs: one with a little content in much else cannot be worse than wrong. */
const PAGE_MAX_WEIGHT = 3
/** Rows that weigh less than this many times the mean are drawn by chance. */
const DRAWN_BELOW_MEANS = 1.5

/** The forest of the first judgement. */
export const FIRST: ForestOptions = {
  trees: 120,
  leaves: 31,
  learningRate: 0.12,
  leafMinWeight: 8,
  l2: 2,
  rowShare: 0.5,
  featureShare: 0.3,
  seed: 1,
}
/** The forest of the second judgement, which also sees the outcome of the first. */
export const SECOND: ForestOptions = { ...FIRST, trees: 60, leaves: 16, seed: 2 }

/** A page with its votes, counted once. */
export interface Trainee {
  sample: Sample
  votes: Votes
}

/** Pages that can be learned from; one whose truth is not on it teaches nothing. */
export function traineesOf(samples: readonly Sample[]): Trainee[] {
  return samples
    .filter(({ texts, set, labels }) => texts.length > 0 && (set !== 'wcxb' || labels.includes(1)))
    .map((sample) => ({ sample, votes: votesOf(sample.signals, sample.labels) }))
}

/** Where the rows of a page lie in the matrix. */
interface Span {
  trainee: Trainee
  part: number
  start: number
  count: number
}

/**
 * Learns a model without its strictness. Features that are themselves learned (the tables, the first judgement)
 * are made for each page from pages of other domains, as they will be for pages never seen.
 */
export function fitModel(trainees: readonly Trainee[]): Omit<Model, 'strictness'> & {
  gains: [Float64Array, Float64Array]
} {
  const spans = spansOf(trainees)
  const total = spans.reduce((sum, { count }) => sum + count, 0)
  const matrix = new Float32Array(total * SECOND_COUNT)
  for (let part = 0; part < PARTS; part += 1) {
    const tables = tablesOf(spans.filter((span) => span.part !== part))
    for (const span of spans) {
      if (span.part !== part) continue
      matrix.set(rowsOf(span.trainee.sample.signals, tables), span.start * SECOND_COUNT)
    }
  }
  const rows = drawRows(spans)
  for (let part = 0; part < PARTS; part += 1) {
    const { forest } = grow(
      matrix,
      rows.filter((row) => row.part !== part),
      FIRST_COUNT,
      FIRST,
    )
    for (const { trainee, part: own, start, count } of spans) {
      if (own !== part) continue
      const { blocks, stats } = trainee.sample.signals
      const part_ = matrix.subarray(start * SECOND_COUNT, (start + count) * SECOND_COUNT)
      const first = judge(forest, part_, count, SECOND_COUNT)
      contextFeatures(blocks, stats, first, part_, SECOND_COUNT, FIRST_COUNT)
    }
  }
  const first = grow(matrix, rows, FIRST_COUNT, FIRST)
  const second = grow(matrix, rows, SECOND_COUNT, SECOND)
  return {
    tables: tablesOf(spans),
    first: first.forest,
    second: second.forest,
    gains: [first.gains, second.gains],
  }
}

function spansOf(trainees: readonly Trainee[]): Span[] {
  let start = 0
  return trainees.map((trainee) => {
    const { domain, texts } = trainee.sample
    const span = {
      trainee,
      part: foldOf(domain, PARTS_SEED, PARTS),
      start,
      count: texts.length,
    }
    start += texts.length
    return span
  })
}

/** The tables learn only from pages that are labelled throughout. */
function tablesOf(spans: readonly Span[]): Model['tables'] {
  return fitTables(
    spans
      .filter(({ trainee }) => trainee.sample.set !== 'trafilatura')
      .map(({ trainee }) => trainee.votes),
  )
}

/** One row to learn from. */
interface DrawnRow {
  row: number
  part: number
  label: number
  weight: number
}

/** Draws rows of little weight by chance and lets each stand for those not drawn. */
function drawRows(spans: readonly Span[]): DrawnRow[] {
  const random = randomFrom(SAMPLING_SEED)
  const known: DrawnRow[] = spans.flatMap(({ trainee: { sample }, part, start }) => {
    const { labels, weights } = sample
    const total = weights.reduce((sum, weight, index) => sum + (labels[index]! < 0 ? 0 : weight), 0)
    const scale = Math.min(1, PAGE_MAX_WEIGHT / total)
    return [...labels].flatMap((label, index) =>
      label < 0 ? [] : [{ row: start + index, part, label, weight: weights[index]! * scale }],
    )
  })
  const mean = known.reduce((sum, { weight }) => sum + weight, 0) / known.length
  const least = DRAWN_BELOW_MEANS * mean
  return known
    .filter(({ weight }) => weight >= least || random() < weight / least)
    .map((row) => ({ ...row, weight: Math.max(row.weight, least) / mean }))
}

function grow(
  matrix: Float32Array,
  rows: readonly DrawnRow[],
  columns: number,
  options: ForestOptions,
): { forest: Forest; gains: Float64Array } {
  const drawn = new Float32Array(rows.length * columns)
  rows.forEach(({ row }, index) => {
    const start = row * SECOND_COUNT
    drawn.set(matrix.subarray(start, start + columns), index * columns)
  })
  const { trees, base, gains } = growForest(
    binned(drawn, rows.length, columns),
    Uint8Array.from(rows, ({ label }) => label),
    Float32Array.from(rows, ({ weight }) => weight),
    options,
  )
  return { forest: forestOf(trees, base), gains }
}

function forestOf(trees: readonly Tree[], base: number): Forest {
  let start = 0
  const roots = Int32Array.from(trees, ({ feature }) => {
    start += feature.length
    return start - feature.length
  })
  return {
    base,
    roots,
    features: Uint8Array.from(
      trees.flatMap(({ feature }) => [...feature].map((number) => (number < 0 ? LEAF : number))),
    ),
    numbers: Float32Array.from(
      trees.flatMap(({ feature, threshold, value }) =>
        [...feature].map((number, node) => (number < 0 ? value[node]! : threshold[node]!)),
      ),
    ),
    lefts: Int32Array.from(
      trees.flatMap(({ left }, tree) => [...left].map((node) => node + roots[tree]!)),
    ),
  }
}
