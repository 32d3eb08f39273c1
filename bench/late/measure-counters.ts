import { PNG } from 'pngjs'
import { Counts, percent, randomOf, table } from '../pages/report.ts'
import { saysUnfinished } from './judge.ts'
import type { CounterWay, Counting, Given, LateHalf } from './page.ts'
import type { Reader } from './reader.ts'

const PAGES_OF_WAY = 6
const NUMBERS_OF_PAGE = 3
const VERDICTS = ['right', 'flagged', 'missing', 'WRONG'] as const
const DURATIONS_MS = [1_000, 1_500, 2_000, 2_500, 3_000, 4_000]
/** Share of pixels in which pictures of one page may differ: edges, and what a font does. */
const DIFFERENT_MAX_SHARE = 0.002

const LABELS = [
  'boats berthed',
  'lamps relit',
  'crates landed',
  'pilots sworn',
  'nets mended',
  'ropes spliced',
  'barrels sealed',
  'letters sorted',
  'sails cut',
]

/** The numbers of one page. */
export function countingOf(half: LateHalf, way: number, number: number): Counting {
  const random = randomOf(half.seed + 7, way * PAGES_OF_WAY + number)
  const rows = random.some(LABELS, NUMBERS_OF_PAGE).map((label) => ({ label, value: 0 }))
  for (const row of rows) {
    row.value = random.pick([
      random.int(120, 999),
      random.int(1_200, 9_999),
      random.int(12_000, 98_000),
    ])
    // Written as a percentage by some, of which 0 would stand still.
    if (row.value % 100 < 12) row.value += 37
  }
  return { random, rows, durationMs: DURATIONS_MS[number % DURATIONS_MS.length]!, isStill: false }
}

/** Reads animated numbers, and compares pictures of charts with those of the same charts at rest. */
export async function measureCounters(
  reader: Reader,
  half: LateHalf,
  isTaken: (number: number) => boolean,
  isListed: boolean,
): Promise<string> {
  const counts = new Counts(VERDICTS.length + 1)
  const pictures = new Counts(4)
  const lines: string[] = []
  for (const [at, way] of half.counters.entries()) {
    for (let number = 0; number < PAGES_OF_WAY; number += 1) {
      if (!isTaken(at * PAGES_OF_WAY + number)) continue
      const counting = countingOf(half, at, number)
      const rows = isListed ? ['all', way.name] : ['all']
      if (!way.isPainted) {
        const url = reader.site.mount(way.make(counting))
        const given = await reader.read(url, { render: 'always' })
        const { verdicts, strange } = judgeNumbers(given, way, counting)
        for (const row of rows) {
          for (const verdict of verdicts) counts.add(row, VERDICTS.indexOf(verdict))
          if (strange.length > 0) counts.add(row, VERDICTS.length)
        }
        if (isListed && verdicts.some((verdict) => verdict !== 'right'))
          lines.push(
            `${way.name}, ${counting.durationMs} ms: ${verdicts.join(' ')} ${given.failed}: ${strange.join(' ')} for ${counting.rows.map(({ value }) => value).join(' ')}`,
          )
      }
      if (!way.isChart || number >= 3) continue
      const column = await judgePicture(reader, way, counting)
      for (const row of rows) pictures.add(row, column)
    }
  }
  const numberRow = (name: string): string[] => {
    const values = counts.of(name)
    const sum = values.slice(0, -1).reduce((all, value) => all + value, 0)
    return [name, String(sum), ...values.map(String), percent(values[3] ?? 0, sum)]
  }
  return [
    ...lines,
    table(
      ['numbers', 'readings', ...VERDICTS, 'pages with other numbers', 'share wrong'],
      counts.names.map(numberRow),
    ),
    table(
      ['pictures of charts', 'at rest', 'flagged', 'half drawn', 'none'],
      pictures.names.map((name) => [name, ...pictures.of(name).map(String)]),
    ),
  ].join('\n\n')
}

/** Compares the numbers of an answer with those that the page ends with; its other texts have none. */
export function judgeNumbers(
  given: Given,
  { write = (value) => value.toLocaleString('en-US') }: CounterWay,
  { rows }: Counting,
): { verdicts: (typeof VERDICTS)[number][]; strange: string[] } {
  const right = rows.map(({ value }) => digitsOf(write(value)))
  const numbers = (given.markdown.match(/\d(?:[\d.,’'\u00a0\u202f]*\d)?/g) ?? []).map(digitsOf)
  const strange = numbers.filter((number) => !right.includes(number))
  const isFlagged = given.result?.['unfinished'] === true
  const verdicts = right.map((number) => {
    if (numbers.includes(number)) return 'right'
    if (isFlagged) return 'flagged'
    return strange.length > 0 ? 'WRONG' : 'missing'
  })
  return { verdicts, strange }
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Column of the table of pictures. */
async function judgePicture(
  { site, shoot }: Reader,
  way: CounterWay,
  counting: Counting,
): Promise<number> {
  const { png: still } = await shoot(
    site.mount(way.make({ ...counting, isStill: true, durationMs: 1 })),
  )
  const { png: moving, given } = await shoot(site.mount(way.make(counting)))
  if (!still || !moving) return 3
  if (shareDifferent(PNG.sync.read(still), PNG.sync.read(moving)) <= DIFFERENT_MAX_SHARE) return 0
  return saysUnfinished(given) ? 1 : 2
}

/** Share of pixels that differ clearly. */
function shareDifferent(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  let count = 0
  for (let at = 0; at < one.data.length; at += 4) {
    const by = [0, 1, 2].map((part) => Math.abs(one.data[at + part]! - other.data[at + part]!))
    if (Math.max(...by) > 48) count += 1
  }
  return count / (one.width * one.height)
}
