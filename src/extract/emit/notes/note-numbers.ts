import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'

const NUMBER_AT_START = /^\s*[[(]?\s*(\d{1,4})\s*[\])]?[.:)]?(?:\s+|$)/

/** Whether a mark stands at the end of a word, and its note begins with the same number. */
export function isCounted(
  link: ElementNode,
  note: ElementNode,
  { mark, nodes }: { mark: string; nodes: readonly TreeNode[] },
): boolean {
  const number = /\d{1,4}/.exec(mark)?.[0]
  if (number === undefined) return false
  let whole = link
  while (whole.parent && !whole.parent.isBlock && whole.parent.first === whole) whole = whole.parent
  const before = nodes[whole.id - 1]
  if (whole.parent?.first === whole || before?.isText !== true || before.ink === 0) return false
  return numberAtStart(note, number, nodes) !== undefined
}

/** The text of a note that begins with its number, and the length of that. */
export function numberAtStart(
  { id, end }: ElementNode,
  number: string,
  nodes: readonly TreeNode[],
): { text: number; length: number } | undefined {
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (!node.isText || node.ink === 0) continue
    const [start = '', own] = NUMBER_AT_START.exec(node.data) ?? []
    return own === number ? { text: at, length: start.length } : undefined
  }
  return undefined
}

/** The number that a note begins with, in an element of its own that is no link. */
export function numberIn({ first }: ElementNode, label: string): ElementNode | undefined {
  const start = first?.isText === true && first.data.trim() === '' ? first.next : first
  const inner = start?.isText === false && start.name === 'p' ? start.first : start
  if (inner?.isText !== false || !/^(?:sup|span|b|strong)$/.test(inner.name)) return undefined
  const text = inner.first?.isText === true && inner.first === inner.last ? inner.first.data : ''
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '') === label ? inner : undefined
}
