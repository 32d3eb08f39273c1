import { machineLine, recordSection } from './record.ts'
import { makeHeldOutThread } from './threads/held-out/index.ts'
import { measureArticle, measureThread, type Failure } from './threads/measure.ts'
import type { MakePage, ThreadPage } from './threads/page.ts'
import { readThread } from './threads/readers.ts'
import { Tally, THREAD_COLUMNS } from './threads/tally.ts'
import { makeTrainThread } from './threads/train/index.ts'

/** Not those of the tests. */
const SETS: Readonly<Record<string, { make: MakePage; seed: number; pages: number }>> = {
  train: { make: makeTrainThread, seed: 9001, pages: 1920 },
  'held-out': { make: makeHeldOutThread, seed: 9501, pages: 1020 },
}

/**
 * Generates pages with posts of which is known who said every word, from templates to learn from and from others that nothing is
 * tuned on, and counts what extraction puts under whose name. `train` or `held-out` reads one half and records nothing; `train`
 * prints also what went wrong, as far as a third word names a family or a kind of failure.
 */
export async function run(): Promise<void> {
  const [, , , set, only] = process.argv
  if (set !== undefined && SETS[set]) {
    const { rows, failures } = await readHalf(set)
    // Of what is held out nobody sees an example.
    if (set === 'train' && only !== undefined) {
      const shown = failures.filter(
        ({ page, failure }) =>
          [page.family, page.template, failure.kind, 'all'].includes(only) || page.id === only,
      )
      for (const { page, failure } of shown) {
        console.log(
          `${page.id} ${page.template} ${page.language}: ${failure.kind}: ${failure.text}`,
        )
      }
    }
    console.log(table(rows))
    return
  }
  const rows: string[] = []
  for (const name of Object.keys(SETS)) rows.push(...(await readHalf(name)).rows)
  const text = `${machineLine()}\n\n${INTRODUCTION}\n\n${table(rows)}`
  console.log(text)
  recordSection('threads', 'who said what', text)
}

const INTRODUCTION =
  'Pages with posts, made by a seeded generator: questions and answers, trackers, forums, trees of comments, articles with comments below, ' +
  'mailing lists, chats, reviews, talks and statuses in up to ten languages a half. Who said every word is known. The two halves share no template, ' +
  'surroundings or sentences; nothing is tuned on the held-out one. “Named” are posts of which at least half was found, under their author; ' +
  '“merged” ones stand under the frame of another post; “accepted” and “votes” are those shown right, of all, and those shown where there are none. ' +
  'Articles with comments are read twice: “without” counts comments as noise. Of talks only the label before each turn is looked at.'

interface Found {
  page: ThreadPage
  failure: Failure
}

async function readHalf(set: string): Promise<{ rows: string[]; failures: Found[] }> {
  const { make, seed, pages } = SETS[set]!
  const tallies = new Map<string, Tally>()
  const tallyOf = (name: string): Tally => {
    const tally = tallies.get(name) ?? new Tally()
    tallies.set(name, tally)
    return tally
  }
  const failures: Found[] = []
  for (let number = 0; number < pages; number += 1) {
    const page = make(seed, number)
    const { markdown, isRefused } = await readThread(page, page.form === 'comments')
    const measured = measureThread(page, markdown)
    for (const name of ['all', page.family]) tallyOf(name).add(measured, isRefused)
    failures.push(...measured.failures.map((failure) => ({ page, failure })))
    if (page.form !== 'comments') continue
    const bare = await readThread(page, false)
    tallyOf('articles without comments').add(measureArticle(page, bare.markdown), bare.isRefused)
  }
  const ordered = [...tallies].toSorted(
    ([one], [other]) => Number(one === 'all') - Number(other === 'all'),
  )
  return {
    rows: ordered.map(([name, tally]) => `| ${[set, name, ...tally.cells()].join(' | ')} |`),
    failures,
  }
}

function table(rows: readonly string[]): string {
  const head = ['half', 'family', ...THREAD_COLUMNS]
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
}
