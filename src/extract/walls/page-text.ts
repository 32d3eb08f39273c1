import type { PageTree } from '../../markup/html/parse-page.ts'
import { blockAround, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'

const SAMPLE_MAX_CHARS = 4000
/** Characters of prose after which counting stops. */
const COUNTED_MAX_CHARS = 5000
const ASIDE = new Set('nav header footer aside button select menu a'.split(' '))

/** Amounts of text by which bot walls and empty shells are recognized. */
export interface PageText {
  /** Text of `<title>`. */
  title: string
  /** Visible characters of text, white space not counted; those after 5,000 of prose may be missing. */
  textChars: number
  /** The same without navigation, headers, footers, asides, forms and links. */
  proseChars: number
  /** The first visible text, white space collapsed; empty where the prose alone shows that the page has content. */
  sample: string
  /** A sample of the text of all `<noscript>` that was left out. */
  noscript: string
  scripts: number
}

/** Measures the visible text of a page. */
export function measurePageText({ nodes, title, noscript, scripts }: PageTree): PageText {
  let textChars = 0
  let proseChars = 0
  let asideEnd = 0
  for (let id = 0; id < nodes.length && proseChars <= COUNTED_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (!node.isText) {
      if (ASIDE.has(node.name)) asideEnd = Math.max(asideEnd, node.end)
      continue
    }
    const chars = node.ink
    textChars += chars
    if (id >= asideEnd) proseChars += chars
  }
  const sample = proseChars > COUNTED_MAX_CHARS ? '' : sampleOf(nodes)
  return { title, textChars, proseChars, sample, noscript, scripts }
}

function sampleOf(nodes: readonly TreeNode[]): string {
  let sample = ''
  let block: ElementNode | undefined
  for (let id = 0; id < nodes.length && sample.length < SAMPLE_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (!node.isText) {
      if (node.name === 'br') block = undefined
      continue
    }
    const text = node.data.slice(0, SAMPLE_MAX_CHARS).replaceAll(/\s+/g, ' ')
    const own = blockAround(node)
    sample += own !== block && sample !== '' && !text.startsWith(' ') ? ` ${text}` : text
    block = own
  }
  return sample
}
