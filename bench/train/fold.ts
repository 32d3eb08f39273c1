import { judgeBlocks } from '../../src/extract/content/judge-blocks.ts'
import { foldOf, loadSamples } from './dataset.ts'
import { fitModel, traineesOf } from './fit.ts'
import { packModel } from './pack-model.ts'

/** Which pages to leave out: those of one fold, or none when `fold` equals `folds`. */
export interface FoldTask {
  fold: number
  folds: number
  seed: number
}

/** What was learned, and how it judges the blocks of the pages left out, by place in the list of all pages. */
export interface FoldAnswer {
  bytes: Uint8Array
  probabilities: Map<number, Float32Array>
}

/** Learns from the pages of all folds but one and judges those of that one. */
async function answerTo({ fold, folds, seed }: FoldTask): Promise<FoldAnswer> {
  const samples = await loadSamples()
  const isLeftOut = samples.map(({ domain }) => foldOf(domain, seed, folds) === fold)
  const learned = fitModel(traineesOf(samples.filter((_, at) => !isLeftOut[at])))
  const model = { ...learned, threshold: 0 }
  const probabilities = new Map<number, Float32Array>()
  samples.forEach(({ signals }, at) => {
    if (isLeftOut[at]) probabilities.set(at, judgeBlocks(signals, model))
  })
  return { bytes: packModel(model), probabilities }
}

async function reply(task: FoldTask): Promise<void> {
  const answer = await answerTo(task)
  process.send?.(answer, undefined, undefined, () => process.exit(0))
}

process.once('message', (task: FoldTask) => void reply(task))
