import { join } from 'node:path'
import { unpackedFolder } from './data.ts'
import { scoreDates, scoreGofeed, type Tally } from './feeds/accuracy.ts'
import { feedSets } from './feeds/compose.ts'
import { type Outcome, scoreDiscovery, scoreEncodings } from './feeds/finding.ts'
import { attack } from './feeds/hostile.ts'
import { measureSpeed } from './feeds/speed.ts'
import { systems } from './feeds/systems.ts'
import { machineLine, recordSection } from './record.ts'

const BASELINE = 'feedsmith'

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

async function accuracy(): Promise<string> {
  const folder = join(await unpackedFolder('formats/dev.tar.xz'), 'feeds-gofeed')
  const scores: { name: string; tally: Tally; feeds: number; thrown: number }[] = []
  for (const [name, system] of Object.entries(systems)) {
    scores.push({ name, ...(await scoreGofeed(folder, system)) })
  }
  const [ours] = scores
  const cell = (tally: Tally, field: string): string => {
    const one = tally.get(field)
    return one ? `${one.passed}/${one.all}` : '–'
  }
  const sum = (tally: Tally): string => {
    const [passed, all] = [...tally.values()].reduce(
      ([some, every], one) => [some + one.passed, every + one.all],
      [0, 0],
    )
    return `**${passed}/${all} = ${((100 * passed) / all).toFixed(1)} %**`
  }
  const fields = [...(ours?.tally.keys() ?? [])]
  return table(
    ['gofeed, fields as expected', ...scores.map(({ name }) => name)],
    [
      [`feeds refused, of ${ours?.feeds}`, ...scores.map(({ thrown }) => String(thrown))],
      ...fields.map((field) => [field, ...scores.map(({ tally }) => cell(tally, field))]),
      ['all', ...scores.map(({ tally }) => sum(tally))],
    ],
  )
}

async function speed(): Promise<string> {
  const results = await measureSpeed(await feedSets())
  const contenders = [...(results[0]?.rates.keys() ?? [])]
  return table(
    ['MB/s (× feedsmith)', ...contenders],
    results.map(({ set, feeds, megabytes, rates }) => [
      `${set}: ${feeds} feeds, ${megabytes.toFixed(1)} MB`,
      ...contenders.map((contender) => {
        const rate = rates.get(contender) ?? 0
        return `${rate.toFixed(0)} (${(rate / (rates.get(BASELINE) ?? 1)).toFixed(2)})`
      }),
    ]),
  )
}

async function hostile(): Promise<string> {
  return table(
    ['hostile feed', 'system', 'ms', 'growth, MB', 'outcome'],
    (await attack()).map(({ hostile: name, system, ms, grownBytes, outcome }) => [
      name,
      system,
      ms.toFixed(0),
      (grownBytes / 1e6).toFixed(0),
      outcome,
    ]),
  )
}

function outcomes(title: string, sets: readonly Outcome[]): string {
  return table(
    [title, 'right', 'wrong'],
    sets.map(({ set, right, all, wrong }) => [set, `${right}/${all}`, wrong.join('; ') || '–']),
  )
}

/** Scores feeds against gofeed's tests, times them against two libraries, and attacks all three. */
export async function run(): Promise<void> {
  const dates = scoreDates()
  const text = [
    machineLine(),
    'Accuracy: the feeds of gofeed’s translator tests (MIT), every field that maps to one of ours, for feedsmith and rss-parser ' +
      'with the fallbacks a user would write. `author` is gofeed’s names, else addresses, joined; `id` its guid; `summary` its ' +
      'description; `published` and `updated` its parsed dates; texts count without tags and runs of white space. rss-parser ' +
      'tells no type, neither of the two a version (–).',
    await accuracy(),
    `Odd dates (\`test/support/odd-dates.ts\`): ours ${dates.ours}/${dates.all}; \`new Date()\`, which rss-parser uses and feedsmith leaves to its user, ${dates.date}/${dates.all}.`,
    'Sites of a local server, whose feed is to be found from a page of theirs (`test/support/feed-sites`), and feeds that declare no ' +
      'encoding (`test/support/legacy-texts.ts`). What is held back was written before the code, and not run while it was made.',
    outcomes('sites', await scoreDiscovery()),
    outcomes('encodings', scoreEncodings()),
    'Speed: feeds in the shapes of WordPress, Blogger and news sites, composed of real articles of WCXB dev; CPU time of one ' +
      'process, median of 9 rounds in turns. `BENCH_FEEDS=<folder>` adds feeds of your own. Ours decodes bytes, parses dates, ' +
      'resolves addresses and writes plain-text summaries; the other two decode as well, and leave most of the rest to their user.',
    await speed(),
    'Hostile feeds, each in a process of its own (growth: the peak over what the process had before):',
    await hostile(),
  ].join('\n\n')
  console.log(text)
  recordSection('feeds', 'rss_to_json', text)
}
