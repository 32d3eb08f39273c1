import type { PageTree } from '../../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'

/** Notes and marks that are told by nothing but their numbers. */
export interface LooseNotes {
  /** Blocks that are notes, by id, and their numbers. */
  notes: Map<number, string>
  /** Small numbers in the text, by id. */
  references: Map<number, string>
  /** Small numbers at the start of notes. */
  numbers: Set<number>
}

const NUMBER_MAX = 999
const NOTE_ELEMENTS = new Set(['p', 'div', 'li'])

/**
 * Finds notes at the end of a text that begin with a small number, one after another from 1 on, after a rule, where each
 * number also stands at the end of a word before the rule. Anything else may be an exponent.
 */
export function findLooseNotes(
  { nodes, names }: PageTree,
  kept: Uint8Array,
): LooseNotes | undefined {
  if (!names.has('hr') || !names.has('sup')) return undefined
  const marks: { element: ElementNode; number: number }[] = []
  const notes: { element: ElementNode; block: ElementNode; number: number }[] = []
  let rule = -1
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText || kept[id] === 0) continue
    if (node.name === 'hr') {
      rule = id
      notes.length = 0
    }
    const number = node.name === 'sup' ? numberOf(node) : 0
    if (number === 0) continue
    const block = node.parent
    const isFirst = block !== undefined && NOTE_ELEMENTS.has(block.name) && firstInk(block) === node
    if (isFirst && rule !== -1) notes.push({ element: node, block, number })
    else if (!isFirst && followsWord(node)) marks.push({ element: node, number })
  }
  const count = notes.length
  if (count < 2 || notes.some(({ number }, at) => number !== at + 1)) return undefined
  const first = notes[0]!.element.id
  const before = marks.filter(({ element, number }) => element.id < first && number <= count)
  const known = new Set(before.map(({ number }) => number))
  if (
    known.size !== count ||
    marks.some(({ element, number }) => element.id < first && number > count)
  ) {
    return undefined
  }
  return {
    notes: new Map(notes.map(({ block, number }) => [block.id, String(number)])),
    references: new Map(before.map(({ element, number }) => [element.id, String(number)])),
    numbers: new Set(notes.map(({ element }) => element.id)),
  }
}

function numberOf({ first, last }: ElementNode): number {
  if (first === undefined || first !== last || !first.isText) return 0
  const digits = /^\s*[[(]?([1-9]\d{0,2})[\])]?\s*$/.exec(first.data)?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return number <= NUMBER_MAX ? number : 0
}

function firstInk({ first }: ElementNode): TreeNode | undefined {
  let child = first
  while (child?.isText === true && child.data.trim() === '') child = child.next
  return child
}

/** Whether letters or the end of a sentence stand right before an element: exponents follow single letters and digits. */
function followsWord(element: ElementNode): boolean {
  let before: TreeNode | undefined
  for (let child = element.parent?.first; child && child !== element; child = child.next)
    before = child
  return before?.isText === true && /(?:\p{L}{2}|[.,;:!?)\]”"’])$/u.test(before.data.slice(-3))
}
