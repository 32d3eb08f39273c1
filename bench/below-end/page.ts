import type { SourcePage } from '../pages/read.ts'
import type { Sheet, Told } from '../pages/sheet.ts'

/** Blocks that stand below or beside the content and do not belong to it. */
export const BLOCK_KINDS = [
  'related',
  'latest',
  'slider',
  'staff',
  'categories',
  'promotion',
  'newsletter',
  'calendar',
  'events',
  'keyboard',
  'shortcode',
  'share',
  'author',
  'donation',
] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** Kinds of content, with the blocks that would look like it and so cannot stand beside it. */
export const CONTENT_KINDS = {
  article: [],
  docs: ['shortcode', 'calendar'],
  listing: ['categories', 'slider', 'shortcode', 'calendar'],
  product: ['calendar'],
  event: [],
  'list of stories': ['related', 'latest', 'slider', 'events', 'calendar', 'shortcode'],
  'page of staff': ['staff', 'author', 'calendar', 'shortcode'],
  'list of events': ['events', 'calendar', 'related', 'latest', 'slider', 'shortcode'],
  'related work': ['related', 'calendar', 'shortcode'],
  'questions and answers': ['calendar', 'shortcode'],
  glossary: ['categories', 'calendar', 'shortcode'],
} as const satisfies Record<string, readonly BlockKind[]>
export type ContentKind = keyof typeof CONTENT_KINDS

/** Where a block stands. */
export type Place = 'inside' | 'below' | 'beside'

/** How a half writes blocks and contents. */
export interface Writing {
  blocks: Readonly<Record<BlockKind, readonly ((sheet: Sheet) => string)[]>>
  contents: Readonly<Record<ContentKind, (sheet: Sheet) => string>>
}

/** A page with all its texts: what is content, and what is not. */
export interface BelowPage extends SourcePage {
  id: string
  kind: ContentKind
  language: string
  content: readonly Told[]
  noise: readonly Told[]
  neutral: readonly string[]
}
