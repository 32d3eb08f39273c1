import { blockAround, type TreeNode } from '../../markup/html/tree/node.ts'
import { AUTHOR_MAX_CHARS, isLabelText, NAME_MIN_SCORE, statedAuthor } from './authors.ts'
import { isRepeatedIn } from './corroborate.ts'
import { claimsOf, isInside, type Claim, type NameText } from './name-texts.ts'
import type { PageInk, Regions } from './region.ts'
import type { Stamp } from './stamps.ts'

/** Who wrote a post: a name that the page shows to be theirs, or one that is only likely and so is never written. */
export interface Owner {
  /** Empty where nothing shows whose words the post holds. */
  author: string
  /** Whether some text may be the name: then the post is likelier one. */
  isLikely: boolean
  /** Id of the text of the name, -1 for none. */
  id: number
}

/** Score of what is called a name only by a word that much else is called by. */
const WEAK_MIN_SCORE = 1.5
/** How much a name counts that stands in all posts, and how much names count that stand further behind. */
const SAME_WEIGHT = 0.6
const ORDER_WEIGHT = 1e-4
/** Share of the posts in which the place of a likely name must hold one. */
const PLACE_MIN_SHARE = 0.8
/** Characters of the line of a name that stands at no place of others. */
const LINE_MAX_CHARS = 90
/** Posts from which on names that nothing else shows to be some need no time beside them. */
const MANY_MIN_COUNT = 4
/** Shorter texts are not surely what a post says. */
const BODY_MIN_CHARS = 60
/** Grade from which on a place without names that are surely some is that of the names. */
const PLAIN_MIN_GRADE = 2
/** All claims of one seat. */
interface Place {
  /** At most one of each post. */
  claims: Map<number, Claim>
  values: Set<string>
  rank: number
  isSure: boolean
}

/**
 * Finds whose words each post holds: the one place through which every name passes. A name is written only where its post states it; where
 * its place is called that of a name; or where it stands at the same place of every post, on the same side of what is said, alone of its
 * kind, and differs as names do. Where names contradict one another, none is.
 */
export function findOwners(
  regions: Regions,
  leaves: readonly NameText[],
  stampIds: ReadonlySet<number>,
  dates: readonly (Stamp | undefined)[],
): Owner[] {
  const stated = statedNames(regions)
  const claims = claimsOf(regions, leaves, stampIds, dates)
  const sides = bodyStarts(regions, leaves)
  const places = placesOf(claims, regions.pieces.length)
  const best = bestOf(places) ?? plainPlace(regions, places, leaves, stampIds, dates, sides)
  const likely = best ?? likelyPlace(places, regions.pieces.length)
  const own: Claim[][] = regions.pieces.map(() => [])
  for (const claim of claims) own[claim.owner]!.push(claim)
  return own.map((list, owner): Owner => {
    const known = stated[owner]!
    if (known !== '') {
      const at = list.find(({ leaf }) => leaf.name === known)
      return { author: known, isLikely: true, id: at?.leaf.id ?? -1 }
    }
    const seated = best?.claims.get(owner)
    const claim =
      seated && isRightAt(seated, best!, own.length)
        ? seated
        : loneName(list, regions, best, sides, dates[owner])
    if (claim && !isContradicted(claim, claims, regions, sides))
      return { author: claim.leaf.name, isLikely: true, id: claim.leaf.id }
    const perhaps = likely?.claims.get(owner) ?? list.find(({ score }) => score >= NAME_MIN_SCORE)
    // What may be a name may be what the post says as well: it stays.
    return { author: '', isLikely: perhaps !== undefined, id: -1 }
  })
}

/** The names that posts state in attributes. */
function statedNames({ nodes, page, pieces, ownerOf }: Regions): string[] {
  const stated: string[] = pieces.map(({ start }) => statedAuthor(nodes[start], true))
  for (const element of page.stating) {
    const owner = ownerOf[element.id]!
    if (owner !== -1 && stated[owner] === '') stated[owner] = statedAuthor(element, false)
  }
  return stated
}

/** The id of the text that surely is what each post says; 0 where none is that long. */
function bodyStarts({ pieces, ownerOf, page }: Regions, leaves: readonly NameText[]): Int32Array {
  const ids = new Int32Array(pieces.length)
  for (const { id } of leaves) {
    const owner = ownerOf[id]!
    const chars = page.ink[id + 1]! - page.ink[id]!
    if (chars >= BODY_MIN_CHARS && ids[owner] === 0) ids[owner] = id
  }
  return ids
}

function placesOf(claims: readonly Claim[], count: number): Place[] {
  const bySeat = new Map<number, Claim[]>()
  for (const claim of claims) {
    if (claim.seat === 0) continue
    const list = bySeat.get(claim.seat)
    if (list) list.push(claim)
    else bySeat.set(claim.seat, [claim])
  }
  return [...bySeat.values()].map((list) => placeOf(list, count))
}

function placeOf(list: readonly Claim[], count: number): Place {
  const claims = new Map<number, Claim>()
  const values = new Set<string>()
  let [score, style, chars] = [0, 0, 0]
  for (const claim of list) {
    const known = claims.get(claim.owner)
    if (known && known.score >= claim.score) continue
    claims.set(claim.owner, claim)
  }
  let isSure = false
  for (const claim of claims.values()) {
    values.add(claim.leaf.name)
    score += claim.score
    style += claim.leaf.style
    chars += claim.leaf.name.length
    isSure ||= claim.score >= NAME_MIN_SCORE
  }
  const posts = claims.size
  const variety = Math.min(1, (2 * values.size) / posts)
  const shortness = 1 - chars / posts / AUTHOR_MAX_CHARS
  const plain = (posts / count) * ((score + style) / posts + variety + shortness)
  // A text that is the same everywhere is a label, unless one person wrote everything.
  const rank = (values.size === 1 && posts > 1 ? SAME_WEIGHT : 1) * plain
  return { claims, values, rank: rank - list[0]!.order * ORDER_WEIGHT, isSure }
}

function bestOf(
  places: readonly Place[],
  isFit = ({ isSure }: Place): boolean => isSure,
): Place | undefined {
  let best: Place | undefined
  for (const place of places) {
    if (isFit(place) && (best === undefined || place.rank > best.rank)) best = place
  }
  return best
}

/** The place where names are likely, which is not enough to write them. */
function likelyPlace(places: readonly Place[], count: number): Place | undefined {
  return bestOf(
    places,
    ({ claims, values }) =>
      claims.size > 1 && values.size > 1 && claims.size >= PLACE_MIN_SHARE * count,
  )
}

/** The one place that holds a name in every post though nothing says that it does; undefined where another may be it as well. */
function plainPlace(
  regions: Regions,
  places: readonly Place[],
  leaves: readonly NameText[],
  stampIds: ReadonlySet<number>,
  dates: readonly (Stamp | undefined)[],
  sides: Int32Array,
): Place | undefined {
  const count = regions.pieces.length
  const areDated = dates.every((date) => date !== undefined)
  const firsts = new Map<number, number>()
  for (const { id, text } of leaves) {
    const owner = regions.ownerOf[id]!
    if (!firsts.has(owner) && !stampIds.has(id) && /\p{L}/u.test(text)) firsts.set(owner, id)
  }
  let best: Place | undefined
  let most = 0
  let isUnsure = false
  for (const place of places) {
    const { claims, values } = place
    const all = [...claims.values()]
    if (all.length < count || !areOnOneSide(all, sides)) continue
    const isRepeated = all.every(({ leaf, owner }) => isRepeatedIn(regions, owner, leaf.name))
    if (!isRepeated && (count < 2 || values.size < 2)) continue
    const grade =
      (all.every(({ score }) => score >= WEAK_MIN_SCORE) ? 2 : 0) +
      (all.every(({ leaf }) => leaf.style > 0) ? 1 : 0) +
      (all.every(({ leaf, owner }) => firsts.get(owner) === leaf.id) ? 1 : 0) +
      (all.every(({ order, owner }) => isBesideTime(leaves, order, dates[owner])) ? 1 : 0) +
      (isRepeated ? 3 : 0)
    if (grade < PLAIN_MIN_GRADE || grade < most) continue
    if (!areDated && count < MANY_MIN_COUNT && grade <= PLAIN_MIN_GRADE) continue
    isUnsure = grade === most
    most = grade
    best = place
  }
  return isUnsure ? undefined : best
}

/** Whether nothing but labels stands between a name and the time behind or before it. */
function isBesideTime(
  leaves: readonly NameText[],
  order: number,
  date: Stamp | undefined,
): boolean {
  for (const step of [1, -1]) {
    let at = order + step
    while (leaves[at] && isLabelText(leaves[at]!.text) && !isInside(leaves[at]!.id, date))
      at += step
    if (leaves[at] && isInside(leaves[at]!.id, date)) return true
  }
  return false
}

function areOnOneSide(claims: readonly Claim[], sides: Int32Array): boolean {
  const known = claims.filter(({ owner }) => sides[owner]! > 0)
  const before = known.filter(({ leaf, owner }) => leaf.id < sides[owner]!).length
  return before === 0 || before === known.length
}

/** Whether another name heads the words as well: one in a head that is a piece of its own, while the name stands behind the words. */
function isContradicted(
  { leaf, owner }: Claim,
  claims: readonly Claim[],
  { pieces, page: { ink } }: Regions,
  sides: Int32Array,
): boolean {
  const side = sides[owner]!
  if (leaf.id < side) return false
  const { start } = pieces[owner]!
  return claims.some(({ score, leaf: { id, name }, owner: other }) => {
    if (other === owner || score < NAME_MIN_SCORE || id <= start || id >= (side || leaf.id))
      return false
    const inner = pieces[other]!
    return name !== leaf.name && ink[inner.end]! - ink[inner.start]! <= LINE_MAX_CHARS
  })
}

/** Whether a claim at the place of names is the name: it is called one, or all posts have theirs there. */
function isRightAt({ score }: Claim, { claims }: Place, count: number): boolean {
  return score >= NAME_MIN_SCORE || claims.size === count
}

/** The only text of a post that surely is a name, where it stands in a line of its own on the side on which names stand. */
function loneName(
  claims: readonly Claim[],
  { nodes, page }: Regions,
  best: Place | undefined,
  sides: Int32Array,
  date: Stamp | undefined,
): Claim | undefined {
  let sure = claims.filter(({ score }) => score >= NAME_MIN_SCORE)
  // Of several names it is the one in the line of the time.
  const line = date && blockAround(date.element)
  const beside = sure.filter(({ leaf }) => line && blockAround(nodes[leaf.id]!) === line)
  if (beside.length > 0) sure = beside
  const first = sure.find(({ leaf }) => !leaf.name.startsWith('@')) ?? sure[0]
  if (!first || sure.some(({ leaf }) => !areOfOne(leaf.name, first.leaf.name))) return undefined
  if (!isSetApart(nodes[first.leaf.id]!, page)) return undefined
  const others = best ? [...best.claims.values(), first] : [first]
  return areOnOneSide(others, sides) ? first : undefined
}

/** Whether a name stands among few words, and not in a sentence. */
function isSetApart(node: TreeNode, { ink }: PageInk): boolean {
  const own = ink[node.id + 1]! - ink[node.id]!
  let around = node.parent
  while (around?.parent && own === ink[around.end]! - ink[around.id]!) around = around.parent
  return around !== undefined && ink[around.end]! - ink[around.id]! <= LINE_MAX_CHARS + own
}

/** Whether a name is that of the same person as another: equal, or a handle beside it. */
function areOfOne(name: string, other: string): boolean {
  return name === other || name.startsWith('@')
}
