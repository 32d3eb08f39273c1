import { selectPages, writeRanges } from '../page-ranges.ts'
import { countRemoved, type Removed } from '../removed.ts'
import type { UnreadablePage } from '../unreadable.ts'
import { type PagePlace, pagesBetween, type PageSpan, writePageSpan } from './page-places.ts'

/** A part of a document, with what is known of the whole. */
interface Part {
  markdown: string
  pages: number
  nextCursor?: string | undefined
  pagesLeft?: string | undefined
  pagesWithoutText?: number[] | undefined
  tablesAsText?: number[] | undefined
  pagesUnreadable?: UnreadablePage[] | undefined
  pictures?: PagePictures[] | undefined
  removed?: Removed[] | undefined
  /** Where the pages of the whole begin. */
  pageStarts?: readonly PagePlace[] | undefined
}

/** What a part of a document lacks. */
interface Lacking {
  removed?: readonly Removed[] | undefined
  pagesWithoutText?: readonly number[] | undefined
  tablesAsText?: readonly number[] | undefined
  pagesUnreadable?: readonly UnreadablePage[] | undefined
  pictures?: readonly PagePictures[] | undefined
}

/** How many pictures a page shows. */
export interface PagePictures {
  page: number
  count: number
}

/**
 * A part with the pages that it is of; of what was left out and of the pages without text, it keeps what concerns these. `from` is
 * the place in the whole where the part begins, `pages` the selection that was asked for.
 */
export function ofItsPages<P extends Part>(
  part: P,
  { from, pages }: { from: number; pages: string | undefined },
): Omit<P, 'pageStarts'> & { partPages?: PageSpan } {
  const {
    pageStarts = [],
    removed,
    pagesWithoutText,
    tablesAsText,
    pagesUnreadable,
    pictures,
    ...rest
  } = part
  const end = from + part.markdown.length
  const partPages = pagesBetween(pageStarts, from, end, lastRead(part, pages))
  if (!partPages) return part
  const isLast = part.nextCursor === undefined
  const isHere = (page: number): boolean =>
    (page >= partPages.first || from === 0) && (page <= partPages.last || isLast)
  const removedHere = removed?.filter(({ page }) => isHere(page)) ?? []
  const picturesHere = pictures?.filter(({ page }) => isHere(page)) ?? []
  const unreadableHere = pagesUnreadable?.filter(({ page }) => isHere(page)) ?? []
  const emptyHere = pagesWithoutText?.filter(isHere) ?? []
  const textsHere = tablesAsText?.filter(isHere) ?? []
  return {
    ...rest,
    partPages,
    ...(removedHere.length > 0 ? { removed: removedHere } : {}),
    ...(picturesHere.length > 0 ? { pictures: picturesHere } : {}),
    ...(emptyHere.length > 0 ? { pagesWithoutText: emptyHere } : {}),
    ...(textsHere.length > 0 ? { tablesAsText: textsHere } : {}),
    ...(unreadableHere.length > 0 ? { pagesUnreadable: unreadableHere } : {}),
  } as Omit<P, 'pageStarts'> & { partPages: PageSpan }
}

function lastRead({ pages: count, pagesLeft }: Part, ranges: string | undefined): number {
  const left = pagesLeft === undefined ? count + 1 : Number.parseInt(pagesLeft, 10)
  return selectPages(ranges, count).findLast((page) => page < left) ?? count
}

/** What a model is told that a part lacks, each in a few words; what OCR could read is named by its pages. */
export function lackingNotes(lacking: Lacking): string[] {
  const { removed, pagesWithoutText, tablesAsText, pagesUnreadable, pictures } = lacking
  const notes: string[] = []
  if (removed?.length) notes.push(`${countRemoved(removed)} left out`)
  if (pagesWithoutText?.length) {
    const isOne = pagesWithoutText.length === 1
    const pages = `${isOne ? 'page' : 'pages'} ${writeRanges(pagesWithoutText)}`
    notes.push(`Without text, perhaps scanned: ${pages}. OCR could read ${isOne ? 'it' : 'them'}`)
  }
  if (tablesAsText?.length)
    notes.push(
      `Tables whose columns are not certain stand as text: page ${writeRanges(tablesAsText)}`,
    )
  if (pagesUnreadable?.length) {
    const pages = pagesUnreadable.map(({ page, share }) => `${page} (${Math.round(share * 100)} %)`)
    notes.push(`Letters unknown, since fonts do not name them: page ${pages.join(', ')}`)
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
