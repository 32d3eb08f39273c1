import type { Attributes } from './attributes.ts'
import { FORMULA_SOURCES, isForScripts } from './script-attributes.ts'

/**
 * Meanings of an attribute by its name, as bits. Those of all attributes of an element are noted while it is parsed, so that
 * readers of the tree need not look for what is not there: most elements have no more than `class` and `href`.
 */
export const Has = {
  /** Is mostly for scripts, and kept only where a selector may ask for it. */
  forScripts: 1,
  class: 2,
  id: 4,
  role: 8,
  style: 16,
  /** `hidden` and `aria-hidden`. */
  hidden: 32,
  itemprop: 64,
  itemtype: 128,
  /** `aria-expanded` and `aria-controls`. */
  controls: 256,
  /** Any of `FORMULA_SOURCES`. */
  formula: 512,
  /** `datetime`, `title` and `itemprop`: may say when something was written. */
  time: 1024,
  /** Names who wrote a post. */
  author: 2048,
  rel: 4096,
  href: 8192,
  /** Names the kind of a remark. */
  callout: 16384,
} as const

const BITS = new Map<string, number>([
  ['class', Has.class],
  ['id', Has.id],
  ['role', Has.role],
  ['style', Has.style],
  ['hidden', Has.hidden],
  ['aria-hidden', Has.hidden],
  ['itemprop', Has.itemprop | Has.time],
  ['itemtype', Has.itemtype],
  ['aria-expanded', Has.controls],
  ['aria-controls', Has.controls],
  ...FORMULA_SOURCES.map((name): [string, number] => [name, Has.formula]),
  ['datetime', Has.time],
  ['title', Has.time],
  ['author', Has.author],
  ['data-author', Has.author],
  ['data-username', Has.author],
  ['rel', Has.rel],
  ['href', Has.href],
  ['data-callout', Has.callout],
])

/** The bits of an attribute, by its name in lower case. */
export function attributeBits(name: string): number {
  return BITS.get(name) ?? (isForScripts(name) ? Has.forScripts : 0)
}

/** The bits of all attributes of an element together. */
export function bitsOf(attributes: Attributes): number {
  let bits = 0
  for (const name of Object.keys(attributes)) bits |= attributeBits(name)
  return bits
}
