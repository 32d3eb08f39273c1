import type { PageTree } from '../markup/html/parse-page.ts'
import type { PageFacts } from './content/features/page-facts.ts'

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

/** Preference for precision or for recall. */
export type Focus = 'balanced' | 'precision' | 'recall'

/** Options of the caller for a page. */
export interface Wishes {
  focus: Focus
  /** Kinds that are kept, and would be left out otherwise. */
  include: readonly IncludableKind[]
}

/** How links and images appear in the Markdown. */
export interface MarkdownStyle {
  /** `reference` names addresses by number, each once; `none` keeps the text of a link without its address. */
  links: 'inline' | 'reference' | 'none'
  /** `alt` keeps the alternative text of an image without its address. */
  images: 'keep' | 'alt' | 'none'
}

/** A page for the engine. */
export interface EnginePage {
  tree: PageTree
  /** Address of the page. */
  url: string
  /** What relative addresses in it resolve against. */
  baseUrl: string
}

/** Which part of the page to extract. */
export interface Choice extends Wishes {
  /** Take the elements that match, in place of the main content. See `isSelector`. */
  selector?: string | undefined
  /** Leave out the elements that match any of these. */
  exclude: readonly string[]
}

/** The main content of a page; not yet stripped of invisible characters. */
export interface Article {
  title: string
  markdown: string
}

/** An article, with the facts of its page, and what of that is not in it. */
export interface ReadPage extends Article {
  facts: PageFacts
  /** How likely the page is of each of `PAGE_TYPES`, where its text was judged. */
  types?: Float32Array | undefined
  /** The page is about its posts. */
  isThread?: true | undefined
  removed?: LeftOut
}

/** Finds the main content of a page and writes it as Markdown. Runs in the sandbox only. */
export type Engine = (page: EnginePage, style: MarkdownStyle, choice: Choice) => Promise<ReadPage>

/** What a caller may ask of a page; everything else is as usual. */
export type RequestedChoice = {
  [Key in keyof (Choice & MarkdownStyle)]?: (Choice & MarkdownStyle)[Key] | undefined
}

/** Which parts of a page are taken, and how they are written, with defaults for options that the caller left out. */
export function resolveChoice(requested: RequestedChoice): Choice & MarkdownStyle {
  return {
    links: requested.links ?? 'inline',
    images: requested.images ?? 'keep',
    selector: requested.selector,
    exclude: requested.exclude ?? [],
    focus: requested.focus ?? 'balanced',
    include: requested.include ?? [],
  }
}
