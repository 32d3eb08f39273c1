import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.ts'
import { ATTACK_NAMES, type AttackName } from '../test/support/fairness/attackers/index.ts'
import { GOOD_KINDS } from '../test/support/fairness/good.ts'
import type { Holdings } from '../test/support/fairness/holdings.ts'
import { type Result, runScenario } from '../test/support/fairness/scenario.ts'
import {
  answeredShare,
  grown,
  quantile,
  tooLarge,
  tooSlow,
  unanswered,
} from '../test/support/fairness/verdict.ts'
import { table } from './chat/table.ts'
import { machineLine, recordSection } from './record.ts'

const ALONE_S = 60
const TOGETHER_S = 600
const MIB = 2 ** 20
/** What starts a parser takes less. */
const LAUNCHER_MAX_BYTES = 10 * MIB

const TEXT =
  'Ten good callers, each with a key, a chat account and an address of their own, extract a page of 30 KB, draw a QR code, convert 8 KB, send messages and long-poll for those of the others, at a steady rate; times count from when a call was due, to its whole answer with the right content, or to the arrival of a message. Beside them one hostile caller of each kind, alone and all at once, each run at a server of its own. Target: 99 % answered, p99 at most three times that of a calm server or 250 ms more, whichever is larger, all processes of the server together in 1 GiB, and nothing that grows.'

/**
 * Measures what good callers get beside hostile ones. `npm run bench -- fairness [seconds alone] [seconds together] [attacks,…]`;
 * 0 seconds leave a part out. Only a whole run of the usual length is recorded.
 */
export async function run(): Promise<void> {
  const [alone = String(ALONE_S), together = String(TOGETHER_S), only] = process.argv.slice(3)
  const names = ATTACK_NAMES.filter((name) => only === undefined || only.split(',').includes(name))
  // As it is published: from source, the server and each of its parsers would also keep a compiler and the sources.
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const rows: Row[] = []
  try {
    await build(folder)
    const measure = async (name: string, attacks: readonly AttackName[], seconds: number) =>
      rows.push(
        await measureAttack(name, { attacks, seconds, entry: join(folder, 'lib/bellhop.mjs') }),
      )
    await measure('none', [], Math.max(Number(alone), 10))
    if (Number(alone) > 0) for (const name of names) await measure(name, [name], Number(alone))
    if (Number(together) > 0) await measure('all at once', names, Number(together))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const report = [machineLine(), TEXT, callTable(rows), serverTable(rows), verdicts(rows)].join(
    '\n\n',
  )
  console.log(report)
  if (Number(alone) >= ALONE_S && Number(together) >= TOGETHER_S && only === undefined) {
    recordSection('fairness', 'Good callers beside hostile ones', report)
  }
}

interface Row {
  name: string
  result: Result
  /** Runnable processes on the machine when it began, ours not among them. */
  load: number
}

async function measureAttack(
  name: string,
  { attacks, seconds, entry }: { attacks: readonly AttackName[]; seconds: number; entry: string },
): Promise<Row> {
  const [load = 0] = loadavg()
  console.error(`${name}: ${seconds} s …`)
  return { name, load, result: await runScenario({ attacks, durationMs: seconds * 1_000, entry }) }
}

function callTable(rows: readonly Row[]): string {
  return table(
    ['attack', ...GOOD_KINDS.map((kind) => `${kind}: answered, p50 / p99 ms`)],
    rows.map(({ name, result: { outcomes } }) => [
      name,
      ...GOOD_KINDS.map((kind) => {
        const { timesMs } = outcomes[kind]
        const share = `${(answeredShare(outcomes[kind]) * 100).toFixed(1)} %`
        if (timesMs.length === 0) return share
        const [p50, p99] = [0.5, 0.99].map((part) => quantile(timesMs, part).toFixed(0))
        return `${share}, ${p50} / ${p99}`
      }),
    ]),
  )
}

function serverTable(rows: readonly Row[]): string {
  return table(
    [
      'attack',
      's',
      'RSS start / peak / end, MiB',
      'at its peak: server + parsers, MiB',
      'PSS peak, MiB',
      '`/healthz` p50 / p99 / max, ms',
      'files',
      'sessions',
      'queues',
      'store, MiB',
      'temporary files',
      'CPU s: server / good / hostile / hostile pages',
      'load before',
      'answers to the attack',
    ],
    rows.map(({ name, load, result }) => {
      const { watched, cpuMs, before, after } = result
      const { rss, pssPeak, pingsMs } = watched
      const change = (what: keyof Holdings): string =>
        `${before[what].toFixed(0)} → ${after?.[what].toFixed(0) ?? 'gone'}`
      return [
        name,
        (result.durationMs / 1_000).toFixed(0),
        [rss.start, rss.peak, rss.end].map((bytes) => (bytes / MIB).toFixed(0)).join(' / '),
        rss.atPeak
          .filter((bytes) => bytes > LAUNCHER_MAX_BYTES)
          .map((bytes) => (bytes / MIB).toFixed(0))
          .join(' + '),
        (pssPeak / MIB).toFixed(0),
        [0.5, 0.99, 1].map((part) => quantile(pingsMs, part).toFixed(0)).join(' / '),
        change('openFiles'),
        change('sessions'),
        change('queueRows'),
        change('storeMib'),
        change('tempFiles'),
        [cpuMs.server, cpuMs.good, cpuMs.hostile, cpuMs.pages]
          .map((ms) => (ms / 1_000).toFixed(1))
          .join(' / '),
        load.toFixed(1),
        answersOf(result),
      ]
    }),
  )
}

function answersOf({ statuses }: Result): string {
  const sum = new Map<string, number>()
  for (const [status, count] of Object.values(statuses).flatMap((one) => Object.entries(one))) {
    sum.set(status, (sum.get(status) ?? 0) + count)
  }
  return [...sum].map(([status, count]) => `${status}: ${count}`).join(', ')
}

/** Faults of each row. */
function verdicts(rows: readonly Row[]): string {
  const [calm] = rows
  if (!calm) return ''
  return table(
    ['attack', 'verdict'],
    rows.map(({ name, result }) => {
      const { diedAfterMs } = result.watched
      const faults = [
        ...(diedAfterMs === undefined
          ? []
          : [`the server died after ${(diedAfterMs / 1_000).toFixed(0)} s`]),
        ...unanswered(result),
        ...tooSlow(result, calm.result),
        ...tooLarge(result),
        ...grown(result),
      ]
      return [name, faults.length === 0 ? 'fair' : faults.join('; ')]
    }),
  )
}
