import type { ElementNode, TreeNode } from '../tree/node.ts'
import { namesOf } from './names.ts'
import type { Piece } from './thread.ts'

/** Deeper posts are written at this depth. */
export const DEPTH_MAX_LEVELS = 40
const WRAPPERS_MAX_COUNT = 4
const STATED = ['data-depth', 'data-level', 'depth', 'indent', 'aria-level', 'data-indent']
const LEVEL_CLASS =
  /(?:^|[-_])(?:depth|level|lvl|indent|nest(?:ing|ed)?|generation)[-_]?(\d{1,2})$/i
const OFFSET = /(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,5}(?:\.\d+)?)(px|em|rem|%)/i
const REPLIES =
  /^(?:children|child|replies|responses?|nested|subcomments?|thread-children|antworten)$/
const PARENTS = ['data-parent-id', 'data-parent', 'parentid', 'data-reply-to']
const OWN_IDS = ['data-comment-id', 'data-id', 'thingid', 'id']

/**
 * How deep each post stands below those that it answers, 0 for the outermost: as the posts say, else by one lying in another, else by how
 * far they are set in, else by the post that they name as their parent.
 */
export function readDepths(nodes: readonly TreeNode[], pieces: readonly Piece[]): number[] {
  const nested = nestedDepths(pieces)
  const wrapped = nested.some((depth) => depth > 0) ? nested : wrappedDepths(nodes, pieces)
  const byTree = wrapped
  const candidates = [
    byTree,
    rankOf(pieces.map((piece) => statedLevel(nodes, piece))),
    rankOf(pieces.map((piece) => offsetOf(nodes, piece))),
    parentDepths(nodes, pieces),
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
      if (namesOf(at).classes.some((name) => REPLIES.test(name))) depth += 1
    }
    return depth
  })
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

function offsetOf(nodes: readonly TreeNode[], piece: Piece): number {
  let sum = 0
  for (const { name, attributes } of shellsOf(nodes, piece)) {
    const match = OFFSET.exec((attributes['style'] ?? '').slice(0, 500))
    if (match) sum += Number(match[1])
    if (name === 'img' && /^[01]$/.test(attributes['height'] ?? ''))
      sum += Number(attributes['width']) || 0
  }
  return sum
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
