import { readContent } from './pages/read.ts'
import { askedHalves, Counts, type Half, percent, table } from './pages/report.ts'
import { HELD_OUT_REPAIR } from './repair/held-out/index.ts'
import { type Ground, makeRepairPage } from './repair/make-page.ts'
import { measureRepair } from './repair/measure.ts'
import { TRAIN_REPAIR } from './repair/train/index.ts'

const PAGES_COUNT = 1280
const GROUNDS: Readonly<Record<Half, Ground>> = { train: TRAIN_REPAIR, 'held-out': HELD_OUT_REPAIR }

/**
 * Reads pages with parts that readers often lose or spoil, and counts what holds of each kind. With `--list` it also prints
 * what failed on each page to learn from.
 */
export async function run(): Promise<void> {
  for (const half of askedHalves()) console.log(await reportOf(half))
}

async function reportOf(half: Half): Promise<string> {
  const isListed = half === 'train' && process.argv.includes('--list')
  const counts = new Counts(7)
  const lines: string[] = []
  for (let number = 0; number < PAGES_COUNT; number += 1) {
    const page = makeRepairPage(GROUNDS[half], number)
    const { markdown, isRefused } = await readContent(page)
    const { failed, lost } = measureRepair(page, markdown)
    const isRight = !isRefused && failed.length === 0 && lost.length === 0
    const all = [1, isRight ? 1 : 0, page.checks.length, page.checks.length - failed.length]
    for (const [column, count] of [
      ...all,
      page.content.length,
      lost.length,
      isRefused ? 1 : 0,
    ].entries())
      counts.add(page.kind, column, count)
    if (!isListed) continue
    if (isRefused) lines.push(`${page.id} ${page.language}: refused`)
    for (const check of failed) lines.push(`${page.id} ${page.language}: ${JSON.stringify(check)}`)
    for (const text of lost) lines.push(`${page.id} ${page.language}: lost: ${text}`)
  }
  const row = (
    name: string,
    [
      pages = 0,
      right = 0,
      checks = 0,
      held = 0,
      texts = 0,
      lost = 0,
      refused = 0,
    ]: readonly number[],
  ): string[] => [
    name,
    String(pages),
    percent(right, pages),
    `${held}/${checks}`,
    percent(held, checks),
    `${lost}/${texts}`,
    String(refused),
  ]
  return [
    ...lines,
    `repair, ${half}`,
    table(
      ['kind', 'pages', 'pages right', 'checks held', 'share', 'texts around lost', 'refused'],
      [...counts.names.map((name) => row(name, counts.of(name))), row('all', counts.sums())],
    ),
  ].join('\n\n')
}
