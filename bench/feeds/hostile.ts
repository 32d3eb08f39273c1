import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systems } from './systems.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 30_000

const rss = (inside: string, head = ''): string =>
  `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>t</title>${inside}</channel></rss>`

/** The classic attacks on XML readers, inside of a feed. */
export const hostileFeeds = {
  'billion laughs': () =>
    rss(
      '<item><title>&l9;</title></item>',
      `<!DOCTYPE r [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]>`,
    ),
  'quadratic blow-up: 50 KB 20,000 times': () =>
    rss(
      `<item><description>${'&a;'.repeat(20_000)}</description></item>`,
      `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`,
    ),
  '200,000 elements inside each other': () =>
    rss(
      `<item><description>${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}</description></item>`,
    ),
} as const

/** What became of one hostile feed. */
export interface HostileOutcome {
  hostile: string
  system: string
  ms: number
  grownBytes: number
  outcome: string
}

/** Reads every hostile feed with every system, each in a process of its own. */
export async function attack(): Promise<HostileOutcome[]> {
  const outcomes: HostileOutcome[] = []
  for (const hostile of Object.keys(hostileFeeds)) {
    for (const system of Object.keys(systems)) {
      const args = [join(import.meta.dirname, 'hostile-child.ts'), system, hostile]
      const measured = await run(process.execPath, args, { timeout: TIMEOUT_MS }).then(
        ({ stdout }) => JSON.parse(stdout) as Omit<HostileOutcome, 'hostile' | 'system'>,
        () => ({ ms: TIMEOUT_MS, grownBytes: 0, outcome: 'died or took over 30 s' }),
      )
      outcomes.push({ hostile, system, ...measured })
    }
  }
  return outcomes
}
