import { glyphOf } from '../../../markup/html/tree/formula-text.ts'
import {
  append,
  emptyCopy,
  makeElement,
  TextNode,
  type ElementNode,
  visitNodes,
  type TreeNode,
} from '../../../markup/html/tree/node.ts'

/** Elements of MathML that MathJax names its own after. */
const NAMES = new Set(
  'math mi mn mo mtext ms mrow msub msup msubsup munder mover munderover mmultiscripts mfrac msqrt mroot mtable mtr mtd mlabeledtr menclose mspace mprescripts none'.split(
    ' ',
  ),
)
/** Elements of MathJax that hold one argument of what is around them. */
const ARGUMENTS = new Set('mjx-num mjx-den mjx-base mjx-over mjx-under mjx-box mjx-root'.split(' '))
const LEFT_OUT = new Set(
  'mjx-surd mjx-assistive-mml mjx-speech mjx-labels defs title style'.split(' '),
)
/** Elements that list the upper part before the lower one. */
const ABOVE_FIRST = new Set(['msubsup', 'munderover'])
/** What tall or wide signs are put together of, by their first piece. */
const PIECES: Readonly<Record<string, string>> = {
  '⎛': '(',
  '⎞': ')',
  '⎡': '[',
  '⎤': ']',
  '⎢': '⌊',
  '⎧': '{',
  '⎫': '}',
  '⏐': '|',
  '\uE150': '⏞',
  '\uE152': '⏟',
}
/** Nodes of one formula that are read. */
const NODES_MAX_COUNT = 20_000

/** A child of a formula that is being put together: the element, and what MathJax calls it. */
interface Argument {
  role: string
  node: ElementNode
}

/**
 * The MathML of a formula left only in the form that MathJax set: its elements of CHTML, or its drawing, whose parts
 * are named after MathML, with a character code at each glyph. Undefined where there are no glyphs
 * in elements so named. Iterative.
 */
export function typesetMathml(holder: ElementNode): ElementNode | undefined {
  const math = makeElement('math')
  const open: { node: ElementNode; role: string; parts: Argument[] }[] = [
    { node: math, role: '', parts: [] },
  ]
  let glyphs = 0
  let count = 0
  const roles: (string | undefined)[] = []
  visitNodes(
    holder,
    (node) => {
      count += 1
      if (count > NODES_MAX_COUNT) return false
      if (node.isText) {
        if (node.data.trim() !== '' && isWord(node)) glyphs += addText(open.at(-1)!.node, node.data)
        return false
      }
      if (LEFT_OUT.has(node.name) || node.attributes['data-mjx-surd'] !== undefined) return false
      const glyph = glyphOf(node.attributes)
      if (glyph !== '') glyphs += addText(open.at(-1)!.node, glyph)
      const role = roleOf(node)
      roles.push(role)
      if (role !== undefined) {
        const name = NAMES.has(role) ? role : 'mrow'
        open.push({ node: emptyCopy(node, name), role, parts: [] })
      }
      return true
    },
    () => {
      if (roles.pop() === undefined) return
      const done = open.pop()!
      finish(done.node, done.parts)
      open.at(-1)!.parts.push({ role: done.role, node: done.node })
    },
  )
  const isStructured = math.first === undefined
  finish(math, open[0]!.parts)
  return glyphs > 0 && isStructured && count <= NODES_MAX_COUNT ? math : undefined
}

/** The MathML that an element is, or the argument of one that it holds; undefined for mere boxes. */
function roleOf({ name, attributes }: ElementNode): string | undefined {
  if (ARGUMENTS.has(name)) return name
  const own = name.startsWith('mjx-') ? name.slice(4) : attributes['data-mml-node']
  if (own === undefined) return undefined
  if (own === 'TeXAtom' || own === 'texatom' || own === 'mstyle' || own === 'mpadded') return 'mrow'
  if (own === 'script') return 'script'
  return NAMES.has(own) && own !== 'math' ? own : undefined
}

/** Whether a text stands for itself, rather than for a glyph or inside of one. */
function isWord({ parent }: TreeNode): boolean {
  if (!parent || parent.name === 'mjx-container' || parent.name === 'svg') return false
  return glyphOf(parent.attributes) === ''
}

function addText(parent: ElementNode, text: string): number {
  if (parent.last?.isText) parent.last.data += text
  else append(parent, new TextNode(text))
  return 1
}

/** Puts the parts of an element into the order of MathML. */
function finish(element: ElementNode, parts: readonly Argument[]): void {
  const { name, first } = element
  if (name === 'mo' && first?.isText === true) {
    first.data = PIECES[Array.from(first.data)[0] ?? ''] ?? first.data
  }
  const children = ordered(element.name, parts).map(({ node }) => node)
  if (element.first !== undefined && !element.first.isText) element.first = element.last = undefined
  for (const child of children) {
    child.next = undefined
    append(element, child)
  }
}

function ordered(name: string, all: readonly Argument[]): readonly Argument[] {
  const parts = name === 'msqrt' || name === 'mroot' ? all.filter((part) => !isSurd(part)) : all
  const of = (role: string): Argument | undefined => parts.find((part) => part.role === role)
  if (name === 'mrow' || parts.length === 0) return parts
  // Small scripts stand in a box of their own, the upper one first.
  const flat = parts.flatMap((part) => (part.role === 'script' ? argumentsOf(part) : [part]))
  if (name === 'mfrac')
    return [of('mjx-num'), of('mjx-den')].every(Boolean) ? [of('mjx-num')!, of('mjx-den')!] : parts
  if (name === 'mroot') {
    const index = of('mjx-root')
    const others = parts.filter((part) => part !== index)
    return index ? [...others, index] : parts
  }
  const [base, over, under] = [of('mjx-base'), of('mjx-over'), of('mjx-under')]
  if (name === 'munder' && base && under) return [base, under]
  if (name === 'mover' && base && over) return [base, over]
  if (name === 'munderover' && over) return limits(over, parts)
  const [first, above, below] = flat
  return ABOVE_FIRST.has(name) && first && above && below ? [first, below, above] : flat
}

function isSurd({ node: { name, first } }: Argument): boolean {
  return name === 'mo' && first?.isText === true && first.data === '√'
}

/** The base, the lower and the upper part, where the first two are in a box. */
function limits(over: Argument, parts: readonly Argument[]): readonly Argument[] {
  const box = parts.find(({ role }) => role === 'mjx-box')
  const inner = box?.node.first
  if (inner?.isText !== false) return parts
  const [base, under] = argumentsOf({ role: '', node: inner })
  return base && under ? [base, under, over] : parts
}

function argumentsOf({ node }: Argument): Argument[] {
  const found: Argument[] = []
  for (let child = node.first; child; child = child.next) {
    if (!child.isText) found.push({ role: '', node: child })
  }
  return found
}
