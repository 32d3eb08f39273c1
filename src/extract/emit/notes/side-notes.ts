import type { PageTree } from '../../../markup/html/parse-page.ts'
import { ClassPattern } from '../../../markup/html/tree/class-names.ts'
import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'

/** Notes that stand within the text they are about, for a style sheet to move them to the margin. */
export interface SideNotes {
  /** Ids of the notes, in order, and their labels. */
  notes: ReadonlyMap<number, string>
  /** Ids of the numbers and switches before them. */
  marks: ReadonlySet<number>
}

const NOTE_CLASS =
  /(?:^|\s)(?:sidenote|side-note|marginnote|margin-note|margin-aside|modern-footnotes-footnote__note|footnote-inline|inline-footnote|tooltip-footnote|sidenote__content)(?:\s|$)/i
/** Whether classes may be those of a note, at little cost. */
const MAYBE = new ClassPattern(/note|margin/i)
const NOTE_ELEMENTS = new Set(['span', 'small', 'd-footnote'])
const MARK_CLASS =
  /(?:^|\s)(?:margin-toggle|sidenote-number|sidenote-toggle|sidenote-ref|modern-footnotes-footnote|footnote-number)(?:\s|$)/i
const MARK = /^[[(]?(?:\d{1,4}|[*†‡⊕])?[\])]?$/
const MARK_MAX_CHARS = 8

/** Finds notes inside of paragraphs. Labels are the numbers that `used` does not hold. */
export function findSideNotes(
  { nodes, names, classes }: PageTree,
  kept: Uint8Array,
  used: ReadonlySet<string>,
): SideNotes {
  const notes = new Map<number, string>()
  const marks = new Set<number>()
  const mayBe = [...classes.values()].some((each) => each.matches(MAYBE))
  if (!mayBe && !names.has('d-footnote')) return { notes, marks }
  let next = 1
  let before: ElementNode | undefined
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) {
      if (node.data.trim() !== '' && node.parent !== before) before = undefined
      continue
    }
    const { name, classes: own } = node
    const className = own?.matches(MAYBE) === true ? own.text : ''
    if (className === '' && name !== 'd-footnote') {
      if (kept[id] === 0) id = node.end - 1
      continue
    }
    if (kept[id] === 0 && !MARK_CLASS.test(className)) {
      id = node.end - 1
      continue
    }
    const isNote = NOTE_ELEMENTS.has(name) && (name === 'd-footnote' || NOTE_CLASS.test(className))
    if (isNote && node.first !== undefined && node.parent?.isBlock === true) {
      while (used.has(String(next))) next += 1
      notes.set(id, String(next))
      next += 1
      if (before?.parent === node.parent) marks.add(before.id)
      const { first } = node
      if (first && !first.isText && first.name === 'sup' && isMark(first, nodes))
        marks.add(first.id)
      before = undefined
      id = node.end - 1
      continue
    }
    if (MARK_CLASS.test(className) && isMark(node, nodes) && name !== 'input') {
      // A switch without a number says nothing to readers.
      if (name === 'label') marks.add(id)
      before = node
      id = node.end - 1
    }
  }
  return { notes, marks }
}

function isMark(element: ElementNode, nodes: readonly TreeNode[]): boolean {
  let text = ''
  for (let id = element.id + 1; id < element.end && text.length <= MARK_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data.trim()
  }
  return MARK.test(text)
}
