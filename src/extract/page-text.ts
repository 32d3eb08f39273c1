import { inkChars, walk } from './tree/node.ts'
import type { PageTree } from './tree/parse-page.ts'
import { BLOCKS } from './tree/tags.ts'

const SAMPLE_MAX_CHARS = 4000
const ASIDE = new Set('nav header footer aside button select menu a'.split(' '))

/** How much a page has to say, as far as bot walls and empty shells are told by it. */
export interface PageText {
  /** Text of `<title>`. */
  title: string
  /** Visible characters of text, white space not counted. */
  textChars: number
  /** The same without navigation, headers, footers, asides, forms and links. */
  proseChars: number
  /** The first visible text, white space collapsed. */
  sample: string
  /** A sample of the text of all `<noscript>` that was left out. */
  noscript: string
  scripts: number
}

/** Measures the visible text of a page. */
export function pageText({ root, title, noscript, scripts }: PageTree): PageText {
  let textChars = 0
  let proseChars = 0
  let sample = ''
  let asides = 0
  let owesSpace = false
  walk(
    root,
    (node) => {
      if (!node.isText) {
        if (ASIDE.has(node.name)) asides += 1
        if (BLOCKS.has(node.name)) owesSpace = true
        return
      }
      const chars = inkChars(node.data)
      textChars += chars
      if (asides === 0) proseChars += chars
      if (sample.length >= SAMPLE_MAX_CHARS) return
      const text = node.data.slice(0, SAMPLE_MAX_CHARS).replaceAll(/\s+/g, ' ')
      sample += owesSpace && sample !== '' && !text.startsWith(' ') ? ` ${text}` : text
      owesSpace = false
    },
    (element) => {
      if (ASIDE.has(element.name)) asides -= 1
      if (BLOCKS.has(element.name)) owesSpace = true
    },
  )
  return { title, textChars, proseChars, sample, noscript, scripts }
}
