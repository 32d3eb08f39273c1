import { type PageSpan, writePageSpan } from './page-places.ts'
import { writeRanges } from './page-ranges.ts'
import { countRemoved, type Removed } from './removed.ts'

/** What a part of a document lacks. */
interface Lacking {
  removed?: readonly Removed[] | undefined
  pagesWithoutText?: readonly number[] | undefined
}

/** What a model is told that a part lacks, each in a few words; what OCR could read is named by its pages. */
export function lackingNotes({ removed, pagesWithoutText }: Lacking): string[] {
  const notes: string[] = []
  if (removed?.length) notes.push(`${countRemoved(removed)} left out`)
  if (pagesWithoutText?.length) {
    const isOne = pagesWithoutText.length === 1
    const pages = `${isOne ? 'page' : 'pages'} ${writeRanges(pagesWithoutText)}`
    notes.push(`Without text, perhaps scanned: ${pages}. OCR could read ${isOne ? 'it' : 'them'}`)
  }
  return notes
}

/** The pages that a part is of, or how many the document has. */
export function writePages(partPages: PageSpan | undefined, count: number): string {
  return partPages ? writePageSpan(partPages, count) : `${count.toLocaleString('en')} pages`
}
