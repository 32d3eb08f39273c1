/** Parts of a page that a reader takes as one thing. */
export const STRUCTURE_KINDS = [
  'paragraph',
  'heading',
  'list',
  'definitions',
  'table',
  'code',
  'quotation',
  'caption',
  'answer',
  'verse',
  'entry',
] as const
export type StructureKind = (typeof STRUCTURE_KINDS)[number]

/** A structure of a generated page: the texts that must all be kept, in this order. */
export interface Structure {
  kind: StructureKind
  parts: readonly string[]
  /** Of a heading: how many of the structures that follow in the list stand under it. */
  heads?: number
}

/** A generated page with all that is known of it. */
export interface GeneratedPage {
  id: string
  url: string
  html: string
  template: string
  language: string
  /** Text of the heading of level 1; empty where there is none. */
  heading: string
  structures: readonly Structure[]
  /** Texts that may be kept or not: dates, names, labels of fields. All other text is noise. */
  neutral: readonly string[]
  /** True for a page without any content, which must not come back as if it had some. */
  isEmpty: boolean
}
