import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isFullFile } from '../support/full-files.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { findTimedWaits } from '../support/timed-waits.ts'

const root = join(import.meta.dirname, '../..')
/** Where the tests are that `npm test` runs. */
const LOOP = 'test/{src,tools,chain,requirements,bench,e2e,conformance,surface}/**/*.test.ts'

const NAME = String.raw`[A-Za-z_$][\w$.]*`
const CLOCK = String.raw`(?:performance\.now|Date\.now|process\.hrtime(?:\.bigint)?|process\.cpuUsage)\([^()]*\)`
const SCALE = String.raw`(?:\s*\/\s*[\d_]+)?`

/** Ways to write that the time of the machine is compared: less a time before, beside another time, or expected. */
const COMPARES = [
  new RegExp(`${CLOCK}${SCALE}\\s*-\\s*${NAME}`),
  new RegExp(`${NAME}\\)?\\s*-\\s*${CLOCK}`),
  new RegExp(`${CLOCK}${SCALE}\\s*[<>]=?\\s`),
  new RegExp(`\\s[<>]=?\\s*${CLOCK}`),
  new RegExp(`expect\\(\\s*${CLOCK}${SCALE}\\s*\\)`),
]

/** Waiting for a condition, and how long at the most, as the last argument of that. */
const WAITS = /(?:\.poll|waitFor|waitUntil)\(/g
const WAITS_MAX = /,\s*(?:([\d_]+)|\{[^{}]*\btimeout:\s*([\d_]+)[^{}]*\})\s*,?\s*$/

/** Files that compare times or let time pass all the same, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'test/chain/faults.test.ts': 'an endpoint of it is late, and nothing waits for that',
  'test/src/chat/collisions.test.ts': 'waits for a line at Postgres, in the long runs alone',
  'test/src/browser/page/picture-rest.test.ts': 'goes by a clock that the test moves',
  'test/src/browser/page/settle.test.ts': 'goes by a clock that the test moves',
  'test/src/onchain/no-floats.test.ts': 'quotes lines of the source',
  'test/src/chat/kernel/doubted-doorbell.test.ts': 'goes by a clock that the test moves',
  'test/src/sandbox/processor.test.ts':
    'goes by a clock that the test moves, or keeps processors busy',
  'test/src/sandbox/job-turns.test.ts': 'makes up when a job began, and compares nothing',
}

/** The arguments of a call that begin somewhere. */
function argumentsAt(source: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1
    if (source[end] === ')') depth -= 1
  }
  return source.slice(start, end - 1)
}

/** What a test file has that depends on how busy the machine is. */
function findFaults(source: string): string[] {
  const compared = source
    .split('\n')
    .filter((line) => COMPARES.some((way) => way.test(line)))
    .map((line) => line.trim())
  // With less patience than the loop has by itself.
  const waits = [...source.matchAll(WAITS)]
    .map(({ index, 0: { length } }) => argumentsAt(source, index + length))
    .filter((text) => {
      const [, ms, timeout = ms] = WAITS_MAX.exec(text) ?? []
      return Number(timeout?.replaceAll('_', '')) < PATIENCE_MS
    })
  return [...compared, ...waits, ...findTimedWaits(source)]
}

describe('a test that depends on the machine', () => {
  test.each([
    'expect(performance.now() - startedAt).toBeLessThan(1700)',
    'const tookMs = performance.now() - startedMs',
    'while (performance.now() < endMs) {',
    'if (endMs > Date.now()) return',
    'const left = untilMs - performance.now()',
    'const life = Number(validBefore) - Date.now() / 1_000',
    'const { user } = process.cpuUsage() - began',
    'expect(Date.now()).toBe(5)',
    'await vi.waitFor(() => expect(heard).toBe(1), 2_000)',
    'await expect.poll(() => list.length, { timeout: 10_000 }).toBe(4)',
    'await vi.waitFor(\n  () => expect(heard).toBe(1),\n  { timeout: 3_000, interval: 50 },\n)',
    'await new Promise((resolve) => setTimeout(resolve, 60))',
    "import { setTimeout as delay } from 'node:timers/promises'\nawait delay(50)",
    "test('nothing happens', { tags: [] }, async () => {\n  setTimeout(stop, 50)\n})",
  ])('is found: %s', (line) => {
    expect(findFaults(line)).toHaveLength(1)
  })

  test.each([
    'const sinceMs = Date.now() - 60_000',
    "import { setTimeout as delay } from 'node:timers/promises'\nawait delay(60_000, undefined, { signal })",
    "import { setImmediate as nextTurn } from 'node:timers/promises'\nawait nextTurn()",
    "test('in time', { tags: 'full' }, async () => {\n  await new Promise((resolve) => setTimeout(resolve, 60))\n})",
    'const program = `setTimeout(() => log.warn(5), 200)`',
    'const validBefore = String(Math.floor(Date.now() / 1_000) + 60)',
    'now: () => Date.now() + aheadMs,',
    'members.noteRun(job, performance.now())',
    'await vi.waitFor(() => expect(heard).toBe(1))',
    'await expect.poll(callOnceFull, { interval: 100 }).toBe(429)',
    'const queue = await bob.register({ idle_queue_timeout: 100 })',
    'await expect.poll(() => list.filter(isOpen).length).toBe(2)',
  ])('is not: %s', (line) => {
    expect(findFaults(line)).toEqual([])
  })
})

test('no test of the loop compares times of the machine, lets time pass, or has little patience: hand it a clock, or wait for a condition', () => {
  const own = relative(root, import.meta.filename)
  const faults = globSync(LOOP, { cwd: root })
    .filter((file) => file !== own)
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    .filter(([, source]) => !isFullFile(source))
    .map(([file, source]) => [file, findFaults(source)] as const)
    .filter(([, found]) => found.length > 0)
  const remaining = faults.filter(([file]) => EXCEPTIONS[file] === undefined)
  expect(remaining.map(([file, found]) => [file, ...found].join('\n  '))).toEqual([])
  // An exception that is none any more goes.
  expect(faults.map(([file]) => file)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)))
})
