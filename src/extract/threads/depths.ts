import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { namesOf, type Names } from './names.ts'
import type { Piece } from './thread.ts'

/** Deeper posts are written at this depth. */
export const DEPTH_MAX_LEVELS = 40
const WRAPPERS_MAX_COUNT = 4
const STATED = ['data-depth', 'data-level', 'depth', 'indent', 'aria-level', 'data-indent']
const LEVEL_CLASS =
  /(?:^|[-_])(?:depth|level|lvl|indent|nest(?:ing|ed)?|generation)[-_]?(\d{1,2})$/i
const OFFSET =
  /(?:(?:margin|padding)-(?:left|inline-start)\s*:\s*|(?:margin|padding)\s*:(?:\s*-?[\d.]{1,9}[a-z%]{0,3}\s){3}\s*)(\d{1,5}(?:\.\d+)?)(?:px|em|rem|%)/i
/** A property of style sheets of the page's own that says how deep something stands. */
const LEVEL_PROPERTY = /--[\w-]*(?:depth|level|indent|nest)[\w-]*\s*:\s*(\d{1,3})\s*(?:;|$)/i
/** A class that ends in a number, unless it counts or sorts something else. */
const NUMBERED = /^(.*?)(\d{1,2})$/
const OTHER_NUMBERS =
  /rank|group|role|user|member|author|type|status|forum|thread|topic|post|comment|msg|message|item|row|col|page|index|id-|num|order|odd|even|size|grid/i
/** Posts from which on numbers that go up by one and down again are not by chance. */
const NUMBERED_MIN_COUNT = 4
/** Elements between a post and what stands around it together with its answers. */
const AROUND_MAX_LEVELS = 2
const REPLIES =
  /^(?:children|child|replies|responses?|nested|subcomments?|thread-children|antworten)$/
const STYLE_MAX_CHARS = 500
const PARENTS = ['data-parent-id', 'data-parent', 'parentid', 'data-reply-to']
const OWN_IDS = ['data-comment-id', 'data-id', 'thingid', 'id']

/**
 * How deep each post stands below those that it answers, 0 for the outermost: as the posts say, else by one lying in another, else by how
 * far they are set in, else by the post that they name as their parent, else by how they stand in the tree.
 */
export function readDepths(nodes: readonly TreeNode[], pieces: readonly Piece[]): number[] {
  const nested = nestedDepths(pieces)
  const candidates = [
    nested.some((depth) => depth > 0) ? nested : wrappedDepths(nodes, pieces),
    rankOf(pieces.map((piece) => statedLevel(nodes, piece))),
    numberedDepths(nodes, pieces),
    rankOf(pieces.map((piece) => offsetOf(nodes, piece))),
    parentDepths(nodes, pieces),
    followingDepths(nodes, pieces),
  ]
  const found = candidates.find((depths) => depths?.some((depth) => depth > 0)) ?? nested
  return found.map((depth) => Math.min(DEPTH_MAX_LEVELS, depth))
}

function nestedDepths(pieces: readonly Piece[]): number[] {
  const open: Piece[] = []
  return pieces.map((piece) => {
    while (open.length > 0 && open.at(-1)!.end <= piece.start) open.pop()
    open.push(piece)
    return open.length - 1
  })
}

/** The posts of some elements around that hold only answers to the post before them. */
function wrappedDepths(nodes: readonly TreeNode[], pieces: readonly Piece[]): number[] {
  return pieces.map(({ start }) => {
    let depth = 0
    for (let at = nodes[start]!.parent; at; at = at.parent) {
      depth += namesOf(at).noteOf(countReplies)
    }
    return depth
  })
}

function countReplies({ classes }: Names): number {
  return classes.some((name) => REPLIES.test(name)) ? 1 : 0
}

/** Levels as numbers from 0 on; undefined unless most posts have one. */
function rankOf(levels: readonly (number | undefined)[]): number[] | undefined {
  const known = levels.filter((level) => level !== undefined)
  if (known.length < Math.max(2, 0.6 * levels.length)) return undefined
  const ordered = [...new Set(known)].sort((left, right) => left - right)
  const least = ordered[0]!
  const step = Math.min(...ordered.slice(1).map((level, at) => level - ordered[at]!), Infinity)
  if (step === Infinity) return undefined
  return levels.map((level) => (level === undefined ? 0 : Math.round((level - least) / step)))
}

/** The element of a post, those around it that hold nothing else, and its first ones inside. */
function shellsOf(nodes: readonly TreeNode[], { start, end }: Piece): ElementNode[] {
  const shells: ElementNode[] = []
  const first = nodes[start]!
  let at = first.isText ? first.parent : first
  for (let level = 0; level < WRAPPERS_MAX_COUNT && at?.parent; level += 1) {
    if (level > 0 && (at.end > end || at.first !== nodes[start])) break
    shells.push(at)
    at = at.parent
  }
  let inner = first.isText ? undefined : first.first
  for (let level = 0; level < 2 * WRAPPERS_MAX_COUNT && inner && inner.id < end; level += 1) {
    if (inner.isText) {
      inner = inner.next
      continue
    }
    shells.push(inner)
    inner = inner.first ?? inner.next
  }
  return shells
}

function statedLevel(nodes: readonly TreeNode[], piece: Piece): number | undefined {
  for (const { attributes } of shellsOf(nodes, piece)) {
    const own = LEVEL_PROPERTY.exec((attributes['style'] ?? '').slice(0, STYLE_MAX_CHARS))
    if (own) return Number(own[1])
    for (const name of STATED) {
      const value = attributes[name]
      if (value !== undefined && /^\d{1,3}$/.test(value)) return Number(value)
    }
    for (const name of (attributes['class'] ?? '').slice(0, 300).split(/\s+/)) {
      const match = LEVEL_CLASS.exec(name)
      if (match) return Number(match[1])
    }
  }
  return undefined
}

/** The numbers at the end of a class of most posts, where they begin at the least and go up by one and down again. */
function numberedDepths(
  nodes: readonly TreeNode[],
  pieces: readonly Piece[],
): number[] | undefined {
  if (pieces.length < NUMBERED_MIN_COUNT) return undefined
  const byName = new Map<string, (number | undefined)[]>()
  pieces.forEach(({ start }, index) => {
    const node = nodes[start]!
    if (node.isText) return
    for (const name of (node.attributes['class'] ?? '').slice(0, 300).split(/\s+/)) {
      const [, before = '', number] = NUMBERED.exec(name) ?? []
      if (number === undefined || OTHER_NUMBERS.test(before)) continue
      const numbers = byName.get(before) ?? pieces.map(() => undefined)
      numbers[index] = Number(number)
      byName.set(before, numbers)
    }
  })
  for (const numbers of byName.values()) {
    const depths = isComplete(numbers) ? asDepths(numbers) : undefined
    if (depths) return depths
  }
  return undefined
}

function isComplete(numbers: readonly (number | undefined)[]): numbers is number[] {
  return numbers.every((number) => number !== undefined)
}

function asDepths(numbers: readonly number[]): number[] | undefined {
  const least = numbers[0]!
  const goesDown = numbers.some((number, at) => at > 0 && number < numbers[at - 1]!)
  const isOne = numbers.every(
    (number, at) => number >= least && (at === 0 || number <= numbers[at - 1]! + 1),
  )
  return goesDown && isOne ? numbers.map((number) => number - least) : undefined
}

/**
 * By how deep posts lie in the tree, where answers stand in an element of their own right after what they answer, as deep each time;
 * undefined where the posts do not come back up, as the others may then be of another page.
 */
function followingDepths(
  nodes: readonly TreeNode[],
  pieces: readonly Piece[],
): number[] | undefined {
  const levels = pieces.map(({ start }) => levelOf(nodes[start]!))
  const open: number[] = []
  let step = 0
  const depths: number[] = []
  for (const [index, level] of levels.entries()) {
    while (open.length > 0 && levels[open.at(-1)!]! >= level) open.pop()
    const above = open.at(-1)
    if (above !== undefined) {
      step ||= level - levels[above]!
      if (step !== level - levels[above]! || !follows(nodes, pieces[index]!, pieces[above]!)) {
        return undefined
      }
    }
    depths.push(open.length)
    open.push(index)
  }
  const rest = depths.slice(1)
  return rest.some((depth, at) => at > 0 && depth < rest[at - 1]!) ? depths : undefined
}

function levelOf(node: TreeNode): number {
  let level = 0
  for (let at = node.parent; at; at = at.parent) level += 1
  return level
}

/** Whether what holds a post stands behind another post, in the same element or in one that is little more than that post. */
function follows(nodes: readonly TreeNode[], { start }: Piece, above: Piece): boolean {
  let around = nodes[start]!.parent
  while (around && around.id > above.start) around = around.parent
  let at = nodes[above.start]!.parent
  for (let level = 0; level < AROUND_MAX_LEVELS && at; level += 1) {
    if (at === around) return true
    at = at.parent
  }
  return false
}

function offsetOf(nodes: readonly TreeNode[], piece: Piece): number {
  let sum = 0
  for (const { name, attributes } of shellsOf(nodes, piece)) {
    const match = OFFSET.exec((attributes['style'] ?? '').slice(0, STYLE_MAX_CHARS))
    if (match) sum += Number(match[1])
    if (name === 'img' && /^[01]$/.test(attributes['height'] ?? ''))
      sum += Number(attributes['width']) || 0
  }
  return sum + widthOfSpace(nodes[piece.start]!)
}

/** The width of an empty cell before a post, or at its beginning. */
function widthOfSpace(node: TreeNode): number {
  let cell: TreeNode | undefined = node.parent?.first
  if (!node.isText && node.name !== 'td') {
    cell = node
    while (cell && !cell.isText && cell.name !== 'td') cell = cell.first
  }
  if (cell?.isText !== false || cell.name !== 'td' || cell.first) return 0
  return Number(/^\d{1,4}(?=(?:px)?$)/.exec(cell.attributes['width'] ?? '')?.[0] ?? 0)
}

function parentDepths(nodes: readonly TreeNode[], pieces: readonly Piece[]): number[] | undefined {
  const depthOf = new Map<string, number>()
  let known = 0
  const depths = pieces.map(({ start }) => {
    const node = nodes[start]!
    if (node.isText) return 0
    const parent = PARENTS.map((name) => node.attributes[name]).find((value) => value)
    const above = parent === undefined ? undefined : depthOf.get(parent)
    if (above !== undefined) known += 1
    const depth = above === undefined ? 0 : above + 1
    for (const name of OWN_IDS) {
      const own = node.attributes[name]
      if (own !== undefined) depthOf.set(own, depth)
    }
    return depth
  })
  return known > 0 ? depths : undefined
}
