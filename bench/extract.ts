import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchPages, MissingBenchData, type BenchPage } from './data.ts'
import { hostileRows } from './extract/hostile.ts'
import {
  aeb,
  trafilatura,
  wcxb,
  type AebTruth,
  type Answer,
  type Score,
  type TrafilaturaTruth,
  type WcxbTruth,
} from './extract/metrics.ts'
import { race, type Run } from './extract/race.ts'
import { roundTripText } from './extract/round-trip.ts'
import type { SystemName } from './extract/systems.ts'
import { countDomains, unseenPages, withoutCopies } from './extract/unseen.ts'
import { machineLine, recordSection } from './record.ts'

const BELLHOP: SystemName = 'bellhop'
const PLAIN: SystemName = 'linkedom + Readability'
const LIGHT: SystemName = 'linkedom + Readability + turndown'
const CLASSIC: SystemName = 'jsdom + Readability + turndown'

/** What linkedom + Readability is known to reach on all of WCXB dev: checks our port of the metric. */
const WCXB_KNOWN_F1 = 0.776
const WCXB_KNOWN_TOLERANCE = 0.003
/** The classic stack gets every n-th page of the larger sets: all of them would take half an hour. */
const CLASSIC_EVERY = { wcxb: 5, aeb: 1, trafilatura: 3 }

/** One benchmark: its pages and its own metric. */
interface Benchmark<Truth> {
  name: string
  pages: BenchPage<Truth>[]
  every: number
  score(answers: Answer<Truth>[]): Score
}

/** Scores extraction with each benchmark's own metric, next to the classic stack, and records the table. */
export async function run(): Promise<void> {
  const allWcxbPages = await benchPages<WcxbTruth>('extraction/wcxb-dev.tar.xz')
  const wcxbPages = withoutCopies(allWcxbPages)
  const aebPages = await benchPages<AebTruth>('extraction/aeb-dev.tar.xz')
  const trafilaturaPages = await benchPages<TrafilaturaTruth>('extraction/trafilatura-dev.tar.xz')

  const plain = await race(PLAIN, allWcxbPages)
  const known = wcxb(answersOf(allWcxbPages, plain)).f1
  const check = `Check of the scorer: linkedom + Readability reaches ${known.toFixed(3)} on WCXB dev (known: ${WCXB_KNOWN_F1}).`
  console.log(check)
  if (Math.abs(known - WCXB_KNOWN_F1) > WCXB_KNOWN_TOLERANCE) {
    throw new Error('The port of the WCXB metric does not reproduce the known score.')
  }

  const ours = await race(BELLHOP, wcxbPages)
  const rows = [
    ...(await rowsOf(
      { name: 'WCXB dev', pages: wcxbPages, every: CLASSIC_EVERY.wcxb, score: wcxb },
      ours,
    )),
    ...(await rowsOf({
      name: 'AEB dev',
      pages: aebPages,
      every: CLASSIC_EVERY.aeb,
      score: aeb,
    })),
    ...(await rowsOf(
      {
        name: 'trafilatura dev',
        pages: trafilaturaPages,
        every: CLASSIC_EVERY.trafilatura,
        score: trafilatura,
      },
      await race(BELLHOP, trafilaturaPages),
    )),
  ]
  const types = byType(wcxbPages, ours, plain)
  const learned = [...wcxbPages, ...aebPages, ...trafilaturaPages]
  const unseen = await unseenText(learned)
  const hostile = await hostileRows()
  const text = [
    machineLine(),
    `The model was trained on the pages of this section, so its figures on them, in parentheses, only show the effect of changes. Its results by cross-validation, on pages of domains that it never saw (docs/extraction-model.md):`,
    crossValidated(),
    unseen,
    'Development halves of three public benchmarks, each with its own metric: word F1 (WCXB), F1 of four-word shingles ' +
      '(article-extraction-benchmark), precision and recall of segments (trafilatura). Bellhop is scored by the text of its ' +
      `Markdown; a page that it refuses counts as empty. The stacks of others read a sample (of WCXB every ${CLASSIC_EVERY.wcxb}th ` +
      `page, of trafilatura’s set every ${CLASSIC_EVERY.trafilatura}rd), on which Bellhop is scored again. CPU is that of a process ` +
      'of its own from bytes to Markdown; “again” is its mean when the same process reads all pages once more, its code compiled. “times” is their mean over ours on the same pages, in the first and in the second reading.',
    `${check} Of its ${allWcxbPages.length} pages ${allWcxbPages.length - wcxbPages.length} repeat another one and are left out below; the others are of ${countDomains(wcxbPages)} domains.`,
    [
      '| benchmark | system | pages | F1 | precision | recall | CPU ms mean / p95 / p99 | again | times | crashed, timed out | peak RSS MB |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    types,
    await roundTripText(),
    'Hostile pages, each in a process of its own:',
    ['| page | outcome | CPU s | peak RSS MB |', '| --- | --- | --- | --- |', ...hostile].join(
      '\n',
    ),
  ].join('\n\n')
  console.log(text)
  recordSection('extract', 'extract', text)
}

const TEST_ARCHIVE = 'extraction/wcxb-test.tar.xz'

/** What the model reaches on those pages of the public test split that are neither copies nor of domains it has learned from. */
async function unseenText(learned: readonly BenchPage<unknown>[]): Promise<string> {
  let test: BenchPage<WcxbTruth>[]
  try {
    test = await benchPages<WcxbTruth>(TEST_ARCHIVE)
  } catch (thrown) {
    if (!(thrown instanceof MissingBenchData)) throw thrown
    return `The public test split of WCXB (${TEST_ARCHIVE}) was not available.`
  }
  const { pages, copies, ofKnownDomains } = unseenPages(test, learned)
  const of = async (name: SystemName): Promise<string> =>
    wcxb(answersOf(pages, await race(name, pages))).f1.toFixed(3)
  return (
    `WCXB test: of ${test.length} pages ${copies} repeat one that was learned from or another of the split, ${ofKnownDomains} more are of domains ` +
    `learned from. On the other ${pages.length}, of ${countDomains(pages)} domains: ${BELLHOP} ${await of(BELLHOP)}, ${PLAIN} ${await of(PLAIN)} (word F1).`
  )
}

function answersOf<Truth>(pages: readonly BenchPage<Truth>[], { texts }: Run): Answer<Truth>[] {
  return pages.map(({ id, truth }) => ({ text: texts.get(id) ?? '', truth }))
}

/** The rows of one benchmark: our run over all of its pages, if there is one, then both on the sample. */
async function rowsOf<Truth>(
  { name, pages, every, score }: Benchmark<Truth>,
  whole?: Run,
): Promise<string[]> {
  const rows = whole
    ? [row(name, BELLHOP, pages.length, score(answersOf(pages, whole)), whole, '')]
    : []
  const sample = pages.filter((_, index) => index % every === 0)
  const ours = await race(BELLHOP, sample, true)
  rows.push(row(name, BELLHOP, sample.length, score(answersOf(sample, ours)), ours, '1, 1'))
  for (const system of [LIGHT, CLASSIC]) {
    const theirs = await race(system, sample, true)
    const times = (['cpuMs', 'againMs'] as const)
      .map((reading) => (mean(theirs[reading]) / mean(ours[reading])).toFixed(1))
      .join(', ')
    rows.push(row(name, system, sample.length, score(answersOf(sample, theirs)), theirs, times))
  }
  return rows
}

function row(
  benchmark: string,
  system: SystemName,
  pages: number,
  { f1, precision, recall }: Score,
  { cpuMs, againMs, crashes, timeouts, peakRssBytes }: Run,
  times: string,
): string {
  const sorted = cpuMs.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  const cells = [
    benchmark,
    system,
    pages,
    ...[f1, precision, recall].map((value) => scoreText(system, value)),
    `${mean(cpuMs).toFixed(1)} / ${at(0.95)} / ${at(0.99)}`,
    againMs.length > 0 ? mean(againMs).toFixed(1) : '',
    times,
    `${crashes}, ${timeouts}`,
    (peakRssBytes / 1e6).toFixed(0),
  ]
  return `| ${cells.join(' | ')} |`
}

/** A figure; one over pages that were learned from in parentheses. */
function scoreText(system: SystemName, value: number): string {
  return system === BELLHOP ? `(${value.toFixed(3)})` : value.toFixed(3)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** The tables of the trainer’s report that hold what the model reaches on pages that it never saw. */
function crossValidated(): string {
  const report = readFileSync(join(import.meta.dirname, '../docs/extraction-model.md'), 'utf8')
  const scores = report.slice(report.indexOf('| fold'), report.indexOf('\n| best strictness'))
  const from = report.indexOf('| structures')
  return `${scores}\n\n${report.slice(from, report.indexOf('\n\n## ', from))}`
}

function byType(pages: readonly BenchPage<WcxbTruth>[], whole: Run, plain: Run): string {
  const ours = answersOf(pages, whole)
  const theirs = answersOf(pages, plain)
  const types = [...new Set(pages.map(({ truth }) => truth.type))].toSorted()
  const of = (system: SystemName, answers: Answer<WcxbTruth>[], type: string): string =>
    scoreText(system, wcxb(answers.filter(({ truth }) => truth.type === type)).f1)
  const snippets = (answers: Answer<WcxbTruth>[]): string => {
    const all = wcxb(answers)
    return `${(100 * all.with).toFixed(0)} % | ${(100 * all.without).toFixed(0)} %`
  }
  return [
    `| WCXB dev, F1 by type | ${types.join(' | ')} | wanted snippets | unwanted |`,
    `| --- | ${types.map(() => '---').join(' | ')} | --- | --- |`,
    `| ${BELLHOP} | ${types.map((type) => of(BELLHOP, ours, type)).join(' | ')} | ${snippets(ours)} |`,
    `| ${PLAIN} | ${types.map((type) => of(PLAIN, theirs, type)).join(' | ')} | ${snippets(theirs)} |`,
  ].join('\n')
}
