import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTimes, echoServer, median, type Start, startToTools } from './mcp-session.ts'
import { bothStates } from './other-state.ts'

const ROOT = join(import.meta.dirname, '..')
const STARTS = 30
const ROUNDS = 10
const CALLS = 2_000

/**
 * `npm run bench -- mcp-against <folder>`: starts and calls of this state of the project beside another one, in turns, so that what
 * else the machine does meets both. The other is installed and built (`npm ci && npm run build`), and so is this one.
 */
export async function run(): Promise<void> {
  const roots = bothStates()
  const sources = roots.map((root) => join(root, sourceEntry(root)))
  const built = roots.map((root) => join(root, 'dist/lib/bellhop.mjs'))
  const rows = [
    ...(await compareStarts('from source', sources)),
    ...(await compareStarts('as published', built)),
    ...(await compareStarts('as published, --chat off', built, ['--chat', 'off'])),
    await compareCalls(roots),
  ]
  console.log(
    ['| measure, medians | other | this | ratio of pairs |', '| --- | --- | --- | --- |']
      .concat(rows.map((row) => `| ${row.join(' | ')} |`))
      .join('\n'),
  )
}

async function compareStarts(
  name: string,
  entries: readonly string[],
  args: readonly string[] = [],
): Promise<string[][]> {
  const pairs: [Start, Start][] = []
  for (let round = -1; round < STARTS; round++) {
    const pair = await inTurns(entries, round, async (entry) => startToTools(entry, args))
    if (round >= 0) pairs.push(pair)
  }
  return (['ms', 'cpuMs'] as const).map((of) =>
    rowOf(
      `start → list, ${name}, ${of === 'ms' ? 'time' : 'processor time'}`,
      pairs.map(([other, own]) => [other[of], own[of]]),
      'ms',
    ),
  )
}

async function compareCalls(roots: readonly string[]): Promise<string[]> {
  // Inside node_modules, so that both find their packages.
  const folders = roots.map((root) => mkdtempSync(join(root, 'node_modules', '.bench-')))
  try {
    const entries = folders.map((folder, index) => {
      const entry = join(folder, 'echo.mjs')
      writeFileSync(entry, echoServer(roots[index] ?? ROOT))
      return entry
    })
    const pairs: [number, number][] = []
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push(
        await inTurns(entries, round, async (entry) => median(await callTimes(entry, CALLS))),
      )
    }
    return rowOf(`echo p50 of ${CALLS} calls`, pairs, 'ms', 3)
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures the two entries, the one that comes first in even rounds last in odd ones. */
async function inTurns<T>(
  entries: readonly string[],
  round: number,
  measure: (entry: string) => Promise<T>,
): Promise<[T, T]> {
  const [other = '', own = ''] = entries
  if (round % 2 === 0) {
    const first = await measure(other)
    return [first, await measure(own)]
  }
  const first = await measure(own)
  return [await measure(other), first]
}

function rowOf(
  name: string,
  pairs: readonly (readonly [number, number])[],
  unit: string,
  digits = 0,
): string[] {
  const cell = (values: readonly number[]) => `${median(values).toFixed(digits)} ${unit}`
  const ratio = median(pairs.map(([other, own]) => own / other)).toFixed(3)
  return [
    name,
    cell(pairs.map(([other]) => other)),
    cell(pairs.map(([, own]) => own)),
    `${ratio} ×`,
  ]
}

/** What `npm start` runs there. */
function sourceEntry(root: string): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.replace(/^node /, '')
}
