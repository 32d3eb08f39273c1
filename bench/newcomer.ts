import { makeHeldOutPage } from './newcomer/held-out/index.ts'
import type { GeneratedPage } from './newcomer/page.ts'
import { loadReadability, readOurs, type Reader } from './newcomer/readers.ts'
import { share, Tally } from './newcomer/tally.ts'
import { makeTrainPage } from './newcomer/train/index.ts'
import { machineLine, recordSection } from './record.ts'

/** Pages of each set. */
const PAGES_COUNT = 3400
/** Readability gets every n-th page. */
const PEER_EVERY = 2
/** Not those of the tests, nor of the trainer. */
const SEEDS = { 'to learn from': 7001, 'held out': 8001 }

const SETS: Readonly<Record<keyof typeof SEEDS, (seed: number, number: number) => GeneratedPage>> =
  {
    'to learn from': makeTrainPage,
    'held out': makeHeldOutPage,
  }

/**
 * Generates pages of which all is known, from templates to learn from and from others that nothing is tuned on,
 * and counts what extraction keeps whole, in part, or loses. `--set train` reads the first set only, prints also
 * what went wrong, and records nothing: with it one works.
 */
export async function run(): Promise<void> {
  if (process.argv.includes('train', 3)) {
    console.log(await workingReport())
    return
  }
  const rows: string[] = []
  const kinds: string[] = []
  const readability = await loadReadability()
  for (const [set, make] of Object.entries(SETS)) {
    const pages = pagesOf(set as keyof typeof SEEDS, make)
    const ours = await tallyOf(pages, readOurs)
    rows.push(row(set, 'bellhop', ours))
    for (const [kind, { whole, partly, lost }] of ours.byKind) {
      kinds.push(`| ${set} | ${kind} | ${whole} | ${partly} | ${lost} |`)
    }
    const sample = pages.filter((_, index) => index % PEER_EVERY === 0)
    rows.push(row(set, 'linkedom + Readability', await tallyOf(sample, readability)))
  }
  const text = [
    machineLine(),
    'Pages such as a newcomer tries first, made by a seeded generator: articles, recipes, questions and answers, tables, poems, ' +
      'references and more in ten languages each, with plain and crowded surroundings and sloppy markup. All that must be kept is known. The two sets share no ' +
      `template, surroundings or sentences; nothing is tuned on the held-out one. Readability reads every ${PEER_EVERY}nd page. A structure is whole when ` +
      'all of its parts are kept in order; noise are words that stand outside the content; “refused” counts pages without content that end in an error or are flagged, then pages with content that are.',
    [HEAD, RULE, ...rows].join('\n'),
    [
      '| set | structure | whole | partly | lost |',
      '| --- | --- | --- | --- | --- |',
      ...kinds,
    ].join('\n'),
  ].join('\n\n')
  console.log(text)
  recordSection('newcomer', 'newcomer pages', text)
}

const HEAD =
  '| set | system | pages | structures | whole | partly | lost | headings left alone | noise words | title’s heading kept | empty refused | false refusals | pages without fault |'
const RULE = `|${' --- |'.repeat(13)}`

function row(set: string, system: string, tally: Tally): string {
  return `| ${[set, system, ...tally.cells()].join(' | ')} |`
}

function pagesOf(
  set: keyof typeof SEEDS,
  make: (seed: number, number: number) => GeneratedPage,
): GeneratedPage[] {
  return Array.from({ length: PAGES_COUNT }, (_, number) => make(SEEDS[set], number))
}

async function tallyOf(pages: readonly GeneratedPage[], read: Reader): Promise<Tally> {
  const tally = new Tally()
  for (const page of pages) tally.add(page, await read(page))
  return tally
}

/** Rows by template, language and kind, then the first failures. */
async function workingReport(): Promise<string> {
  const groups = new Map<string, Tally>()
  const groupOf = (name: string): Tally => {
    const known = groups.get(name) ?? new Tally()
    groups.set(name, known)
    return known
  }
  const lines: string[] = []
  for (const page of pagesOf('to learn from', makeTrainPage)) {
    const reading = await readOurs(page)
    const measured = groupOf('all').add(page, reading)
    groupOf(page.template).add(page, reading)
    groupOf(page.language).add(page, reading)
    if (page.isEmpty && !reading.isRefused)
      lines.push(`${page.id} ${page.language}: taken for content: ${reading.text.slice(0, 80)}`)
    for (const { structure, fate } of measured?.failures ?? []) {
      const text = structure.parts.join(' / ').slice(0, 80)
      lines.push(`${page.id} ${page.language}: ${structure.kind} ${fate}: ${text}`)
    }
    if (measured && measured.noiseWords > 0) {
      lines.push(`${page.id} ${page.language}: noise: ${measured.noise.slice(0, 20).join(' ')}`)
    }
    if (measured?.hasHeading === false) lines.push(`${page.id} ${page.language}: no heading`)
  }
  const kinds = [...groupOf('all').byKind].map(
    ([kind, { whole, partly, lost }]) =>
      `${kind}: ${whole} whole, ${partly} partly, ${lost} lost (${share(partly + lost, whole + partly + lost)})`,
  )
  const rows = [...groups].map(([name, tally]) => row('train', name, tally))
  return [...lines, HEAD, RULE, ...rows, ...kinds].join('\n')
}
