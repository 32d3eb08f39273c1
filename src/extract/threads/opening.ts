import { blockAround, type TreeNode } from '../../markup/html/tree/node.ts'
import { NAME_MIN_SCORE } from './authors.ts'
import { readBodies } from './bodies.ts'
import { readHeads, readLeaves, type Head, type Leaf } from './heads.ts'
import { readRegions, type PageInk } from './region.ts'
import type { Stamp } from './stamps.ts'
import type { Opening, Piece, Post } from './thread.ts'
import { readVotes } from './votes.ts'

/** Shorter texts over a thread are labels. */
const BODY_MIN_CHARS = 20
/** A longer line over a thread is more than its head. */
const LINE_MAX_CHARS = 160

/** Facts of a page from before its posts. */
export interface Ground {
  nodes: readonly TreeNode[]
  stamps: readonly Stamp[]
  texts: readonly Leaf[]
  page: PageInk
  title: string
}

/**
 * Finds what a thread is about where it stands over the posts, with its own name and time; undefined where there is none. What is furniture
 * in it is marked.
 */
export function findOpening(
  ground: Ground,
  posts: readonly Post[],
  isLeft: Uint8Array,
): Opening | undefined {
  const [first] = posts
  if (!first) return undefined
  const end = startOfAll(ground.nodes, posts)
  const start = headingBefore(ground.nodes, end)
  return (
    openingIn(ground, { start, end }, first, isLeft) ??
    openingIn(ground, { start: 1, end }, first, isLeft)
  )
}

/** The opening in a piece of the page before the first post. */
function openingIn(
  { nodes, stamps, texts, page, title }: Ground,
  { start, end }: Piece,
  first: Post,
  isLeft: Uint8Array,
): Opening | undefined {
  if (end - start < 2) return undefined
  const regions = readRegions(nodes, [{ start, end }], page, 1)
  const leaves = readLeaves(regions, texts)
  const near = stamps.filter(({ id }) => id > start && id < end)
  const [found] = readHeads(regions, leaves, near)
  if (!found?.stamp || found.author === '' || found.date === '') return undefined
  const head = withNearest(found, found.stamp, leaves)
  const { bodies, isLeft: isOut } = readBodies(regions, leaves, [head], near, title)
  const [body] = bodies
  const said = body && body.chars >= BODY_MIN_CHARS && body.linkShare < 0.5 ? body.parts : []
  const isSame = head.author === first.author
  if (isSame && (said.length === 0 || head.date === first.date)) return undefined
  const isBody = new Uint8Array(nodes.length)
  for (const part of said) {
    const last = part.isText ? part.id + 1 : part.end
    isBody.fill(1, part.id, last)
    for (let id = part.id; id < last; id += 1) if (isOut[id] === 1) isLeft[id] = 1
  }
  const heads = [
    ...(head.authorId > 0 ? [nodes[head.authorId]!] : []),
    ...(head.stamp ? [nodes[head.stamp.id]!] : []),
  ]
    .map((node) => blockAround(node))
    .filter(
      (line) =>
        line !== undefined &&
        page.ink[line.end]! - page.ink[line.id]! <= LINE_MAX_CHARS &&
        line.id > start,
    )
  const at = said[0]?.id ?? Math.min(...heads.map((line) => line!.id))
  if (!Number.isFinite(at)) return undefined
  return {
    author: head.author,
    date: head.date,
    votes: readVotes(regions, isBody)[0] ?? '',
    isAccepted: false,
    body: said,
    at,
    heads: heads as TreeNode[],
  }
}

/** A head with the name that stands nearest to its time, of those that surely are some: others stand in menus. */
function withNearest(head: Head, stamp: Stamp, leaves: readonly Leaf[]): Head {
  if (head.authorId < 0) return head
  let nearest = head
  for (const { id, name, score } of leaves) {
    if (score < NAME_MIN_SCORE || name === '') continue
    if (Math.abs(id - stamp.id) < Math.abs(nearest.authorId - stamp.id)) {
      nearest = { ...head, author: name, authorId: id }
    }
  }
  return nearest
}

/** The id of the outermost element that holds all posts but nothing before them, or of the first post. */
function startOfAll(nodes: readonly TreeNode[], posts: readonly Post[]): number {
  const { start } = posts[0]!
  const { end } = posts.at(-1)!
  let at = nodes[start]!
  while (at.parent?.parent && at.parent.end < end) at = at.parent
  return at.id
}

/** The id after the nearest main heading before a node; 1 where there is none. */
function headingBefore(nodes: readonly TreeNode[], end: number): number {
  for (let id = end - 1; id > 0; id -= 1) {
    const node = nodes[id]!
    if (!node.isText && (node.name === 'h1' || node.name === 'header'))
      return node.end <= end ? node.end : id + 1
  }
  return 1
}
