import type { ElementNode } from '../../../markup/html/tree/node.ts'

/** Punctuation that is counted; everything else is `other`. */
export const Mark = {
  other: 0,
  comma: 1,
  question: 2,
  currency: 3,
  copyright: 4,
  at: 5,
  colon: 6,
} as const

/** One run of text between the borders of block elements: a paragraph, an item, a cell, a heading. */
export interface Block {
  owner: ElementNode
  /** Characters with white space collapsed. */
  chars: number
  words: number
  linkChars: number
  links: number
  digits: number
  capitals: number
  /** Words that begin with a capital letter. */
  titled: number
  /** Code of the last character. */
  last: number
  firstIsCapital: boolean
  /** How many of each kind of `Mark` it has. */
  marks: number[]
  breaks: number
  /** Word triples that the linked data holds too, -1 where there are none to look for. */
  stated: number
  /** Words that the title holds too. */
  inTitle: number
  /** Hash of the whole text, digits alike; 0 for longer ones. */
  phrase: number
  /** Hash of all words, for finding repetitions. */
  whole: number
  /** Hash of the first two words. */
  prefix: number
  wordHashes: number[]
  strong: number
}

/** The blocks of a page in document order. */
export interface PageBlocks {
  blocks: Block[]
  /** For each node id the block that its text belongs to, -1 for all others. */
  blockOf: Int32Array
}
