import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { quantile } from './chat/table.ts'
import { benchPages, type BenchPage } from './data.ts'
import type { TimedAnswer } from './extract/against-child.ts'
import type { WcxbTruth } from './extract/metrics.ts'
import { median } from './mcp-session.ts'
import { bothStates, buildStates, startJob } from './other-state.ts'

const ROUNDS = 5
const READINGS = ['first', 'again'] as const

/** What one process took for all pages. */
interface Reading {
  totalMs: number
  pageMs: number[]
  outcomes: string[]
}

/**
 * `npm run bench -- extract-against <folder> [rounds]`: processor time of extraction by this state of the project beside that of
 * another, whose packages are installed; both are built first. In each round three fresh processes read the pages of WCXB dev, page by
 * page in turns, and then all once more, compiled: the other state, this one, and the other again, whose ratio to itself says how much is noise.
 */
export async function run(): Promise<void> {
  const [other, own] = bothStates()
  const roots = [other, own, other]
  buildStates([other, own])
  const pages = await benchPages<WcxbTruth>('extraction/wcxb-dev.tar.xz')
  const rounds: Record<(typeof READINGS)[number], Reading[]>[] = []
  while (rounds.length < Number(process.argv[4] ?? ROUNDS)) {
    const children = await Promise.all(roots.map(started))
    const first = await readInTurns(children, pages)
    const again = await readInTurns(children, pages)
    for (const child of children) child.kill()
    rounds.push({ first, again })
    console.log(
      `round ${rounds.length}: ${READINGS.map((name) => shownRound(name, rounds.at(-1)![name])).join('; ')}`,
    )
  }
  const rows = READINGS.map((name) =>
    rowOf(
      name,
      rounds.map((round) => round[name]),
    ),
  )
  const [theirs, ours] = rounds[0]!.first
  const changed = pages.filter((_, at) => theirs!.outcomes[at] !== ours!.outcomes[at])
  console.log(
    [
      '| reading | other, ms a page | this | ratio: median (least–most) | other to itself | p99 of this, ms | p99 of the other |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
      '',
      `Answers that differ: ${changed.length} of ${pages.length}.`,
    ].join('\n'),
  )
}

async function started(root: string): Promise<ChildProcess> {
  return startJob(new URL('extract/against-child.ts', import.meta.url), root, 'extract-job')
}

/** Gives each page to one process after another, the first of which changes from page to page. */
async function readInTurns(
  children: readonly ChildProcess[],
  pages: readonly BenchPage<unknown>[],
): Promise<Reading[]> {
  const readings = children.map((): Reading => ({ totalMs: 0, pageMs: [], outcomes: [] }))
  const starts: number[] = []
  for (const [number, { file, url }] of pages.entries()) {
    for (let turn = 0; turn < children.length; turn += 1) {
      const at = (number + turn) % children.length
      const reading = readings[at]!
      children[at]!.send({ file, url })
      const [answer] = (await once(children[at]!, 'message')) as [TimedAnswer]
      starts[at] ??= answer.sinceStartMs - answer.pageMs
      reading.totalMs = answer.sinceStartMs - starts[at]
      reading.pageMs.push(answer.pageMs)
      reading.outcomes.push(answer.outcome)
    }
  }
  return readings
}

function ratios([other, own, same]: readonly Reading[]): [number, number] {
  return [own!.totalMs / other!.totalMs, same!.totalMs / other!.totalMs]
}

function shownRound(name: string, readings: readonly Reading[]): string {
  const [ratio, control] = ratios(readings)
  return `${name} ${ratio.toFixed(3)} (to itself ${control.toFixed(3)})`
}

function rowOf(name: string, rounds: readonly Reading[][]): string {
  const mean = (at: number): string =>
    median(rounds.map((round) => round[at]!.totalMs / round[at]!.pageMs.length)).toFixed(2)
  const spread = (at: 0 | 1): string => {
    const all = rounds.map((round) => ratios(round)[at])
    return `${median(all).toFixed(3)} (${Math.min(...all).toFixed(3)}–${Math.max(...all).toFixed(3)})`
  }
  const p99 = (at: number): string =>
    median(rounds.map((round) => quantile(round[at]!.pageMs, 0.99))).toFixed(1)
  return `| ${[name, mean(0), mean(1), spread(0), spread(1), p99(1), p99(0)].join(' | ')} |`
}
