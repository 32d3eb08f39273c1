import { Trait, traitsOf } from '../tags.ts'
import { bitsOf, Has } from '../tokens/attribute-bits.ts'
import type { Attributes } from '../tokens/attributes.ts'
import { ClassNames, type ClassPattern } from './class-names.ts'

// Constants of this module: V8 knows their values, but not those of an object of another one.
const { block: BLOCK, void: VOID, heading: HEADING, preformatted: PREFORMATTED } = Trait

/** What follows in a longer list of classes, or a longer id, is not looked at. */
const NAMES_MAX_CHARS = 300

/** A run of text, character references decoded, white space as in the source. */
export class TextNode {
  readonly isText = true
  /** Place in document order: `PageTree.nodes[id]`. */
  id = 0
  data: string
  parent: ElementNode | undefined
  next: TreeNode | undefined
  #ink = -1

  constructor(data: string) {
    this.data = data
  }

  /** Characters of the text, white space not counted; to be asked when the page has been read to its end. */
  get ink(): number {
    if (this.#ink === -1) this.#ink = inkChars(this.data)
    return this.#ink
  }
}

/** An element: name and attribute names in lower case, children as a linked list. */
export class ElementNode {
  readonly isText = false
  /** Place in document order: `PageTree.nodes[id]`. */
  id = 0
  /** The id after that of the last node inside: `id < x && x < end` is everything inside. */
  end = 0
  readonly name: string
  readonly attributes: Attributes
  /** Bits of `Trait`. */
  readonly traits: number
  /** Bits of `Has`: those of all its attributes. */
  readonly bits: number
  /** What its `class` is, shared with others of the page; undefined where it has none. */
  readonly classes: ClassNames | undefined
  parent: ElementNode | undefined
  first: TreeNode | undefined
  last: TreeNode | undefined
  next: TreeNode | undefined

  constructor(
    name: string,
    attributes: Attributes,
    traits: number,
    bits: number,
    classes: ClassNames | undefined,
  ) {
    this.name = name
    this.attributes = attributes
    this.traits = traits
    this.bits = bits
    this.classes = classes
  }

  /** Whether it begins and ends a line. */
  get isBlock(): boolean {
    return (this.traits & BLOCK) !== 0
  }

  get isVoid(): boolean {
    return (this.traits & VOID) !== 0
  }

  /** Whether white space in it is kept: in code, and in formulas as they are written. */
  get isPreformatted(): boolean {
    return (this.traits & PREFORMATTED) !== 0 || this.name === 'script'
  }

  get isHeading(): boolean {
    return (this.traits & HEADING) !== 0
  }
}

/** Makes an element that is not of the source. */
export function makeElement(
  name: string,
  attributes: Attributes = {},
  traits: number = traitsOf(name),
): ElementNode {
  const { class: text } = attributes
  const classes = text === undefined ? undefined : new ClassNames(text)
  return new ElementNode(name, attributes, traits, bitsOf(attributes), classes)
}

/** An element with the name and attributes of another one, without what is inside; `name` is another name for it. */
export function emptyCopy(element: ElementNode, name: string = element.name): ElementNode {
  const { attributes, bits, classes } = element
  return new ElementNode(name, attributes, traitsOf(name), bits, classes)
}

/** A node of a page. */
export type TreeNode = TextNode | ElementNode

/** The innermost block around a node, itself not included; the root where there is none. */
export function blockAround({ parent }: TreeNode): ElementNode | undefined {
  let block = parent
  while (block?.parent && !block.isBlock) block = block.parent
  return block
}

/** Makes a node the last child of an element. */
export function append(parent: ElementNode, child: TreeNode): void {
  child.parent = parent
  if (parent.last) parent.last.next = child
  else parent.first = child
  parent.last = child
}

/** The children of an element, in order. */
export function childrenOf({ first }: ElementNode): TreeNode[] {
  const children: TreeNode[] = []
  for (let child = first; child; child = child.next) children.push(child)
  return children
}

/** Gives an element these children in place of those that it has. */
export function setChildren(parent: ElementNode, children: readonly TreeNode[]): void {
  parent.first = parent.last = undefined
  for (const child of children) {
    child.next = undefined
    append(parent, child)
  }
}

/**
 * Visits everything inside `root` in document order, `root` itself not included, without recursion. `enter`
 * may return false to leave out the inside of an element, which then is not left either.
 */
export function visitNodes(
  root: ElementNode,
  enter: (node: TreeNode) => boolean | void,
  leave?: (node: ElementNode) => void,
): void {
  let node = root.first
  while (node) {
    const goesIn = enter(node) !== false
    if (!node.isText && goesIn) {
      if (node.first) {
        node = node.first
        continue
      }
      leave?.(node)
    }
    while (!node.next) {
      const parent: ElementNode | undefined = node.parent
      if (!parent || parent === root) return
      leave?.(parent)
      node = parent
    }
    node = node.next
  }
}

/** Takes the elements for which `isRemoved` returns true out of the tree, with everything inside. See `replaceElements`. */
export function removeElements(
  nodes: TreeNode[],
  isRemoved: (element: ElementNode) => boolean,
): void {
  replaceElements(nodes, (element) => (isRemoved(element) ? NOTHING : undefined))
}

const NOTHING: readonly ElementNode[] = []

/**
 * Puts elements without an inside in the place of those for which `inPlaceOf` returns any list, and gives all others new ids.
 * `nodes` are all nodes in document order, the root first.
 */
export function replaceElements(
  nodes: TreeNode[],
  inPlaceOf: (element: ElementNode) => readonly ElementNode[] | undefined,
): void {
  let length = 0
  for (let from = 0; from < nodes.length;) {
    const node = nodes[from]!
    const others = node.isText || from === 0 ? undefined : inPlaceOf(node)
    if (others && !node.isText) {
      // No more than what was inside, so that nothing that comes later is written over.
      for (const other of others) {
        other.parent = node.parent
        nodes[length] = other
        length += 1
      }
      from = Math.max(node.end, from + 1)
      continue
    }
    nodes[length] = node
    length += 1
    from += 1
  }
  nodes.length = length
  linkNodes(nodes)
}

/** Links nodes anew that are in document order, the root first, and know what they are in, and gives them new ids. */
export function linkNodes(nodes: readonly TreeNode[]): void {
  for (const node of nodes) {
    if (!node.isText) node.first = node.last = undefined
    node.next = undefined
    if (node.parent) append(node.parent, node)
  }
  for (let id = nodes.length - 1; id >= 0; id -= 1) {
    const node = nodes[id]!
    node.id = id
    if (node.isText) continue
    node.end =
      node.last === undefined ? id + 1 : node.last.isText ? node.last.id + 1 : node.last.end
  }
}

/** Characters of a text, white space not counted. */
function inkChars(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 32 && code !== 160) sum += 1
  }
  return sum
}

/** Whether a pattern without white space, and without state, is found in the classes or the id of an element. */
export function isCalledLike(
  { attributes, bits, classes }: ElementNode,
  called: ClassPattern,
): boolean {
  const { pattern } = called
  if (classes) {
    const { text } = classes
    const isLong = text.length > NAMES_MAX_CHARS
    if (isLong ? pattern.test(text.slice(0, NAMES_MAX_CHARS)) : classes.matches(called)) return true
  }
  if ((bits & Has.id) === 0) return false
  return pattern.test(attributes['id']!.slice(0, NAMES_MAX_CHARS))
}
