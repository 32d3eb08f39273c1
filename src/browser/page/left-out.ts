import type { OpenPage } from './open-page.ts'
import type { Snapshot } from './page-scripts.ts'

const ADDRESS_MAX_CHARS = 500

/** What a page has that its snapshot lacks, each in a few words with what to do about it. */
export function listLeftOut(
  { stopped, isMet, isEndless, isUnfinished, isOpened, download }: OpenPage,
  { cut, lacks }: Pick<Snapshot, 'cut' | 'lacks'>,
): string[] {
  const { folds, rows, allRows, goesOn } = lacks
  const all = [
    !isMet && 'waitFor: it did not come in time',
    stopped !== undefined && `limit: the page was stopped (${stopped})`,
    isUnfinished && isMet && 'text that was still to come: use waitFor',
    folds > 0 && `folds: ${folds}${isOpened ? ' are closed' : ', which open: true opens'}`,
    allRows > 0 && `rows: ${rows} of ${allRows} are there`,
    (goesOn || isEndless) &&
      allRows === 0 &&
      `rows: a list goes on${isOpened ? '' : ', which open: true reads'}`,
    cut && 'cut: the page is larger than what is read',
    download !== undefined && isAddress(download) && `download: ${download}`,
  ]
  return all.filter((words) => words !== false)
}

function isAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX_CHARS && /^https?:\/\/[^\s<>"]+$/.test(text)
}
