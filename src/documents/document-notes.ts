import type { HiddenText, InnerFile, PageUnit } from './document.ts'

/** What a document is told to lack, or to hold besides its text. */
interface Described {
  pictures?: number | undefined
  notes?: readonly string[] | undefined
  files?: readonly InnerFile[] | undefined
  removed?: readonly HiddenText[] | undefined
  pagesLeft?: string | undefined
}

/** What a model is told of a document besides its text, each in a few words. */
export function documentNotes({
  pictures = 0,
  notes = [],
  files = [],
  removed = [],
  pagesLeft,
}: Described): string[] {
  const hidden = removed.reduce((sum, { words }) => sum + words, 0)
  return [
    ...(pictures > 0 ? [`${counted(pictures, 'picture')} not read`] : []),
    ...notes,
    ...(files.length > 0
      ? [`${counted(files.length, 'file')} within: read each at this address with !/ and its name`]
      : []),
    ...(hidden > 0 ? [`${counted(hidden, 'hidden word')} left out`] : []),
    ...(pagesLeft === undefined ? [] : [`Not read: pass pages "${pagesLeft}" in another call`]),
  ]
}

/** How long a document is, in words: `12 slides, 3,400 words`. */
export function lengthOf({
  pages,
  unit,
  wordCount,
}: {
  pages?: number | undefined
  unit?: PageUnit | undefined
  wordCount: number
}): string {
  const words = `${wordCount.toLocaleString('en')} words`
  return pages === undefined || unit === undefined ? words : `${counted(pages, unit)}, ${words}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
