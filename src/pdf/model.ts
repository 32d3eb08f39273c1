import type { Script } from '../markup/html/raised-text.ts'
import type { PassedOver } from './removed.ts'

/** How a stretch of text looks and where it leads. */
export interface TextStyle {
  bold: boolean
  italic: boolean
  mono: boolean
  /** Address of the link that the text is. */
  url: string | undefined
}

/** A stretch of text drawn in one go; points, from the upper left corner of the upright page. */
export interface Span extends TextStyle {
  text: string
  x: number
  /** Height of the baseline. */
  y: number
  right: number
  size: number
  /** Whether white space stands before it on its line. */
  spaced: boolean
  /** Whether it runs along the line of reading. */
  upright: boolean
  /** Marked content of tagged documents that it belongs to. */
  contentId: string | undefined
  /** Name of the footnote that it is the mark of. */
  note?: string
  /** Whether it is raised or lowered, as exponents and indexes are. */
  script?: Script
  /** Whether it is set in a font of formulas. */
  math?: boolean
  /** Number of the line that it stands on, where that is known already. */
  line?: number
  /** Its words that stand apart from those before them, where that is known. */
  words?: readonly Word[]
  /** Whether no blank is drawn before it, on a page that draws them between words: it is a text of its own, however near. */
  isApart?: boolean
}

/** Where a word of a span begins in its text, and how far from the start of the span: its start, and the end of the one before it. */
export interface Word {
  at: number
  end: number
  start: number
}

/** Spans on one baseline, in the order they were drawn. */
export interface Line {
  page: number
  spans: Span[]
  x: number
  right: number
  y: number
  /** Type size of most of its characters. */
  size: number
  text: string
  bold: boolean
  mono: boolean
  upright: boolean
  /** A table with borders, which stands in the place of a line. */
  table?: { rows: Line[][][]; columns: Column[] }
}

/** Where a column of a table begins and ends. */
export interface Column {
  x: number
  right: number
}

/** A vertical rule, or the side of a box. */
export interface Upright {
  x: number
  right: number
  top: number
  bottom: number
}

/** A horizontal rule, or the edge of a box. */
export interface Rule {
  x: number
  right: number
  y: number
}

/** A node of the structure that a tagged document gives a page (ISO 32000-1, 14.8.4). */
export interface StructureNode {
  role?: string
  alt?: string
  children?: StructureNode[]
  /** `content` names marked content by its id. */
  type?: string
  id?: string
}

/** A small shape, which may be the bullet of a list item; `y` is its middle. */
export interface Dot {
  x: number
  right: number
  y: number
}

/** The content of one page before its structure is known. */
export interface PageText {
  page: number
  width: number
  height: number
  /** Upright position of a height in the page's own coordinates. */
  uprightY(y: number): number
  spans: Span[]
  rules: Rule[]
  verticals: Upright[]
  structure: StructureNode | undefined
  /** How many pictures it shows. */
  pictures: number
  /** Text beyond what is read of one page. */
  cutText: string
  /** What was passed over. */
  sifted: PassedOver
}

/** Text of one style inside a block. */
export interface Run extends TextStyle {
  text: string
  /** Name of the footnote that it is the mark of. */
  note?: string
}

/** One item of a list; `marker` is the number of an ordered one. */
export interface ListItem {
  marker: string | undefined
  blocks: Block[]
}

/** A block of the document; `page` is where it begins. */
export type Block = { page: number } & (
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'note'; label: string; runs: Run[] }
  /** `isTable` where it is a table whose columns are not certain. */
  | { kind: 'code'; lines: string[]; isTable?: boolean }
  | { kind: 'formula'; lines: string[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; items: ListItem[] }
  /** `isHeadless` where the first row is one like the others. */
  | { kind: 'table'; rows: Run[][][]; isHeadless?: boolean }
)

/** A run of text without any style. */
export function plainRun(text: string): Run {
  return { text, bold: false, italic: false, mono: false, url: undefined }
}
