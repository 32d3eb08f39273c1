import { type AnyOperation, type Call, here, type Searching } from '../../contract/operation.ts'
import { makeCursor } from '../../markdown/parts/cursor.ts'
import { findParts } from '../../markdown/parts/find-parts.ts'
import { readPageMarks } from '../../markdown/parts/page-marks.ts'
import { quote } from '../../markdown/quote.ts'
import { findFileLink } from './linked-file.ts'

type Input = Record<string, unknown>
interface Document extends Record<string, unknown> {
  markdown: string
}

/**
 * Does a call of a tool that looks for words: reads the whole document where its operation runs, and returns the parts that match
 * in place of the text. The document is kept, so that what is read next needs no second fetch. Throws what the operation throws.
 */
export async function findWords(
  tool: AnyOperation,
  operation: AnyOperation,
  call: Call<Input>,
): Promise<Record<string, unknown>> {
  const { find, ...input } = call.input
  const search = tool.agent?.search as Searching<Input, Document>
  const whole = { ...call, input: search.whole(input) }
  const { place } = call.services
  const isFile = findFileLink(tool, input, call.services) !== undefined
  const read = await (isFile ? here : place)(operation, whole)
  const { markdown: text, ...rest } = operation.output.parse(read) as Document
  const { markdown, pageAt, pageStarts } = paged(text, search.keepsPageMarks?.(input))
  search.remember({ ...rest, markdown }, { ...call, input }, pageStarts)
  const { total, hasAll, parts } = findParts(markdown, String(find))
  const key = search.key(input)
  const excerpts = parts.map(({ position, heading, excerpt }) => {
    const cursor = position === 0 ? undefined : makeCursor(key, markdown, position)
    return `${lineOf({ heading, page: pageAt(position), cursor })}\n\n${quote(excerpt)}`
  })
  const answer = [summaryOf(total, parts.length, hasAll), ...excerpts].join('\n\n')
  return { ...rest, markdown: answer, found: total }
}

/** A text as cursors count it, and the page of each place; pages are unknown where the operation marks none. */
function paged(text: string, keepsMarks: boolean | undefined) {
  if (keepsMarks === undefined) return { markdown: text, pageAt: () => undefined }
  const { bare, starts } = readPageMarks(text)
  return {
    markdown: keepsMarks ? text : bare,
    pageStarts: starts.map(({ page, markedAt, bareAt }) => ({
      page,
      at: keepsMarks ? markedAt : bareAt,
    })),
    pageAt: (position: number): number | undefined =>
      starts.findLast(({ markedAt, bareAt }) => (keepsMarks ? markedAt : bareAt) <= position)?.page,
  }
}

function summaryOf(total: number, returned: number, hasAll: boolean): string {
  if (total === 0) return '[Nothing matches. Try fewer or other words.]'
  const few = returned < total ? `, the best ${returned} of them` : ''
  const some = hasAll ? '' : ', none with all words'
  return `[${total} matching ${total === 1 ? 'part' : 'parts'}${some}${few}. A cursor reads on from there.]`
}

/** Where a part is. */
interface Place {
  heading: string
  page: number | undefined
  /** Absent at the beginning. */
  cursor: string | undefined
}

/** Where a part is, in a line. */
function lineOf({ heading, page, cursor }: Place): string {
  const facts = [
    heading,
    page === undefined ? '' : `page ${page}`,
    cursor === undefined ? 'beginning' : `cursor "${cursor}"`,
  ]
  return `[${facts.filter(Boolean).join(' · ')}]`
}
