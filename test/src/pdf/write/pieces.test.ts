import { describe, expect, test } from 'vitest'
import { RecentDocuments } from '../../../../src/markdown/parts/recent-documents.ts'
import {
  requirePieceCursor,
  givePiece,
  PIECE_CHARS,
  type PieceQuestion,
  type PieceRead,
} from '../../../../src/pdf/write/pieces.ts'
import { pdfOf, text } from '../../../support/pdf.ts'
import { readPdf } from '../../../support/read-pdf.ts'

const PAGES = 60
/** Of one page. */
const LINES = 70
const line = (page: number, row: number): string =>
  `r${page * 100 + row}k The porter carries what the guest cannot, at any hour of the day or the night.`
const rows = (page: number): string =>
  Array.from({ length: LINES }, (_, row) =>
    text(40, 820 - row * 11, line(page, row), 'sans', 9),
  ).join('')
/** Pages in the middle are pictures, from the end of the first piece on. */
const SCANNED = [28, 29, 30, 31, 32]
const book = pdfOf(
  Array.from({ length: PAGES }, (_, page) => (SCANNED.includes(page + 1) ? '' : rows(page + 1))),
)
const keyOf = (question: PieceQuestion): string =>
  JSON.stringify([question.pages, question.maxPages])

interface Piece extends PieceRead {
  pages: number
  pagesWithoutText: number[]
}

/** A reader that counts the pages that it reads. */
function reader(): {
  give(question: PieceQuestion): ReturnType<typeof givePiece<PieceQuestion, Piece>>
  readPages(): number[]
  forget(): void
} {
  const counts: number[] = []
  let recent = new RecentDocuments<Piece>()
  return {
    give: async (question) =>
      givePiece<PieceQuestion, Piece>({
        question,
        keyOf,
        recent,
        owner: 'ada',
        now: 0,
        read: async ({ pages, maxPages }, reading) => {
          let count = 0
          const options = { pages, maxPages, ...reading }
          const read = await readPdf(book, options, () => (count += 1))
          counts.push(count)
          return read
        },
      }),
    readPages: () => counts,
    forget: () => (recent = new RecentDocuments<Piece>()),
  }
}

async function readAll(
  question: PieceQuestion,
  { isForgetful = false } = {},
): Promise<{ markdown: string; counts: number[]; empty: Set<number> }> {
  const { give, readPages, forget } = reader()
  let markdown = ''
  let cursor: string | undefined
  const empty = new Set<number>()
  do {
    requirePieceCursor({ ...question, cursor }, keyOf)
    const { part } = await give({ ...question, cursor })
    markdown += part.markdown
    for (const page of part.pagesWithoutText) empty.add(page)
    cursor = part.nextCursor
    if (isForgetful) forget()
  } while (cursor !== undefined)
  return { markdown, counts: readPages(), empty }
}

const keysOf = (markdown: string): number[] =>
  Array.from(markdown.matchAll(/r(\d+)k/g), ([, key]) => Number(key))
const keysFrom = (pages: readonly number[]): number[] =>
  pages
    .filter((page) => !SCANNED.includes(page))
    .flatMap((page) => Array.from({ length: LINES }, (_, row) => page * 100 + row))
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('a long document in parts', () => {
  test('its first part needs its first pages only', async () => {
    const { give, readPages } = reader()
    const { part } = await give({ maxChars: 20_000 })
    expect(part.markdown.length).toBeLessThanOrEqual(20_000)
    expect(readPages()).toHaveLength(1)
    expect(readPages()[0]).toBeLessThan(PAGES * 0.7)
    expect(part.pages).toBe(PAGES)
    expect(part.nextCursor).toMatch(/^p1~/)
  })

  test('nothing of it is lost or told twice, and each page is read once', async () => {
    const { markdown, counts, empty } = await readAll({ maxChars: 40_000 })
    expect(keysOf(markdown)).toEqual(keysFrom(range(1, PAGES)))
    expect([...empty]).toEqual(SCANNED)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(PAGES)
  })

  test('so it is where its parts are not remembered', async () => {
    const { markdown } = await readAll({ maxChars: PIECE_CHARS }, { isForgetful: true })
    expect(keysOf(markdown)).toEqual(keysFrom(range(1, PAGES)))
  })

  test.each([
    [{ pages: '3-5,10-58' }, [...range(3, 5), ...range(10, 58)]],
    [{ pages: '7-' }, range(7, PAGES)],
    [{ maxPages: 45 }, range(1, 45)],
    [{ pages: '10-', maxPages: 41 }, range(10, 50)],
  ])('%j are all that is given', async (question, pages) => {
    const { markdown } = await readAll({ ...question, maxChars: 60_000 })
    expect(keysOf(markdown)).toEqual(keysFrom(pages))
  })

  test('a rest without text is no error', async () => {
    const selection = { pages: `1-${SCANNED.at(-1)}`, maxChars: PIECE_CHARS }
    const { markdown, counts } = await readAll(selection)
    expect(counts).toHaveLength(2)
    expect(keysOf(markdown)).toEqual(keysFrom(range(1, 32)))
  })

  test.each([{ pages: '1-30' }, { maxPages: 50 }])(
    'a cursor of another call is refused (%j)',
    async (other) => {
      const { part } = await reader().give({ maxChars: 20_000 })
      const { nextCursor: cursor } = part
      expect(() => requirePieceCursor({ ...other, cursor }, keyOf)).toThrow('cursor')
      const moved = cursor?.replace(/^p1~/, 'p9~')
      expect(() => requirePieceCursor({ cursor: moved }, keyOf)).toThrow('cursor')
      await expect(reader().give({ cursor: moved })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    },
  )

  test('without a size it is read whole, and so it goes on from a cursor of that', async () => {
    const { give, readPages } = reader()
    const { part } = await give({})
    expect(keysOf(part.markdown)).toEqual(keysFrom(range(1, PAGES)))
    expect(part.nextCursor).toBeUndefined()
    expect(readPages()).toEqual([PAGES])
  })
})
