import { FenceTracker } from './fence.ts'

/** The mark before the first block of a page; it stands alone, with a blank line after it. */
const PAGE_MARK = /^<!-- page (\d{1,9}) -->$/

/** Where a page of a text begins. */
export interface PageStart {
  page: number
  /** Place in the text with marks. */
  markedAt: number
  /** Place in the text without marks. */
  bareAt: number
}

/** A text without the marks between its pages, and where its pages begin, in order. */
export interface PagedText {
  bare: string
  starts: readonly PageStart[]
}

/** Reads the marks between the pages of a text; what looks like one in fenced code is none. */
export function readPageMarks(marked: string): PagedText {
  const starts: PageStart[] = []
  const fences = new FenceTracker()
  const kept: string[] = []
  let bareAt = 0
  for (let at = 0; at < marked.length;) {
    const newline = marked.indexOf('\n', at)
    const end = newline === -1 ? marked.length : newline + 1
    const line = marked.slice(at, newline === -1 ? end : newline)
    const page = fences.isFenced(line) ? undefined : PAGE_MARK.exec(line)?.[1]
    if (page === undefined) {
      kept.push(marked.slice(at, end))
      bareAt += end - at
      at = end
    } else {
      starts.push({ page: Number(page), markedAt: at, bareAt })
      at = marked[end] === '\n' ? end + 1 : end
    }
  }
  return { bare: kept.join(''), starts }
}
