import type { PagePictures } from './notes.ts'
import { type PagePlace, pagesBetween, type PageSpan } from './page-places.ts'
import { selectPages } from './page-ranges.ts'
import type { Removed } from './removed.ts'

/** A part of a document, with what is known of the whole. */
interface Part {
  markdown: string
  pages: number
  nextCursor?: string | undefined
  pagesLeft?: string | undefined
  pagesWithoutText?: number[] | undefined
  pictures?: PagePictures[] | undefined
  removed?: Removed[] | undefined
  /** Where the pages of the whole begin. */
  pageStarts?: readonly PagePlace[] | undefined
}

/**
 * A part with the pages that it is of; of what was left out and of the pages without text, it keeps what concerns these. `from` is
 * the place in the whole where the part begins, `pages` the selection that was asked for.
 */
export function ofItsPages<P extends Part>(
  part: P,
  { from, pages }: { from: number; pages: string | undefined },
): Omit<P, 'pageStarts'> & { partPages?: PageSpan } {
  const { pageStarts = [], removed, pagesWithoutText, pictures, ...rest } = part
  const end = from + part.markdown.length
  const partPages = pagesBetween(pageStarts, from, end, lastRead(part, pages))
  if (!partPages) return part
  const isLast = part.nextCursor === undefined
  const isHere = (page: number): boolean =>
    (page >= partPages.first || from === 0) && (page <= partPages.last || isLast)
  const removedHere = removed?.filter(({ page }) => isHere(page)) ?? []
  const picturesHere = pictures?.filter(({ page }) => isHere(page)) ?? []
  const emptyHere = pagesWithoutText?.filter(isHere) ?? []
  return {
    ...rest,
    partPages,
    ...(removedHere.length > 0 ? { removed: removedHere } : {}),
    ...(picturesHere.length > 0 ? { pictures: picturesHere } : {}),
    ...(emptyHere.length > 0 ? { pagesWithoutText: emptyHere } : {}),
  } as Omit<P, 'pageStarts'> & { partPages: PageSpan }
}

function lastRead({ pages: count, pagesLeft }: Part, asked: string | undefined): number {
  const left = pagesLeft === undefined ? count + 1 : Number.parseInt(pagesLeft, 10)
  return selectPages(asked, count).findLast((page) => page < left) ?? count
}
