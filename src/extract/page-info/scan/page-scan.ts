import type { ProseCount } from './prose-counter.ts'

/** One `<link>` of the page. */
export interface LinkTag {
  /** Lower-case words of `rel`. */
  rel: readonly string[]
  href: string
  type: string
  sizes: string
  media: string
}

/** Where something stands in the text of a page. */
export interface Spot {
  /** Bits of `Region` where it begins. */
  region: number
  /** How many of the page's text lines came before. */
  line: number
  /** Number of the innermost article around it; 0 outside of all. */
  article: number
  /** How many of the lines before are running text. */
  proseBefore: number
}

/** The text of one element that its mark-up singles out, where it stands, and why it was kept. */
export interface MarkedText extends Spot {
  tag: string
  /** Value of `datetime`, `content` or `title`, else empty. */
  value: string
  /** Lines: one for each stretch without mark-up. */
  text: string
  /** Lower-case words of class, id, rel, itemprop and data-testid. */
  hints: readonly string[]
  itemprop: string
  href: string
  pubdate: boolean
}

/** A top heading, or one that repeats the title of the page, with the text lines around it. */
export interface Opening extends TitleLine {
  before: readonly string[]
  after: readonly TextLine[]
}

/** A line of text, and where it stands. */
export interface TextLine extends Spot {
  text: string
}

/** A short line of text that may hold a date. */
export interface DatedLine extends TextLine {
  /** Whether it is only the beginning of a longer one, which may hold a dateline. */
  isCut: boolean
  /** The line before it when that is short: perhaps a label. */
  label: string
}

/** A heading of any of the upper levels; what follows it stands where it says. */
export interface TitleLine extends TextLine {
  /** Whether it leads to another page, or to a part of this one. */
  isLink: boolean
}

/** What one pass over the HTML of a page saw, in document order and uninterpreted. */
export interface PageScan {
  lang: string
  base: string
  /** Content of `<meta http-equiv=refresh>`. */
  refresh: string
  /** Lower-case name, property, itemprop or http-equiv to its values in order. */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly LinkTag[]
  jsonLd: readonly string[]
  title: string
  /** The top headings. */
  headings: readonly TitleLine[]
  openings: readonly Opening[]
  times: readonly MarkedText[]
  dated: readonly MarkedText[]
  bylines: readonly MarkedText[]
  datedLines: readonly DatedLine[]
  /** Lines that name the author of the text. */
  credits: readonly TextLine[]
  titleLines: readonly TitleLine[]
  /** Number of the article around each article of the page, by its number. */
  articlesAround: readonly number[]
  /** First paragraph of prose outside navigation, empty when none. */
  firstParagraph: string
  prose: ProseCount
}
