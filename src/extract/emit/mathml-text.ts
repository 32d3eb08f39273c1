import { parsePage } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

const WRITTEN_MAX_CHARS = 20_000

/** The formula that is written as MathML in a text, such as an attribute; `math` is undefined where there is none. */
export function mathmlOfText(text: string): {
  math: ElementNode | undefined
  nodes: readonly TreeNode[]
} {
  if (text.length > WRITTEN_MAX_CHARS) return { math: undefined, nodes: [] }
  // One editor writes tags with other signs, so that they pass through filters of HTML.
  const html = text.includes('«')
    ? text.replaceAll('«', '<').replaceAll('»', '>').replaceAll('¨', '"').replaceAll('§', '&')
    : text
  const { nodes } = parsePage(html)
  const math = nodes.find((node): node is ElementNode => !node.isText && node.name === 'math')
  return { math, nodes }
}
