import { chromiumProgram } from '../test/support/browser-world.ts'
import { HELD_OUT_LATE } from './late/held-out/index.ts'
import { measureCounters } from './late/measure-counters.ts'
import { measureControls, measureLate } from './late/measure-late.ts'
import { measureFeatures, measureSilent } from './late/measure-others.ts'
import type { LateHalf } from './late/page.ts'
import { openReader } from './late/reader.ts'
import { TRAIN_LATE } from './late/train/index.ts'
import { askedHalves, type Half } from './pages/report.ts'
import { machineLine } from './record.ts'
import { openPlaywright } from './render/playwright.ts'

const HALVES: Readonly<Record<Half, LateHalf>> = { train: TRAIN_LATE, 'held-out': HELD_OUT_LATE }
const SETS = ['late', 'controls', 'counters', 'silent', 'features']

/**
 * Reads pages whose text comes late, numbers that count up, pages that could lose something without a word, and pages that ask what a
 * browser has; a half to learn from and one that nothing is tuned on. `--only late,silent` reads some of the sets,
 * `--part 1/4` a part of their pages, `--no-rival` leaves the other driver out; with `--list` each fault of the half to learn from is printed.
 */
export async function run(): Promise<void> {
  const only = valueOf('--only')?.split(',') ?? SETS
  const [part = 1, parts = 1] = (valueOf('--part') ?? '1/1').split('/').map(Number)
  const isTaken = (number: number): boolean => number % parts === part - 1
  for (const name of askedHalves()) {
    const half = HALVES[name]
    const isListed = name === 'train' && process.argv.includes('--list')
    await using reader = await openReader()
    await using rival = process.argv.includes('--no-rival')
      ? undefined
      : await openPlaywright(chromiumProgram())
    const measures: Readonly<Record<string, () => Promise<string>>> = {
      late: async () => measureLate(reader, half, isTaken, rival, isListed),
      controls: async () => measureControls(reader, half, isTaken, isListed),
      counters: async () => measureCounters(reader, half, isTaken, isListed),
      silent: async () => measureSilent(reader, half, isTaken, isListed),
      features: async () => measureFeatures(reader, half, isTaken, isListed),
    }
    console.log(`late, ${name}, part ${part} of ${parts}; ${machineLine()}\n`)
    for (const set of only) console.log(`${await measures[set]?.()}\n`)
  }
}

function valueOf(flag: string): string | undefined {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]
}
