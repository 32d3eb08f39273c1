import { machineLine, recordSection } from './record.ts'
import { makeHeldOutRecord } from './records/held-out/index.ts'
import { measureRecord, type Measured } from './records/measure/measure.ts'
import { RECORD_KINDS, type RecordPage } from './records/page.ts'
import { readRecord } from './records/read.ts'
import { RecordTally } from './records/tally.ts'
import { makeTrainRecord } from './records/train/index.ts'

/** Pages of each kind; their systems take turns. */
const PAGES_OF_KIND = 80
/** Not those of the tests. */
const SEEDS = { train: 7301, 'held-out': 8301 }
const EXCERPT_CHARS = 100
/** Failures of one field of a page that are shown. */
const SHOWN_OF_FIELD = 2

type Half = keyof typeof SEEDS
const MAKERS: Readonly<Record<Half, (seed: number, number: number) => RecordPage>> = {
  train: makeTrainRecord,
  'held-out': makeHeldOutRecord,
}

/**
 * Generates pages that hold a record – questions, issues, releases, packages, references – of which all fields are
 * known, and counts which of them extraction states as it should. `train` reads the half to learn from alone and
 * prints what went wrong by system; `held-out` reads the other alone, without anything from its pages. Only both
 * together are recorded.
 */
export async function run(): Promise<void> {
  const half = process.argv.slice(3).find((word): word is Half => word in SEEDS)
  const halves = half === undefined ? (['train', 'held-out'] as const) : [half]
  const heads: string[] = []
  const fields: string[] = []
  for (const one of halves) {
    const groups = await readHalf(one, half === 'train')
    for (const [name, tally] of groups) {
      const isKind = name === 'all' || RECORD_KINDS.some((kind) => kind === name)
      if (isKind || half === 'train') heads.push(row(one, name, ...tally.cells()))
      if (isKind && name !== 'all') {
        fields.push(...tally.rows().map((cells) => row(one, name, ...cells)))
      }
    }
  }
  const text = [
    machineLine(),
    'Pages of questions with answers, issues, releases, packages and references, made by a seeded generator after the templates of the software that serves them. ' +
      'All fields are known; the two halves share no system, surroundings or sentences, and nothing is tuned on the held-out one. A field is right where it stands as an agent finds it: ' +
      'facts in lines `**Label:** value` under the title, the accepted answer first and marked, parameters in a table, files in a list with links, declarations and commands as code. ' +
      'It is loose where its value stands elsewhere in the text, and wrong where another value stands in its place. Noise are words that stand outside all of this.',
    [
      '| half | kind | pages | refused | fields | right | loose | wrong | missing | words lost | noise words | pages without fault |',
      `|${' --- |'.repeat(12)}`,
      ...heads,
    ].join('\n'),
    [
      '| half | kind | field | count | right | loose | wrong | missing |',
      `|${' --- |'.repeat(8)}`,
      ...fields,
    ].join('\n'),
  ].join('\n\n')
  console.log(text)
  if (half === undefined) recordSection('records', 'records', text)
}

async function readHalf(half: Half, isTold: boolean): Promise<Map<string, RecordTally>> {
  const groups = new Map<string, RecordTally>([['all', new RecordTally()]])
  for (const kind of RECORD_KINDS) groups.set(kind, new RecordTally())
  for (let number = 0; number < PAGES_OF_KIND * RECORD_KINDS.length; number += 1) {
    const page = MAKERS[half](SEEDS[half], number)
    const output = await readRecord(page)
    const measured = measureRecord(page, output)
    for (const name of ['all', page.kind, `${page.kind}: ${page.system}`]) {
      const known = groups.get(name) ?? new RecordTally()
      groups.set(name, known)
      known.add(measured, output.markdown === '')
    }
    if (isTold) tell(page, measured)
  }
  return groups
}

/** Prints what went wrong with a page. */
function tell({ id, language }: RecordPage, { fields, lost, noise }: Measured): void {
  const shown = new Map<string, number>()
  for (const { name, fate, wanted, found } of fields) {
    if (fate === 'right') continue
    const count = (shown.get(name) ?? 0) + 1
    shown.set(name, count)
    if (count > SHOWN_OF_FIELD) continue
    const instead = found === '' ? '' : ` – instead: ${excerpt(found)}`
    console.log(`${id} ${language}: ${name} ${fate}: ${excerpt(wanted)}${instead}`)
  }
  for (const text of lost.slice(0, SHOWN_OF_FIELD)) {
    console.log(`${id} ${language}: words lost: ${excerpt(text)}`)
  }
  if (noise.length > 0) console.log(`${id} ${language}: noise: ${noise.slice(0, 20).join(' ')}`)
}

function excerpt(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, EXCERPT_CHARS)
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
