import { DAY_MS } from '../../src/lib/durations.ts'
import { PAGE_HEIGHT, PAGE_WIDTH, paragraph, pdfOf, text } from './pdf.ts'
import { seededRandom } from './seeded-random.ts'

/** A document of rows over many pages, and what must and must not be read of it. */
export interface RowsDocument {
  bytes: Buffer
  /** A word that only this row holds, in order. */
  keys: string[]
  head: string | undefined
  /** The foot of a page, as it is printed there. */
  footOf: ((page: number) => string) | undefined
  pageCount: number
}

const WORDS = 'harbour tide anchor pilot cargo ledger crane rope buoy chart lantern ferry'.split(
  ' ',
)

/** Rows of a list, a log or a statement that fill their pages to the edge, with or without running heads. */
export function rowsDocument(seed: number, count = 200): RowsDocument {
  const random = seededRandom(seed)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const kind = pick(['list', 'log', 'statement', 'same'] as const)
  const size = pick([8, 9, 10, 11])
  const leading = size * pick([1.15, 1.4, 1.8])
  const top = pick([30, 50, 80])
  const hasHead = random() < 0.6
  const hasFoot = random() < 0.6
  const gap = leading * pick([2, 3])
  const firstY = PAGE_HEIGHT - top - (hasHead ? gap : 0)
  const lastY = 30 + (hasFoot ? gap : 0)
  const perPage = Math.floor((firstY - lastY) / leading) + 1
  const pageCount = Math.ceil(count / perPage)
  const head = hasHead ? 'Register of the harbour office, second quarter' : undefined
  const footOf = hasFoot ? (page: number) => `Page ${page} of ${pageCount}` : undefined
  const keys: string[] = []
  const pages = Array.from({ length: pageCount }, (_, index) => {
    let ops = head ? text(60, PAGE_HEIGHT - top, head, 'sans', size) : ''
    for (let row = index * perPage; row < Math.min(count, (index + 1) * perPage); row += 1) {
      const y = firstY - (row - index * perPage) * leading
      ops += drawRow(kind, row, { y, size, random, keys })
    }
    return ops + (footOf ? text(270, 30, footOf(index + 1), 'sans', size) : '')
  })
  return { bytes: pdfOf(pages), keys, head, footOf, pageCount }
}

function drawRow(
  kind: 'list' | 'log' | 'statement' | 'same',
  row: number,
  { y, size, random, keys }: { y: number; size: number; random: () => number; keys: string[] },
): string {
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? ''
  const key = `k${row}q`
  keys.push(key)
  const date = new Date(Date.UTC(2026, 0, 1) + row * DAY_MS).toISOString().slice(0, 10)
  const amount = (random() * 5_000).toFixed(2)
  if (kind === 'list')
    return text(60, y, `${row + 1}. ${date} ${word()} ${word()} ${key}`, 'sans', size)
  if (kind === 'log')
    return text(60, y, `${date}T00:00:${row % 60}Z INFO ${word()} ${key}`, 'mono', size)
  // Nothing but the number tells these rows apart.
  if (kind === 'same') return text(60, y, `Entry ${key}: paid`, 'sans', size)
  const width = amount.length * size * 0.5
  return (
    text(60, y, date, 'sans', size) +
    text(150, y, `${word()} ${word()} ${key}`, 'sans', size) +
    text((row % 2 === 0 ? 430 : 510) - width, y, amount, 'sans', size)
  )
}

const LINES_PER_PAGE = 30

/** Pages of prose with a chapter every few of them, left and right heads as in a book, and numbers at the outer edge. */
export function bookDocument(pageCount: number): Buffer {
  const chapters = ['Setting out', 'The long calm', 'Weather', 'Landfall']
  const perChapter = Math.ceil(pageCount / chapters.length)
  return pdfOf(
    Array.from({ length: pageCount }, (_page, index) => {
      const page = index + 1
      const chapter = chapters[Math.floor(index / perChapter)] ?? ''
      const isFirst = index % perChapter === 0
      const title = isFirst ? text(72, 740, chapter, 'bold', 18) : ''
      const left = text(60, 806, String(page)) + text(220, 806, 'A VOYAGE ROUND THE BAY', 'italic')
      const right =
        text(220, 806, chapter.toUpperCase(), 'italic') + text(PAGE_WIDTH - 70, 806, String(page))
      const head = isFirst ? '' : page % 2 === 0 ? left : right
      const lines = Array.from(
        { length: LINES_PER_PAGE },
        (_, line) =>
          `Line ${line} of sheet ${page}: the tide runs out and leaves the boats upon the sand there.`,
      )
      return head + title + paragraph(72, 710, lines)
    }),
  )
}
