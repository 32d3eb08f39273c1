import { contextFeatures } from '../../src/extract/content/features/context-features.ts'
import { predict, type Forest } from '../../src/extract/content/model/forest.ts'
import { FIRST_COUNT, rowsOf, SECOND_COUNT } from '../../src/extract/content/model/judge-blocks.ts'
import type { Model } from '../../src/extract/content/model/model.ts'
import { foldOf, type Sample } from './dataset.ts'
import { fitTables, votesOf, type Votes } from './fit-tables.ts'
import { fitTypes, PARTS } from './fit-types.ts'
import { forestOf } from './forest-of.ts'
import { binned, growForest, randomFrom, type ForestOptions, type Lesson } from './gbt.ts'

const PARTS_SEED = 2
const SAMPLING_SEED = 7
const SEEDS_PER_RUN = 10
/**
 * Runs, which differ by their seeds alone. The product judges first by the first of them, then by the mean of the second judgements
 * of all: those which learned from another first judgement rely less on the luck of this one.
 */
const RUNS = [0, 2]
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

/** Learns a model without its strictness. */
export function fitModel(trainees: readonly Trainee[]): Omit<Model, 'strictness'> {
  const runs = RUNS.map((run) => fitRun(trainees, run))
  const { tables, first, types } = runs[0]!
  return { tables, first, seconds: runs.map(({ second }) => second), types }
}

/**
 * Learns both judgements once; `run` changes nothing but the seeds. Features that are themselves learned (the tables, the first
 * judgement) are made for each page from pages of other domains, as they will be for pages never seen.
 */
function fitRun(
  trainees: readonly Trainee[],
  run: number,
): Pick<Model, 'tables' | 'first' | 'types'> & { second: Forest } {
  const firstOptions = { ...FIRST, seed: FIRST.seed + run * SEEDS_PER_RUN }
  const secondOptions = { ...SECOND, seed: SECOND.seed + run * SEEDS_PER_RUN }
  const spans = spansOf(trainees)
  const total = spans.reduce((sum, { count }) => sum + count, 0)
  const matrix = new Float32Array(total * SECOND_COUNT)
  const types = fitTypes(spans.map(({ trainee, part }) => ({ sample: trainee.sample, part })))
  for (let part = 0; part < PARTS; part += 1) {
    const tables = tablesOf(spans.filter((span) => span.part !== part))
    spans.forEach(({ trainee: { sample }, start, part: own }, index) => {
      if (own !== part) return
      matrix.set(rowsOf(sample.signals, tables, types.chances[index]!), start * SECOND_COUNT)
    })
  }
  const { rows, parts, labels, weights } = drawRows(spans)
  const every = Int32Array.from(rows.keys())
  const lesson = { labels, weights, rows: every }
  const data = binned(matrix, SECOND_COUNT, rows, 0, FIRST_COUNT)
  for (let part = 0; part < PARTS; part += 1) {
    const others = every.filter((row) => parts[row] !== part)
    const forest = grow({ ...lesson, data, rows: others }, firstOptions)
    for (const { trainee, part: own, start, count } of spans) {
      if (own !== part) continue
      const { blocks, stats } = trainee.sample.signals
      const part_ = matrix.subarray(start * SECOND_COUNT, (start + count) * SECOND_COUNT)
      const first = predict([forest], part_, count, SECOND_COUNT)
      contextFeatures(blocks, stats, first, part_, SECOND_COUNT, FIRST_COUNT)
    }
  }
  const first = grow({ ...lesson, data }, firstOptions)
  const context = binned(matrix, SECOND_COUNT, rows, FIRST_COUNT, SECOND_COUNT)
  const all = {
    rows: rows.length,
    columns: [...data.columns, ...context.columns],
    edges: [...data.edges, ...context.edges],
  }
  const second = grow({ ...lesson, data: all }, secondOptions)
  return {
    tables: tablesOf(spans),
    first,
    second,
    types: types.model,
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

/** The rows to learn from: their places in the matrix, their parts, labels and weights. */
interface DrawnRows {
  rows: Int32Array
  parts: Uint8Array
  labels: Uint8Array
  weights: Float32Array
}

/** Draws rows of little weight by chance and lets each stand for those not drawn. */
function drawRows(spans: readonly Span[]): DrawnRows {
  const random = randomFrom(SAMPLING_SEED)
  const size = spans.reduce((sum, { count }) => sum + count, 0)
  const weightOf = new Float32Array(size)
  let total = 0
  let known = 0
  for (const { trainee, start } of spans) {
    const { labels, weights } = trainee.sample
    const sum = weights.reduce((all, weight, at) => all + (labels[at]! < 0 ? 0 : weight), 0)
    const scale = Math.min(1, PAGE_MAX_WEIGHT / sum)
    labels.forEach((label, at) => {
      if (label < 0) return
      weightOf[start + at] = weights[at]! * scale
      total += weights[at]! * scale
      known += 1
    })
  }
  const mean = total / known
  const least = DRAWN_BELOW_MEANS * mean
  const rows = Int32Array.from(weightOf.keys()).filter((row) => {
    const weight = weightOf[row]!
    return weight > 0 && (weight >= least || random() < weight / least)
  })
  const partOf = new Uint8Array(size)
  const labelOf = new Uint8Array(size)
  for (const { trainee, part, start, count } of spans) {
    partOf.fill(part, start, start + count)
    labelOf.set(trainee.sample.labels, start)
  }
  return {
    rows,
    parts: Uint8Array.from(rows, (row) => partOf[row]!),
    labels: Uint8Array.from(rows, (row) => labelOf[row]!),
    weights: Float32Array.from(rows, (row) => Math.max(weightOf[row]!, least) / mean),
  }
}

function grow(lesson: Lesson, options: ForestOptions): Forest {
  const { trees, base } = growForest(lesson, options)
  return forestOf(trees, base)
}
