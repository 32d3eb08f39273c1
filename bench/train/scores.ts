import { keepBlocks } from '../../src/extract/content/repair.ts'
import { aeb, trafilatura, wcxb, type Answer } from '../extract/metrics.ts'
import type { Sample } from './dataset.ts'

/** A page with what a model that never saw its domain made of it. */
export interface Judged {
  sample: Sample
  probabilities: Float32Array
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

/** Scores the pages by the texts of the blocks that would be kept at a threshold. */
export function scoresAt(judged: readonly Judged[], thresholdOf: (page: Judged) => number): Scores {
  const answers = judged.map((page) => ({
    sample: page.sample,
    text: textAt(page, thresholdOf(page)),
  }))
  const of = <Truth>(set: Sample['set']): Answer<Truth>[] =>
    answers
      .filter(({ sample }) => sample.set === set)
      .map(({ sample, text }) => ({ text, truth: sample.truth as Truth }))
  const pages = of<Parameters<typeof wcxb>[0][number]['truth']>('wcxb')
  const types = [...new Set(pages.map(({ truth }) => truth.type))].toSorted()
  const scores = {
    wcxb: wcxb(pages).f1,
    aeb: aeb(of('aeb')).f1,
    trafilatura: trafilatura(of('trafilatura')).f1,
  }
  return {
    ...scores,
    mean: (scores.wcxb + scores.aeb + scores.trafilatura) / 3,
    byType: new Map(
      types.map((type) => [type, wcxb(pages.filter(({ truth }) => truth.type === type)).f1]),
    ),
  }
}

function textAt({ sample, probabilities }: Judged, threshold: number): string {
  const { signals, texts } = sample
  let greatest = 0
  for (const probability of probabilities) greatest = Math.max(greatest, probability)
  const keeps = keepBlocks(signals, {
    probabilities,
    threshold: greatest < threshold ? greatest / 2 : threshold,
  })
  return texts.filter((_, index) => keeps[index] === 1).join('\n')
}

const THRESHOLDS = Array.from({ length: 15 }, (_, index) => 0.2 + 0.03 * index)

/** The threshold at which the mean of the three sets is greatest. */
export function bestThreshold(judged: readonly Judged[]): number {
  let best = { threshold: 0.5, mean: 0 }
  for (const threshold of THRESHOLDS) {
    const { mean } = scoresAt(judged, () => threshold)
    if (mean > best.mean) best = { threshold, mean }
  }
  return best.threshold
}
