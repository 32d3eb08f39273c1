import type { Judgement } from '../../src/extract/content/model/judge-blocks.ts'
import { PAGE_TYPES } from '../../src/extract/content/model/page-type.ts'
import { completeSelection, selectBlocks } from '../../src/extract/content/select-content.ts'
import { placeThread } from '../../src/extract/threads/place-thread.ts'
import type { ElementNode } from '../../src/markup/html/tree/node.ts'
import {
  aeb,
  trafilatura,
  wcxbPage,
  type AebTruth,
  type Answer,
  type TrafilaturaTruth,
  type WcxbTruth,
} from '../extract/metrics.ts'
import type { Sample } from './dataset.ts'
import { addCounts, countStructures, noStructures, type StructureCounts } from './structures.ts'

/** A page with what a model that never saw its domain made of it. */
export interface Judged extends Judgement {
  sample: Sample
  fold: number
}

/** F1 on each set, on each page type of WCXB, and the mean of the three sets. */
export interface Scores {
  wcxb: number
  aeb: number
  trafilatura: number
  mean: number
  byType: Map<string, number>
}

/** Scores the pages by the texts of the blocks that would be kept. */
export function scoresAt(
  judged: readonly Judged[],
  strictnessOf: (page: Judged) => number,
): Scores {
  const answersOf = <Truth>(set: Sample['set']): Answer<Truth>[] =>
    judged
      .filter(({ sample }) => sample.set === set)
      .map((page) => ({
        text: textAt(page, strictnessOf(page)),
        truth: page.sample.truth as Truth,
      }))
  const byType = new Map<string, number[]>()
  const pages: number[] = []
  for (const page of judged) {
    if (page.sample.set !== 'wcxb') continue
    const { type } = page.sample.truth as WcxbTruth
    const score = wcxbScore(page, strictnessOf(page))
    pages.push(score)
    byType.set(type, [...(byType.get(type) ?? []), score])
  }
  const scores = {
    wcxb: mean(pages),
    aeb: aeb(answersOf<AebTruth>('aeb')).f1,
    trafilatura: trafilatura(answersOf<TrafilaturaTruth>('trafilatura')).f1,
  }
  return {
    ...scores,
    mean: (scores.wcxb + scores.aeb + scores.trafilatura) / 3,
    byType: new Map(
      [...byType.keys()].toSorted().map((type) => [type, mean(byType.get(type) ?? [])]),
    ),
  }
}

/** Scores of a page at one strictness. */
interface Known {
  keeps: Uint8Array
  wcxb?: number
  counts?: StructureCounts
}

const known = new WeakMap<Float32Array, Map<number, Known>>()

/** Each page is asked for with the same few values again and again. */
function knownAt({ sample, ...judgement }: Judged, strictness: number): Known {
  const all = known.get(judgement.probabilities) ?? new Map<number, Known>()
  known.set(judgement.probabilities, all)
  let own = all.get(strictness)
  if (!own) {
    own = { keeps: selectBlocks(sample.signals, judgement, strictness).keeps }
    all.set(strictness, own)
  }
  return own
}

function wcxbScore(page: Judged, strictness: number): number {
  return (knownAt(page, strictness).wcxb ??= wcxbPage(
    textAt(page, strictness),
    page.sample.truth as WcxbTruth,
  ).f1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function textAt(page: Judged, strictness: number): string {
  const { keeps } = knownAt(page, strictness)
  return page.sample.texts.filter((_, index) => keeps[index] === 1).join('\n')
}

/** What no model can exceed: the scores if every block were judged as its label says. */
export function ceilingOf(samples: readonly Sample[]): Scores {
  const judged = samples.map((sample) => ({
    sample,
    fold: 0,
    // Rules for shops and threads would only take away from what the labels say.
    types: Float32Array.from(PAGE_TYPES, (type) => (type === 'article' ? 1 : 0)),
    probabilities: Float32Array.from(sample.labels, (label) => Math.max(0, label)),
  }))
  return scoresAt(judged, () => 1)
}

const OWN_STRICTNESSES = [0.25, 0.5, 0.7, 0.86, 1.02, 1.18, 1.34, 1.5, 2, 3]

/** What no threshold can exceed: the scores if each page of WCXB had the strictness that is best for itself. */
export function scoresAtOwn(
  judged: readonly Judged[],
  strictnessOf: (page: Judged) => number,
): Scores {
  return scoresAt(judged, (page) => {
    const usual = strictnessOf(page)
    if (page.sample.set !== 'wcxb') return usual
    let best = { strictness: usual, score: wcxbScore(page, usual) }
    for (const strictness of OWN_STRICTNESSES) {
      const score = wcxbScore(page, strictness)
      if (score > best.score) best = { strictness, score }
    }
    return best.strictness
  })
}

const STRICTNESSES = Array.from({ length: 11 }, (_, index) => 1 + 0.04 * index)
/** Share of the lines between kept ones that may be lost: the words of a set gain by leaving out, its readers do not. */
export const LINES_LOST_MAX_SHARE = 0.05

/** The strictness at which the mean of the three sets is greatest, of those that lose few lines between others. */
export function bestStrictness(judged: readonly Judged[]): number {
  let best = { strictness: STRICTNESSES[0]!, mean: 0 }
  for (const strictness of STRICTNESSES) {
    const { mean: score } = scoresAt(judged, () => strictness)
    if (score <= best.mean) continue
    const { lines, linesLost } = structuresAt(judged, () => strictness)
    if (linesLost <= LINES_LOST_MAX_SHARE * lines) best = { strictness, mean: score }
  }
  return best.strictness
}

/** What became of the structures of the pages whose truth is a whole text. */
export function structuresAt(
  judged: readonly Judged[],
  strictnessOf: (page: Judged) => number,
): StructureCounts {
  const counts = noStructures()
  for (const page of judged) addCounts(counts, countsOf(page, strictnessOf(page)))
  return counts
}

function countsOf(page: Judged, strictness: number): StructureCounts {
  const own = knownAt(page, strictness)
  const { signals, texts, truth } = page.sample
  if (own.counts || 'with' in truth) return (own.counts ??= noStructures())
  own.counts = noStructures()
  const truthText = 'main' in truth ? truth.main : truth.articleBody
  const written = writtenThread(page, own.keeps)
  countStructures(own.counts, signals, texts, own.keeps, truthText, written)
  return own.counts
}

/** The text of a page that is written as a thread, whose names, times and posts are read by rules of their own; else undefined. */
function writtenThread(
  { sample: { tree, address, signals }, types }: Judged,
  keeps: Uint8Array,
): string | undefined {
  const selection = completeSelection(tree, signals, types, { keeps: keeps.slice(), kinds: [] })
  const said = placeThread({ tree, address, ...selection }, false)
  if (said.tree === tree) return undefined
  return said.tree.nodes
    .map((node, id) =>
      node.isText ? (said.kept[id] === 1 ? node.data : '') : isInline(node) ? '' : '\n',
    )
    .join('')
}

/** Whether a word may go on through the beginning of an element. */
function isInline({ isBlock, isVoid }: ElementNode): boolean {
  return !isBlock && !isVoid
}
