import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { oneLine } from '../page-info/plain-text.ts'

/** Nodes within an element that holds no more than a label and a value. */
const SHORT_MAX_NODES = 24
const PROSE_MIN_CHARS = 100
/** Paragraphs that long beside each other are the text of the page, beside which facts stand. */
const PROSE_MIN_COUNT = 2
/** A name that holds more of the page than this does not name what is written in it. */
const TEXT_MAX_SHARE = 0.85
const TEXT_NAME =
  /(?:(?:^|[\s_-])(?:readme|markdown(?:-body)?|prose|wiki|comments?|posts?|reply|replies|answers?|notes?|changelog|changes)|(?:^|\s)md)(?=\s|$)/i
const AROUND_ROLE = /^(?:navigation|contentinfo|banner|search)$/
const TEXT_PARTS = new Set(['p', 'li', 'pre', 'blockquote'])

const NO_NAMES: readonly string[] = []

/** Words in the classes and the id of an element, in lower case; `StateLabel` is two. */
export function namesOf({ attributes, classes }: ElementNode): readonly string[] {
  const names = classes?.derive(wordsOf) ?? NO_NAMES
  const id = attributes['id']
  return id ? [...names, ...wordsOf(id)] : names
}

/** Words of names in lower case; `StateLabel` is two. */
export function wordsOf(names: string): readonly string[] {
  return names
    .slice(0, 300)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/** What an element says, controls not counted, where it is short; undefined where it is not. */
export function shortText(
  { nodes }: Pick<PageTree, 'nodes'>,
  element: TreeNode,
  maxNodes = SHORT_MAX_NODES,
): string | undefined {
  if (element.isText) return oneLine(element.data)
  if (element.end - element.id > maxNodes) return undefined
  let text = ''
  for (let id = element.id + 1; id < element.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
    else if (isControl(node)) id = node.end - 1
    else if (node.isBlock || node.name === 'br') text += ' '
  }
  return oneLine(text)
}

/** Whether an element is no part of what its parent says. */
export function isControl({ name, attributes }: ElementNode): boolean {
  return (
    name === 'button' ||
    name === 'svg' ||
    name === 'select' ||
    name === 'script' ||
    attributes['role'] === 'tooltip'
  )
}

/** Letters and digits alone, in lower case. */
export function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Marks, by id, what is no place for facts: what frames all pages of a site, and the text that people wrote. */
export function markApart({ nodes }: PageTree): Uint8Array {
  const isApart = new Uint8Array(nodes.length)
  const prose = countProse(nodes)
  const most = nodes.length * TEXT_MAX_SHARE
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    const isText = prose[id]! >= PROSE_MIN_COUNT || isCalledText(node)
    if (!isAround(node) && (!isText || node.end - id > most)) continue
    isApart.fill(1, id, node.end)
    id = node.end - 1
  }
  return isApart
}

/** Whether an element frames all pages of a site. */
export function isAround({ name, attributes }: ElementNode): boolean {
  return name === 'nav' || name === 'footer' || AROUND_ROLE.test(attributes['role'] ?? '')
}

function isCalledText({ attributes, isBlock, name }: ElementNode): boolean {
  if (!isBlock || name === 'li') return false
  return [attributes['class'], attributes['id']].some(
    (names) => names !== undefined && TEXT_NAME.test(names.slice(0, 300)),
  )
}

/** Counts the long paragraphs in each element, by its id. */
function countProse(nodes: readonly TreeNode[]): Uint16Array {
  const counts = new Uint16Array(nodes.length)
  const chars = new Uint32Array(nodes.length)
  let linkEnd = 0
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText) {
      if (node.name === 'a') linkEnd = Math.max(linkEnd, node.end)
      continue
    }
    if (id < linkEnd) continue
    let owner = node.parent
    while (owner && !owner.isBlock && owner.parent) owner = owner.parent
    if (!owner || !TEXT_PARTS.has(owner.name)) continue
    const before = chars[owner.id]!
    const now = (chars[owner.id] = before + node.data.length)
    if (before >= PROSE_MIN_CHARS || now < PROSE_MIN_CHARS) continue
    const around =
      owner.parent?.name === 'ul' || owner.parent?.name === 'ol'
        ? owner.parent.parent
        : owner.parent
    if (around) counts[around.id]! += 1
  }
  return counts
}
