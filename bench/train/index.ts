import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { unpackModel } from '../../src/extract/content/model.ts'
import { MissingBenchData } from '../data.ts'
import { loadSamples } from './dataset.ts'
import type { FoldAnswer, FoldTask } from './fold.ts'
import { trainingReport, type FoldScores } from './report.ts'
import { bestThreshold, scoresAt, type Judged } from './scores.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDS = 5
const FOLDS_SEED = 1
const CHILD_HEAP_MAX_MB = 9000

/**
 * `npm run train`: cross-validates on the development sets by domain, then learns from all of them, and writes
 * the weights and the report. Deterministic. Each model is learned in a process of its own, one per core.
 */
async function train(): Promise<void> {
  const samples = await loadSamples()
  const tasks: FoldTask[] = [
    ...Array.from({ length: FOLDS }, (_, fold) => ({ fold, folds: FOLDS, seed: FOLDS_SEED })),
    { fold: FOLDS, folds: FOLDS, seed: FOLDS_SEED },
  ]
  const answers = await inParallel(tasks)
  const judged: Judged[] = answers.flatMap(({ probabilities }, fold) =>
    [...probabilities].map(([at, own]) => ({ sample: samples[at]!, fold, probabilities: own })),
  )
  // The threshold of each fold is the one that is best on the pages of the others.
  const folds: FoldScores[] = Array.from({ length: FOLDS }, (_, fold) => {
    const threshold = bestThreshold(judged.filter((page) => page.fold !== fold))
    const pages = judged.filter((page) => page.fold === fold)
    return { threshold, pages: pages.length, scores: scoresAt(pages, () => threshold) }
  })
  const whole = scoresAt(judged, ({ fold }) => folds[fold]!.threshold)
  const threshold = bestThreshold(judged)
  const { text, source } = trainingReport({
    samples,
    folds,
    whole,
    model: { ...unpackModel(answers.at(-1)!.bytes), threshold },
    seed: FOLDS_SEED,
  })
  writeFileSync(join(ROOT, 'src/extract/content/weights.ts'), source)
  writeFileSync(join(ROOT, 'docs/extraction-model.md'), text)
  console.log(text)
}

/** Gives the tasks to child processes, as many at once as there are cores. */
async function inParallel(tasks: readonly FoldTask[]): Promise<FoldAnswer[]> {
  const answers: FoldAnswer[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < tasks.length) {
      const at = next
      next += 1
      answers[at] = await answerTo(tasks[at]!)
      console.log(`learned ${at + 1} of ${tasks.length}`)
    }
  }
  const cores = Number(process.env['TRAIN_JOBS'] ?? availableParallelism())
  await Promise.all(Array.from({ length: cores }, worker))
  return answers
}

async function answerTo(task: FoldTask): Promise<FoldAnswer> {
  const child = fork(new URL('fold.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${CHILD_HEAP_MAX_MB}`],
    serialization: 'advanced',
  })
  child.send(task)
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A child ended with ${String(code)}`)
    }),
  ])) as [FoldAnswer]
  return answer
}

try {
  await train()
} catch (thrown) {
  if (!(thrown instanceof MissingBenchData)) throw thrown
  console.error(thrown.message)
  process.exitCode = 2
}
