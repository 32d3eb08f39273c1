import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'
import type { PageRecord } from './find-record.ts'
import { isAround, namesOf, shortText } from './parts.ts'

const TAGS_MAX_COUNT = 12
const TAG_MAX_CHARS = 40

/** Reads the tags of a question from a page of posts, some of which are answers by their markup; undefined for others. */
export function findQuestion(tree: PageTree, title: string): PageRecord | undefined {
  let hasAnswers = false
  let first: ElementNode | undefined
  let end = 0
  const links: ElementNode[] = []
  for (const node of tree.nodes) {
    if (node.isText || node.id < end) continue
    if (isAround(node)) end = node.end
    else if (node.name === 'a' && isTag(node)) {
      first ??= node
      if (areTogether(first, node)) links.push(node)
    } else hasAnswers ||= isAnswer(node)
  }
  if (!hasAnswers || links.length === 0) return undefined
  const texts = links.map((link) => shortText(tree, link) ?? '')
  const tags = [...new Set(texts)].filter((text) => text !== '' && text.length <= TAG_MAX_CHARS)
  if (tags.length === 0) return undefined
  const values = tags.slice(0, TAGS_MAX_COUNT).map((text) => ({ text }))
  return { title, fields: new Map([['tags', values]]), installs: [], assets: [], places: links }
}

function isTag(link: ElementNode): boolean {
  return /(?:^|\s)tag(?:\s|$)/.test(link.attributes['rel'] ?? '') || namesOf(link).includes('tag')
}

/** Whether two links stand in one list. */
function areTogether(a: ElementNode, b: ElementNode): boolean {
  return a.parent === b.parent || (a.parent?.name === 'li' && a.parent.parent === b.parent?.parent)
}

function isAnswer(element: ElementNode): boolean {
  if ((element.attributes['itemtype'] ?? '').endsWith('/Answer')) return true
  if (element.attributes['class'] === undefined) return false
  const names = namesOf(element)
  return names.includes('answer') || names.includes('answers')
}
