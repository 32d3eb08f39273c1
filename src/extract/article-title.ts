import type { PageTree } from '../markup/html/parse-page.ts'
import { visitNodes, type ElementNode } from '../markup/html/tree/node.ts'

const HEADINGS_MAX_COUNT = 6
const TITLE_MAX_CHARS = 500
const SEPARATOR = /\s(?:[|–—·•»«:/-]|::|\|\|)\s/u

/**
 * The title of an article: the heading that the document title repeats, else what the social card says, else
 * the document title without a name of the site at its end, else the first heading.
 */
export function articleTitle(tree: PageTree): string {
  const title = oneLine(tree.title)
  const headings = firstHeadings(tree)
  const known = bare(title)
  const repeated = headings.find((heading) => {
    const own = bare(heading)
    return own.length > 2 && known.includes(own) && own.length >= known.length * REPEATED_MIN_SHARE
  })
  if (repeated !== undefined) return repeated
  const card = oneLine(tree.metas.get('og:title') ?? '')
  if (card !== '' && (title === '' || known.startsWith(bare(card)))) return card
  if (title === '') return headings[0] ?? ''
  const [first = '', ...others] = title.split(SEPARATOR)
  return others.length === 1 && first.length >= others[0]!.length ? first : title
}

/** Share of the document title that a heading must repeat: the site's own name is often one, too. */
const REPEATED_MIN_SHARE = 0.4

function firstHeadings({ nodes }: PageTree): string[] {
  const headings: string[] = []
  for (let id = 1; id < nodes.length && headings.length < HEADINGS_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText || node.name !== 'h1') continue
    const text = titleText(node)
    if (text !== '') headings.push(text)
    id = node.end - 1
  }
  return headings
}

function titleText(element: ElementNode): string {
  let text = ''
  visitNodes(element, (node) => {
    if (text.length > TITLE_MAX_CHARS) return false
    text += node.isText ? node.data : ' '
    return true
  })
  return oneLine(text).replace(/\s?[¶§#🔗]$/u, '')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_MAX_CHARS)
}

function bare(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('')
}
