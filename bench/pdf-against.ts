import { once } from 'node:events'
import { median } from './mcp-session.ts'
import { bothStates, buildStates, startJob } from './other-state.ts'
import type { TimedPdf } from './pdf/against-child.ts'
import { largePdf } from './pdf/robustness.ts'

const ROUNDS = 9

/**
 * `npm run bench -- pdf-against <folder> [rounds]`: processor time of the document of 500 pages by this state of the project beside
 * that of another, whose packages are installed; both are built first. Each reading is that of a fresh process, in turns.
 */
export async function run(): Promise<void> {
  const roots = bothStates()
  const rounds = Number(process.argv[4] ?? ROUNDS)
  buildStates(roots)
  const document = Buffer.from(largePdf()).toString('base64')
  const pairs: [other: number, own: number][] = []
  for (let round = 0; round < rounds; round += 1) {
    const pair: [number, number] = [0, 0]
    for (const turn of [0, 1] as const) {
      const at = (round + turn) % 2 === 0 ? 0 : 1
      pair[at] = await timeOf(roots[at], document)
    }
    pairs.push(pair)
  }
  const ratios = pairs.map(([other, own]) => own / other)
  const [others, own] = [0, 1].map((at) => median(pairs.map((pair) => pair[at] ?? 0)).toFixed(0))
  console.log(
    [
      '| other, ms of processor | this | ratio of pairs: median (least–most) |',
      '| --- | --- | --- |',
      `| ${others} | ${own} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) |`,
    ].join('\n'),
  )
}

async function timeOf(root: string, document: string): Promise<number> {
  const child = await startJob(new URL('pdf/against-child.ts', import.meta.url), root, 'pdf-job')
  child.send(document)
  const [{ cpuMs }] = (await once(child, 'message')) as [TimedPdf]
  child.kill()
  return cpuMs
}
