import { type PageSpan, writePageSpan } from './page-places.ts'
import { writeRanges } from './page-ranges.ts'
import { countRemoved, type Removed } from './removed.ts'

/** What a part of a document lacks. */
interface Lacking {
  removed?: readonly Removed[] | undefined
  pagesWithoutText?: readonly number[] | undefined
  pictures?: readonly PagePictures[] | undefined
}

/** How many pictures a page shows. */
export interface PagePictures {
  page: number
  count: number
}

/** What a model is told that a part lacks, each in a few words; what OCR could read is named by its pages. */
export function lackingNotes({ removed, pagesWithoutText, pictures }: Lacking): string[] {
  const notes: string[] = []
  if (removed?.length) notes.push(`${countRemoved(removed)} left out`)
  if (pagesWithoutText?.length) {
    const isOne = pagesWithoutText.length === 1
    const pages = `${isOne ? 'page' : 'pages'} ${writeRanges(pagesWithoutText)}`
    notes.push(`Without text, perhaps scanned: ${pages}. OCR could read ${isOne ? 'it' : 'them'}`)
  }
  const others = pictures?.filter(({ page }) => !pagesWithoutText?.includes(page)) ?? []
  if (others.length > 0) notes.push(writePictures(others))
  return notes
}

function writePictures(pictures: readonly PagePictures[]): string {
  const count = pictures.reduce((sum, one) => sum + one.count, 0)
  const pages = writeRanges(pictures.map(({ page }) => page))
  return `${count === 1 ? '1 picture' : `${count} pictures`} not read: ${pictures.length === 1 ? 'page' : 'pages'} ${pages}`
}

/** The pages that a part is of, or how many the document has. */
export function writePages(partPages: PageSpan | undefined, count: number): string {
  return partPages ? writePageSpan(partPages, count) : `${count.toLocaleString('en')} pages`
}
