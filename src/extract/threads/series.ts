import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { hashPair, hashText } from '../content/features/hash.ts'
import { statedAuthor } from './authors.ts'
import type { Leaf } from './heads.ts'
import { namesOf } from './names.ts'
import type { PageInk } from './region.ts'
import type { Stamp } from './stamps.ts'
import type { Signs } from './stated.ts'
import type { Piece } from './thread.ts'

/** Levels above a name or time that are looked at for what repeats. */
const LEVELS_MAX_COUNT = 40
/** Names and times over which a page is left as it is: part of a thread would be no thread. */
const ANCHORS_MAX_COUNT = 20_000
/** How often one element is looked at from names and times inside: keeps the work linear. */
const VISITS_MAX_COUNT = 3
/** Kinds of elements that are tried as posts, and of heads with what follows them. */
const SERIES_MAX_COUNT = 8
const RUNS_MAX_COUNT = 2
/** Series of one size that are compared with each other. */
const COMPARED_MAX_COUNT = 40
/** Characters that posts have on average at least, head included. */
const AVERAGE_MIN_CHARS = 12
const NO_POSTS = new Set(
  'a span b strong em i small time p h1 h2 h3 h4 h5 h6 tbody nav button'.split(' '),
)
const NO_HEADS = new Set('a span b strong em i small time button tbody td th'.split(' '))

/** Pieces of the page that repeat around names and times, those that are likelier posts first. */
export function findSeries(
  nodes: readonly TreeNode[],
  { names, times }: Signs,
  { ink }: PageInk,
): Piece[][] {
  const anchors = [...names, ...times].sort((left, right) => left.id - right.id)
  if (anchors.length > ANCHORS_MAX_COUNT) return []
  const found = new Map<string, { list: ElementNode[]; rank: number }>()
  for (const ids of membersByKey(nodes, anchors).values()) {
    if (ids.size < 2) continue
    const list = inOrder(ids).map((id) => nodes[id] as ElementNode)
    const chars = outermostChars(list, ink)
    if (chars < AVERAGE_MIN_CHARS * list.length) continue
    const print = `${list.length} ${list[0]!.id} ${list.at(-1)!.id}`
    if (!found.has(print)) found.set(print, { list, rank: Math.sqrt(list.length) * chars })
  }
  const ranked = [...found.values()].sort((left, right) => right.rank - left.rank)
  return [
    ...withoutInner(ranked.map(({ list }) => list))
      .slice(0, SERIES_MAX_COUNT)
      .map((list) => list.map(({ id, end }) => ({ start: id, end }))),
    ...runsOf(nodes, anchors),
  ]
}

function inOrder(ids: ReadonlySet<number>): number[] {
  return [...ids].sort((left, right) => left - right)
}

/** Elements that surely hold a name, or state one, and those that hold a time. */
export function readSigns(
  nodes: readonly TreeNode[],
  stamps: readonly Stamp[],
  leaves: readonly Leaf[],
  { stating }: PageInk,
): Signs {
  const named = leaves.filter(({ isNamed }) => isNamed).map(({ id }) => nodes[id]!.parent!)
  return {
    names: [...named, ...stating.filter((element) => statedAuthor(element, true) !== '')],
    times: stamps.map(({ element }) => element),
  }
}

/** Elements nearest around a name or time, by each thing that they have in common. */
function membersByKey(
  nodes: readonly TreeNode[],
  anchors: readonly ElementNode[],
): Map<number, Set<number>> {
  const members = new Map<number, Set<number>>()
  const visits = new Uint8Array(nodes.length)
  for (const anchor of anchors) {
    const seen = new Set<number>()
    let at: ElementNode | undefined = anchor
    for (let level = 0; level < LEVELS_MAX_COUNT && at?.parent; level += 1, at = at.parent) {
      if (visits[at.id]! >= VISITS_MAX_COUNT) break
      visits[at.id]! += 1
      if (NO_POSTS.has(at.name)) continue
      for (const key of keysOf(at)) {
        if (seen.has(key)) continue
        seen.add(key)
        addTo(members, key, at.id)
      }
    }
  }
  return members
}

function addTo(sets: Map<number, Set<number>>, key: number, id: number): void {
  const ids = sets.get(key)
  if (ids) ids.add(id)
  else sets.set(key, new Set([id]))
}

const NOTHING: ElementNode['attributes'] = {}

/** What an element may have in common with others of its kind: each of its classes, its kind of id, its place. */
function keysOf(element: ElementNode): number[] {
  const { name, attributes, bits, parent } = element
  const keys = [...namesOf(element).classKeys]
  const isStated = (bits & (Has.id | Has.itemtype | Has.itemprop)) !== 0
  const { id, itemtype, itemprop } = isStated ? attributes : NOTHING
  if (id !== undefined && id.length < 100 && /\d/.test(id)) {
    keys.push(hashText(`#${id.replaceAll(/\d+/g, '#')}`))
  }
  if (itemtype !== undefined) {
    keys.push(hashText(`@${itemtype.slice(0, 100).replace(/^https?:/, '')}`))
  }
  if (itemprop !== undefined) keys.push(hashText(`%${itemprop.slice(0, 100)}`))
  if (name.includes('-') || name === 'article' || name === 'li') keys.push(hashText(`<${name}`))
  const place = hashPair(hashText(name), parent ? hashText(parent.name) : 0)
  keys.push(
    hashPair(place, parent ? parent.id : 0),
    hashPair(place, hashText(parent?.parent?.name ?? '')),
  )
  return keys
}

function outermostChars(list: readonly ElementNode[], ink: Float64Array): number {
  let sum = 0
  let end = 0
  for (const element of list) {
    if (element.id < end) continue
    end = element.end
    sum += ink[element.end]! - ink[element.id]!
  }
  return sum
}

/** Drops series of which each member lies in one of another series of the same size. */
function withoutInner(all: ElementNode[][]): ElementNode[][] {
  const bySize = new Map<number, ElementNode[][]>()
  for (const list of all) {
    const others = bySize.get(list.length) ?? []
    if (others.length < COMPARED_MAX_COUNT) others.push(list)
    bySize.set(list.length, others)
  }
  return all.filter((list) =>
    bySize
      .get(list.length)!
      .every((other) => other === list || !list.every((element, at) => isIn(element, other[at]!))),
  )
}

function isIn(inner: ElementNode, outer: ElementNode): boolean {
  return outer.id < inner.id && inner.end <= outer.end
}

/** Posts that are no elements of their own: a head among its equals, and what follows it up to the next one. */
function runsOf(nodes: readonly TreeNode[], anchors: readonly ElementNode[]): Piece[][] {
  const heads = new Map<number, Set<number>>()
  const visits = new Uint8Array(nodes.length)
  for (const anchor of anchors) {
    let at: ElementNode | undefined = anchor
    for (let level = 0; level < LEVELS_MAX_COUNT && at?.parent; level += 1, at = at.parent) {
      if (visits[at.id]! >= 1) break
      visits[at.id] = 1
      if (NO_HEADS.has(at.name)) continue
      addTo(
        heads,
        hashPair(at.parent.id, hashText(`${at.name} ${namesOf(at).classes.join(' ')}`)),
        at.id,
      )
    }
  }
  return [...heads.values()]
    .filter((ids) => ids.size >= 2)
    .sort((left, right) => right.size - left.size)
    .slice(0, RUNS_MAX_COUNT)
    .map((ids) => {
      const list = inOrder(ids)
      const { end } = (nodes[list[0]!] as ElementNode).parent!
      return list.map((start, at) => ({ start, end: list[at + 1] ?? end }))
    })
}
