/** Where in the Markdown a page begins. */
export interface PagePlace {
  page: number
  /** Characters before it. */
  at: number
}

/** The first and the last page of a part of a document. */
export interface PageSpan {
  first: number
  last: number
}

/**
 * The pages whose text may stand between two places of the Markdown. Where a block goes over several pages, all of them; undefined
 * where nothing is known.
 */
export function pagesBetween(
  starts: readonly PagePlace[],
  from: number,
  to: number,
  lastPage: number,
): PageSpan | undefined {
  const first = starts.findLast(({ at }) => at <= from) ?? starts[0]
  if (!first) return undefined
  const next = starts.find(({ at }) => at >= to && at > from)
  const last = next ? next.page - 1 : lastPage
  return { first: first.page, last: Math.max(first.page, last) }
}

/** Writes the pages of a part: `Pages 1–7 of 3,000`. */
export function writePageSpan({ first, last }: PageSpan, count: number): string {
  const pages = first === last ? `Page ${group(first)}` : `Pages ${group(first)}–${group(last)}`
  return `${pages} of ${group(count)}`
}

function group(number: number): string {
  return String(number).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',')
}
