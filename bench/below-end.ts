import { HELD_OUT_BELOW } from './below-end/held-out/index.ts'
import { type Ground, makeBelowPage } from './below-end/make-page.ts'
import { measureBelow, wordsOf } from './below-end/measure.ts'
import { TRAIN_BELOW } from './below-end/train/index.ts'
import { readContent } from './pages/read.ts'
import { askedHalves, Counts, type Half, percent, table } from './pages/report.ts'

const PAGES_COUNT = 1320
const GROUNDS: Readonly<Record<Half, Ground>> = { train: TRAIN_BELOW, 'held-out': HELD_OUT_BELOW }

/**
 * Reads pages with blocks below and beside the content that do not belong to it, and pages whose content looks like such
 * blocks: counts words of the ones that were kept, and of the others that were lost. With `--list` it also prints
 * what went wrong on each page to learn from.
 */
export async function run(): Promise<void> {
  for (const half of askedHalves()) console.log(await reportOf(half))
}

async function reportOf(half: Half): Promise<string> {
  const isListed = half === 'train' && process.argv.includes('--list')
  const noise = new Counts(3)
  const contents = new Counts(5)
  const lines: string[] = []
  for (let number = 0; number < PAGES_COUNT; number += 1) {
    const page = makeBelowPage(GROUNDS[half], number)
    const reading = await readContent(page)
    const measured = measureBelow(page, reading.text)
    const { contentWords, lostWords, strangeWords, lost, keptNoise, keptNoiseWords } = measured
    contents.add(page.kind, 0)
    contents.add(page.kind, 1, contentWords)
    contents.add(page.kind, 2, lostWords)
    contents.add(page.kind, 3, reading.isRefused ? 1 : 0)
    contents.add(page.kind, 4, lostWords === 0 && keptNoiseWords === 0 ? 1 : 0)
    for (const kind of new Set(page.noise.map((told) => told.kind))) {
      noise.add(kind, 0)
      noise.add(kind, 1, wordsOf(page.noise.filter((told) => told.kind === kind)))
      noise.add(kind, 2, wordsOf(keptNoise.filter((told) => told.kind === kind)))
    }
    noise.add('of no text of the page', 2, strangeWords)
    if (!isListed) continue
    if (reading.isRefused) lines.push(`${page.id} ${page.language}: refused`)
    for (const { kind, text } of lost)
      lines.push(`${page.id} ${page.language}: lost ${kind}: ${text}`)
    for (const { kind, text } of keptNoise)
      lines.push(`${page.id} ${page.language}: kept ${kind}: ${text}`)
  }
  const noiseRow = (
    name: string,
    [pages = 0, words = 0, kept = 0]: readonly number[],
  ): string[] => [name, String(pages), String(words), String(kept), percent(kept, words)]
  const contentRow = (
    name: string,
    [pages = 0, words = 0, lost = 0, refused = 0, whole = 0]: readonly number[],
  ): string[] => [
    name,
    String(pages),
    String(words),
    String(lost),
    percent(lost, words),
    String(refused),
    percent(whole, pages),
  ]
  return [
    ...lines,
    `below-end, ${half}`,
    table(
      ['block', 'pages', 'words', 'kept', 'share kept'],
      [...noise.names.map((name) => noiseRow(name, noise.of(name))), noiseRow('all', noise.sums())],
    ),
    table(
      ['content', 'pages', 'words', 'lost', 'share lost', 'refused', 'pages without fault'],
      [
        ...contents.names.map((name) => contentRow(name, contents.of(name))),
        contentRow('all', contents.sums()),
      ],
    ),
  ].join('\n\n')
}
