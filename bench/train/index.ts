import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeBlocks } from '../../src/extract/content/model/judge-blocks.ts'
import { loadModel } from '../../src/extract/content/model/load-model.ts'
import type { Model } from '../../src/extract/content/model/model.ts'
import { judgePageType } from '../../src/extract/content/model/page-type.ts'
import { MissingBenchData } from '../data.ts'
import { foldOf, loadSamples, type Sample } from './dataset.ts'
import { typeOf } from './fit-types.ts'
import { fitModel, traineesOf } from './fit.ts'
import { trainingReport, type FoldScores } from './report.ts'
import {
  bestStrictness,
  ceilingOf,
  scoresAt,
  scoresAtOwn,
  structuresAt,
  type Judged,
} from './scores.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDS = 5
const FOLDS_SEED = 1

/**
 * `npm run train`: cross-validates on the development sets by domain, then learns from all of them, and writes
 * the weights and the report. Deterministic; needs twenty minutes of one core and 4 GB. With `--report` nothing is learned for
 * good: what rules changed is measured, and only the report is written, about the model that is shipped.
 */
async function train(): Promise<void> {
  const isReportOnly = process.argv.includes('--report')
  const samples = await loadSamples()
  const trainees = traineesOf(samples)
  console.log(`read ${samples.length} pages`)
  const judged: Judged[] = []
  let rightTypes = 0
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isLeftOut = ({ domain }: { domain: string }): boolean =>
      foldOf(domain, FOLDS_SEED, FOLDS) === fold
    const model = fitModel(trainees.filter(({ sample }) => !isLeftOut(sample)))
    for (const sample of samples) {
      if (!isLeftOut(sample)) continue
      judged.push({ sample, fold, ...judgeBlocks(sample.signals, model) })
      if (typeOf(sample) === likeliestType(sample, model)) rightTypes += 1
    }
    console.log(`learned fold ${fold + 1} of ${FOLDS}`)
  }
  // The strictness of each fold is the one that is best on the pages of the others.
  const folds: FoldScores[] = Array.from({ length: FOLDS }, (_, fold) => {
    const strictness = bestStrictness(judged.filter((page) => page.fold !== fold))
    const pages = judged.filter((page) => page.fold === fold)
    return {
      strictness,
      pages: pages.length,
      scores: scoresAt(pages, () => strictness),
    }
  })
  const strictnessOf = ({ fold }: Judged): number => folds[fold]!.strictness
  const whole = scoresAt(judged, strictnessOf)
  const { text, source } = trainingReport({
    samples,
    folds,
    whole,
    structures: structuresAt(judged, strictnessOf),
    bounds: { strictness: scoresAtOwn(judged, strictnessOf), labels: ceilingOf(samples) },
    model: isReportOnly
      ? await loadModel()
      : { ...fitModel(trainees), strictness: bestStrictness(judged) },
    rightTypes: rightTypes / samples.filter((sample) => typeOf(sample) >= 0).length,
    seed: FOLDS_SEED,
  })
  if (!isReportOnly) writeFileSync(join(ROOT, 'src/extract/content/model/weights.ts'), source)
  writeFileSync(join(ROOT, 'docs/extraction-model.md'), text)
  console.log(text)
}

function likeliestType({ signals }: Sample, { types }: Pick<Model, 'types'>): number {
  const chances = judgePageType(signals, types)
  return chances.indexOf(Math.max(...chances))
}

try {
  await train()
} catch (thrown) {
  if (!(thrown instanceof MissingBenchData)) throw thrown
  console.error(thrown.message)
  process.exitCode = 2
}
