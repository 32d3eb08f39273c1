/** Why a text of a page is not in the Markdown. */
export const REMOVED_KINDS = [
  'running_head',
  'running_foot',
  'page_number',
  'side_text',
  'artifact',
  'repeated_table_head',
  'beyond_limit',
] as const

/** A text that a page shows and the Markdown leaves out. */
export interface Removed {
  kind: (typeof REMOVED_KINDS)[number]
  page: number
  text: string
}

/** Counts what was left out, in words: `12 running heads and page numbers`. */
export function countRemoved(removed: readonly Removed[]): string {
  const isHead = ({ kind }: Removed): boolean => !OTHER_KINDS.has(kind)
  const heads = removed.filter(isHead).length
  const others = removed.length - heads
  const headText =
    heads === 1 ? '1 running head or page number' : `${heads} running heads and page numbers`
  const otherText =
    others === 1 ? '1 repeated or marginal text' : `${others} repeated or marginal texts`
  return [heads > 0 && headText, others > 0 && otherText].filter(Boolean).join(' and ')
}

const OTHER_KINDS: ReadonlySet<Removed['kind']> = new Set([
  'side_text',
  'artifact',
  'repeated_table_head',
  'beyond_limit',
])
