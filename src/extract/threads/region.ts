import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import { type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import { hashPair, hashText } from '../content/features/hash.ts'
import { namesOf, type Names } from './names.ts'
import type { Piece } from './thread.ts'

/** Elements whose text nobody wrote in a post. */
const CONTROLS = new Set(
  'button select textarea input option svg nav noembed script menu'.split(' '),
)
/** Places among siblings of one name that are told apart. */
const PLACES_MAX_COUNT = 6
/** Share of the posts that a class must occur for to be part of the template. */
const CLASS_MIN_SHARE = 0.6
/** Of so few posts side by side, what every second one is called looks like a class of the template. */
const FEW_MAX_COUNT = 5
/** The place of what holds a whole post where there are so few. */
const ROOT = 5

/** Where the text of a page is. */
export interface PageInk {
  /** For each node the characters of all nodes before it, white space and controls not counted; one more at the end. */
  ink: Float64Array
  /** All that elements of the page are called, and by node id which of these an element is; -1 for texts. */
  names: readonly Names[]
  namesOf: Int32Array
  /** By node id the hash of the name of an element. */
  tags: Int32Array
  /** Elements with attributes that may state who wrote a post; few pages have any. */
  stating: readonly ElementNode[]
}

/** The nodes of a page sorted by the posts that they may belong to. */
export interface Regions {
  nodes: readonly TreeNode[]
  pieces: readonly Piece[]
  /** For each node the index of the innermost piece around it, -1 for none. */
  ownerOf: Int32Array
  /** For each node the place in the template of its post: equal for the same part of different posts. */
  slotOf: Int32Array
  page: PageInk
  /** All pieces lie from one id on and before the other. */
  from: number
  to: number
  /** Pieces of the kind that there are fewest of. */
  smallest: number
}

/** For each node the characters of all nodes before it, white space and controls not counted; one more at the end. */
export function countInk(nodes: readonly TreeNode[]): PageInk {
  const ink = new Float64Array(nodes.length + 1)
  const places = new Map<Names, number>()
  const indexes = new Int32Array(nodes.length).fill(-1)
  const tags = new Int32Array(nodes.length)
  const hashes = new Map<string, number>()
  const stating: ElementNode[] = []
  let skipped = 0
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) {
      ink[id + 1] = ink[id]! + (id >= skipped ? node.ink : 0)
      continue
    }
    ink[id + 1] = ink[id]!
    if ((node.bits & Has.author) !== 0) stating.push(node)
    if (CONTROLS.has(node.name)) skipped = Math.max(skipped, node.end)
    const names = namesOf(node)
    let place = places.get(names)
    if (place === undefined) places.set(names, (place = places.size))
    indexes[id] = place
    let hash = hashes.get(node.name)
    if (hash === undefined) hashes.set(node.name, (hash = hashText(node.name)))
    tags[id] = hash
  }
  return { ink, names: [...places.keys()], namesOf: indexes, tags, stating }
}

/** Sorts the nodes of a page by pieces, which are in document order; `smallest` of them are of the rarest kind. One pass. */
export function readRegions(
  nodes: readonly TreeNode[],
  pieces: readonly Piece[],
  page: PageInk,
  smallest: number,
): Regions {
  const ownerOf = new Int32Array(nodes.length).fill(-1)
  const open: number[] = []
  let next = 0
  const from = pieces[0]?.start ?? 0
  const to = pieces.reduce((last, { end }) => Math.max(last, end), 0)
  for (let id = from; id < to; id += 1) {
    while (open.length > 0 && pieces[open.at(-1)!]!.end <= id) open.pop()
    while (next < pieces.length && pieces[next]!.start === id) {
      open.push(next)
      next += 1
    }
    ownerOf[id] = open.at(-1) ?? -1
  }
  const bounds = { nodes, page, pieces, ownerOf, from, to }
  return { ...bounds, slotOf: readSlots(bounds, smallest), smallest }
}

type Bounds = Pick<Regions, 'nodes' | 'page' | 'pieces' | 'ownerOf' | 'from' | 'to'>

function readSlots(bounds: Bounds, smallest: number): Int32Array {
  const { nodes, page, pieces, ownerOf, from, to } = bounds
  const isFew = pieces.length <= FEW_MAX_COUNT && areSiblings(nodes, pieces)
  const classes = classesOfTemplate(bounds, Math.max(2, CLASS_MIN_SHARE * smallest))
  const slotOf = new Int32Array(nodes.length)
  const places = new Map<number, number>()
  for (let id = from; id < to; id += 1) {
    const owner = ownerOf[id]!
    if (owner === -1) continue
    const { parent } = nodes[id]!
    const isTop = parent === undefined || ownerOf[parent.id] !== owner
    const above = isTop ? 1 : slotOf[parent.id]!
    const node = nodes[id]!
    if (node.isText) {
      slotOf[id] = hashPair(above, 3)
      continue
    }
    if (isFew && pieces[owner]!.start === id) {
      slotOf[id] = ROOT
      continue
    }
    let own = page.tags[id]!
    const shared = classes[page.namesOf[id]!]!
    for (let at = 0; at < shared.length; at += 1) own = hashPair(own, shared[at]!)
    if (shared.length === 0 && !isTop) {
      const key = hashPair(parent.id, own)
      const place = Math.min(PLACES_MAX_COUNT, places.get(key) ?? 0)
      places.set(key, place + 1)
      own = hashPair(own, place)
    }
    slotOf[id] = hashPair(above, own)
  }
  return slotOf
}

function areSiblings(nodes: readonly TreeNode[], pieces: readonly Piece[]): boolean {
  const around = pieces.map(({ start }) => nodes[start]!.parent)
  return around.every((parent) => parent === around[0])
}

const NO_CLASSES: readonly number[] = []

/** For all that elements are called the hashes of those classes that at least so many elements of posts have. */
function classesOfTemplate(
  { page: { names, namesOf: indexes }, ownerOf, from, to }: Bounds,
  least: number,
): readonly (readonly number[])[] {
  const uses = new Int32Array(names.length)
  for (let id = from; id < to; id += 1) {
    const index = indexes[id]!
    if (index !== -1 && ownerOf[id] !== -1) uses[index]! += 1
  }
  const counts = new Map<number, number>()
  for (let index = 0; index < names.length; index += 1) {
    if (uses[index] === 0) continue
    for (const key of names[index]!.classKeys) {
      counts.set(key, (counts.get(key) ?? 0) + uses[index]!)
    }
  }
  return names.map((each, index) =>
    uses[index] === 0 ? NO_CLASSES : each.classKeys.filter((key) => counts.get(key)! >= least),
  )
}

/** Whether an element is for doing something with a post. */
export function isPageControl({ name }: ElementNode): boolean {
  return CONTROLS.has(name)
}
