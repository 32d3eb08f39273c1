/** Reasons for leaving out a text that a page shows, of which callers may want the text all the same. */
export const INCLUDABLE_KINDS = [
  'comments',
  'reviews',
  'related',
  'navigation',
  'promotion',
  'other',
] as const
export type IncludableKind = (typeof INCLUDABLE_KINDS)[number]

/** All reasons for leaving out a text that a page shows. */
export const LEFT_OUT_KINDS = [
  ...INCLUDABLE_KINDS,
  'consent',
  'forms',
  'repeated',
  'beside',
] as const
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number]

/** How many texts of each kind were left out: of what comes in series, how many entries. Pictures are those amid the content. */
export type LeftOut = Partial<Record<LeftOutKind | 'pictures', number>>

/** What a reader of the page may miss, in one short line with the way to it; undefined where that is nothing. */
export function noteOfLeftOut(removed: LeftOut): string | undefined {
  const missed = countMissed(removed)
  if (missed === undefined) return undefined
  const kinds = MISSED_KINDS.filter((kind) => removed[kind] !== undefined)
  return `[Left out: ${missed}. include: ${JSON.stringify(kinds)} keeps them.]`
}

/** What a reader of the page may miss, such as `12 comments`; undefined where that is nothing. */
export function countMissed(removed: LeftOut): string | undefined {
  const counts = MISSED_KINDS.flatMap((kind) => {
    const count = removed[kind]
    return count === undefined ? [] : [`${count} ${count === 1 ? kind.slice(0, -1) : kind}`]
  })
  return counts.length === 0 ? undefined : counts.join(', ')
}
const MISSED_KINDS = ['comments', 'reviews'] as const
