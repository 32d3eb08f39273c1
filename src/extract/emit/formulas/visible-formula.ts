import { glyphOf } from '../../../markup/html/tree/formula-text.ts'
import { visitNodes, type ElementNode, type TreeNode } from '../../../markup/html/tree/node.ts'

/** An element of a typeset formula that is open. */
interface Box {
  name: string
  text: string
  /** What stands one over the other in it, the lowest first. */
  rows: string[]
  /** Whether something of it hangs below the line. */
  hangs: boolean
}

const LEFT_OUT = new Set(['mjx-assistive-mml', 'title', 'desc'])
const STRUTS = /^(?:strut|pstrut|vlist-s|nulldelimiter|frac-line)$/
/** The class of a box that says what it is. */
const KINDS = new Set(['msupsub', 'mfrac', 'sqrt', 'vlist', 'vlist-r', 'vlist-t'])
const SHOWN_MAX_CHARS = 1000

/**
 * What a reader sees of a formula of which only the typeset form is there: its characters in a line, small ones after `^` or
 * `_`, fractions with a stroke, as the boxes of KaTeX tell. Iterative.
 */
export function visibleFormula(holder: ElementNode): string {
  const open: Box[] = [newBox('')]
  visitNodes(
    holder,
    (node) => {
      const box = open.at(-1)!
      if (box.text.length > SHOWN_MAX_CHARS) return false
      if (node.isText) {
        if (!isStandIn(node)) box.text += node.data
        return false
      }
      const classes = (node.attributes['class'] ?? '').split(' ')
      if (LEFT_OUT.has(node.name) || classes.some((each) => STRUTS.test(each))) return false
      const next = newBox(classes.find((each) => KINDS.has(each)) ?? '')
      next.hangs = classes.includes('vlist-t2')
      next.text = glyphOf(node.attributes)
      open.push(next)
      return true
    },
    () => close(open.pop()!, open.at(-1)!),
  )
  return open[0]!.text
    .replaceAll(/[\u200B\u2061-\u2064]/g, '')
    .replaceAll(/\uE020\s*=/g, '≠')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_MAX_CHARS)
}

function newBox(name: string): Box {
  return { name, text: '', rows: [], hangs: false }
}

function close(box: Box, outer: Box): void {
  if (box.name.startsWith('vlist')) {
    if (outer.rows.length === 0) outer.rows = box.rows.filter((row) => row.trim() !== '')
    outer.hangs ||= box.hangs
    return
  }
  const text = boxText(box)
  if (outer.name === 'vlist') outer.rows.push(text)
  else outer.text += text
}

function boxText({ name, text, rows, hangs }: Box): string {
  const [lowest = '', upper] = rows
  if (name === 'msupsub') {
    if (upper !== undefined) return `_${grouped(lowest)}^${grouped(upper)}`
    return `${hangs ? '_' : '^'}${grouped(lowest)}`
  }
  if (name === 'mfrac') return `${grouped(rows.at(-1) ?? '')}/${grouped(lowest)}`
  if (name === 'sqrt') return `${text}√${grouped(lowest)}`
  return text + rows.toReversed().join(' ')
}

function grouped(text: string): string {
  const trimmed = text.replaceAll(/\s+/g, ' ').trim()
  return Array.from(trimmed).length <= 1 ? trimmed : `(${trimmed})`
}

/** Whether a text was only put there to stand for the glyphs of its formula. */
function isStandIn({ parent }: TreeNode): boolean {
  return parent?.name === 'mjx-container' || parent?.name === 'svg'
}
