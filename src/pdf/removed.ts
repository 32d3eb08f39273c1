/** Why nobody sees a text that a page draws. */
export const HIDDEN_REASONS = [
  'colour',
  'tiny',
  'invisible',
  'transparent',
  'clipped',
  'off_page',
  'covered',
  'layer',
] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** Counts of text that is passed over. */
export interface PassedOver {
  /** Words that nobody sees, by reason. */
  hidden: ReadonlyMap<HiddenReason, number>
  /** Letters and other visible characters, and those of fonts that do not say what they are. */
  chars: number
  unreadableChars: number
}

/** Why nobody knows the characters of a text: its fonts do not name them. */
export const UNREADABLE_REASONS = ['no_unicode'] as const

/** Why a text of a page is not in the Markdown. */
export const REMOVED_KINDS = [
  'running_head',
  'running_foot',
  'page_number',
  'side_text',
  'artifact',
  'repeated_table_head',
  'beyond_limit',
  'hidden',
] as const

/** A text that a page shows and the Markdown leaves out. */
export interface Removed {
  kind: (typeof REMOVED_KINDS)[number]
  page: number
  /** Empty for hidden text: hidden words are how documents give orders to models. */
  text: string
  /** Why nobody sees it, and how many words it has. */
  reason?: HiddenReason | undefined
  words?: number | undefined
}

/** Kinds of text that are left out, and kept for those who ask for them. */
export const INCLUDABLE_TEXTS = ['hidden'] as const
export type IncludableText = (typeof INCLUDABLE_TEXTS)[number]

/** Counts what was left out, in words: `12 running heads and page numbers`. */
export function countRemoved(all: readonly Removed[]): string {
  const hidden = all.reduce((sum, { words = 0 }) => sum + words, 0)
  const removed = all.filter(({ kind }) => kind !== 'hidden')
  const isHead = ({ kind }: Removed): boolean => !OTHER_KINDS.has(kind)
  const heads = removed.filter(isHead).length
  const others = removed.length - heads
  const headText =
    heads === 1 ? '1 running head or page number' : `${heads} running heads and page numbers`
  const otherText =
    others === 1 ? '1 repeated or marginal text' : `${others} repeated or marginal texts`
  const hiddenText = `${hidden} hidden ${hidden === 1 ? 'word' : 'words'} (${reasonsOf(all)})`
  return [heads > 0 && headText, others > 0 && otherText, hidden > 0 && hiddenText]
    .filter(Boolean)
    .join(' and ')
}

const REASON_WORDS: Readonly<Record<HiddenReason, string>> = {
  colour: 'of the colour of their ground',
  tiny: 'too small to read',
  invisible: 'drawn invisibly',
  transparent: 'transparent',
  clipped: 'cut off',
  off_page: 'off the page',
  covered: 'covered',
  layer: 'on a hidden layer',
}

function reasonsOf(removed: readonly Removed[]): string {
  const reasons = removed.flatMap(({ reason }) => (reason ? [REASON_WORDS[reason]] : []))
  return [...new Set(reasons)].join(', ')
}

const OTHER_KINDS: ReadonlySet<Removed['kind']> = new Set([
  'side_text',
  'artifact',
  'repeated_table_head',
  'beyond_limit',
])
