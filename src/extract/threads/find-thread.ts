import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { readDepths } from './depths.ts'
import { continuedAuthors } from './groups.ts'
import { readPageLeaves } from './heads.ts'
import { findOpening, type Ground } from './opening.ts'
import { PieceReader, type Reading } from './read-pieces.ts'
import { countInk } from './region.ts'
import { leaveOutRepeated } from './said-before.ts'
import { findSeries, readSigns } from './series.ts'
import { findStamps } from './stamps.ts'
import { listStated, isAnswer, type StatedPieces } from './stated.ts'
import type { Piece, Post, Thread } from './thread.ts'
import { readAccepted, readVotes } from './votes.ts'

/** Share of pieces that must be posts for the others to be taken for some as well. */
const POSTS_MIN_SHARE = 0.6
/** Share of the text that pieces of another kind must leave to the posts that are known. */
const TEXT_MIN_SHARE = 0.85
/** Characters that no post says yet in pieces that may be posts as well, on average. */
const UNSAID_MIN_CHARS = 40
/** Share of the posts that one of the posts holds at most. */
const HELD_MAX_SHARE = 0.6
/** Kinds of pieces that are tried together with the best one. */
const JOINS_MAX_COUNT = 4
/** Kinds of pieces that may be the best one. */
const STARTS_MAX_COUNT = 2
/** Share of the best rank from which on another kind may become better with the posts around it. */
const START_MIN_SHARE = 0.6
/** Share of the best rank from which on pieces that say that they are posts are taken for them. */
const STATED_MIN_SHARE = 0.6
/** How many times as large as a post an element is that is the same post. */
const HOLDER_MAX_RATIO = 2
const POST_TYPE = /(?:DiscussionForumPosting|SocialMediaPosting|Answer)$/

/**
 * Finds the posts of a page; undefined where nothing repeats that names and times stand in, and where the page shows fewer than
 * `timesMinCount` times. Linear in the size of the page.
 */
export function findThread({ nodes, title }: PageTree, timesMinCount = 0): Thread | undefined {
  const stamps = findStamps(nodes)
  if (stamps.length < timesMinCount) return undefined
  const page = countInk(nodes)
  const texts = readPageLeaves(nodes, page)
  const ground = { nodes, stamps, texts, page, title }
  const reader = new PieceReader(ground)
  const signs = readSigns(nodes, stamps, texts, page)
  const stated = readStated(listStated(nodes, signs, page), reader)
  const series = findSeries(nodes, signs, page)
    .map((pieces) => reader.try(pieces, pieces.length))
    .sort((left, right) => right.promise - left.promise)
  const readings: Reading[] = []
  for (const attempt of series) {
    const [first, second] = readings
    const most = rankOf(second)
    if (attempt.promise <= Math.max(most, START_MIN_SHARE * rankOf(first))) break
    const reading = attempt.readAbove(most)
    if (!reading) continue
    readings.push(reading)
    readings.sort((left, right) => right.rank - left.rank)
  }
  let best: Reading | undefined
  for (const reading of readings.slice(0, STARTS_MAX_COUNT)) {
    if (reading.posts < POSTS_MIN_SHARE * reading.regions.pieces.length) continue
    if (reading.rank < START_MIN_SHARE * rankOf(best)) continue
    const whole = joinedWith(
      reading,
      series.map(({ pieces }) => pieces),
      reader,
    )
    if (whole.rank > rankOf(best)) best = whole
  }
  // What a lone article holds is what others comment on.
  const isLone = stated?.regions.pieces.length === 1 && best !== undefined && best.posts >= 2
  const isCalled =
    stated !== undefined &&
    !isLone &&
    stated.rank >= STATED_MIN_SHARE * rankOf(best) &&
    (best === undefined || best.posts <= stated.posts || !isPartOf(stated, best))
  if (isCalled) best = stated
  return best && { ...threadOf(best, ground), isCalled }
}

/** Whether each post of one reading is one of another, which has some more. */
function isPartOf(part: Reading, whole: Reading): boolean {
  const { ownerOf, pieces } = whole.regions
  const holders = part.regions.pieces.map(({ start, end }) => {
    const owner = ownerOf[start] ?? -1
    if (owner === -1 || pieces[owner]!.end < end) return -1
    const size = pieces[owner]!.end - pieces[owner]!.start
    return size <= HOLDER_MAX_RATIO * (end - start) ? owner : -1
  })
  return new Set(holders).size === holders.length && !holders.includes(-1)
}

/** The pieces that say of themselves that they are posts, where most of them are. */
function readStated({ pieces, smallest }: StatedPieces, reader: PieceReader): Reading | undefined {
  if (pieces.length === 0) return undefined
  const reading = reader.try(pieces, smallest).readAbove(0)
  return reading && reading.posts >= POSTS_MIN_SHARE * pieces.length ? reading : undefined
}

function rankOf(reading: Reading | undefined): number {
  return reading?.rank ?? 0
}

/** The reading together with those pieces of other kinds that are posts as well, the best ones first. */
function joinedWith(
  reading: Reading,
  series: readonly (readonly Piece[])[],
  reader: PieceReader,
): Reading {
  let best = reading
  for (let tries = JOINS_MAX_COUNT; tries > 0;) {
    let better = best
    for (const pieces of series) {
      const fresh = tries > 0 ? freshIn(best, pieces) : []
      if (fresh.length === 0) continue
      tries -= 1
      better = joined(best, fresh, reader, better.rank) ?? better
    }
    if (better === best) return best
    best = better
  }
  return best
}

/** Pieces that are not read yet and may be posts as well: answers around comments, or comments in answers. */
function freshIn(best: Reading, others: readonly Piece[]): Piece[] {
  const known = best.regions.pieces
  const starts = new Set(known.map(({ start }) => start))
  const fresh = others.filter(({ start }) => !starts.has(start))
  if (fresh.length === 0) return []
  const nesting = nestingOf(known, fresh)
  if (nesting === 0 || holdsMost(fresh, known)) return []
  const isInside = nesting >= POSTS_MIN_SHARE * fresh.length
  return isInside || unsaid(best, fresh) >= UNSAID_MIN_CHARS * fresh.length ? fresh : []
}

/** The reading together with other pieces, where these are posts as well and it ranks above `rank`; undefined elsewhere. */
function joined(
  best: Reading,
  fresh: readonly Piece[],
  reader: PieceReader,
  rank: number,
): Reading | undefined {
  const known = best.regions.pieces
  const pieces = [...known, ...fresh].sort(
    (left, right) => left.start - right.start || right.end - left.end,
  )
  if (!isProper(pieces)) return undefined
  const attempt = reader.try(pieces, Math.min(known.length, fresh.length))
  const least = best.posts + POSTS_MIN_SHARE * fresh.length
  const reading = attempt.readAbove(rank, least)
  if (!reading || reading.rank <= rank) return undefined
  const isBetter =
    reading.posts >= least &&
    reading.chars >= TEXT_MIN_SHARE * best.chars &&
    speakers(
      reading,
      fresh,
      best.heads.some(({ date }) => date !== ''),
    ) >=
      POSTS_MIN_SHARE * fresh.length
  return isBetter ? reading : undefined
}

/** How many of some pieces say something under a name, and a time where `isDated`, before the posts that lie in them. */
function speakers(
  { regions: { pieces }, heads, bodies }: Reading,
  fresh: readonly Piece[],
  isDated: boolean,
): number {
  const starts = new Set(fresh.map(({ start }) => start))
  let count = 0
  pieces.forEach(({ start, end }, index) => {
    const [first] = bodies.bodies[index]!.parts
    const { isLikely, date } = heads[index]!
    if (!starts.has(start) || !first || !isLikely || (isDated && date === '')) return
    const next = pieces[index + 1]
    if (next === undefined || next.start >= end || first.id < next.start) count += 1
  })
  return count
}

/** Characters in pieces that no post says yet, those of posts inside not counted. */
function unsaid({ regions, bodies }: Reading, pieces: readonly Piece[]): number {
  const { nodes, page } = regions
  const isSaid = new Uint8Array(nodes.length)
  for (const { parts } of bodies.bodies) {
    for (const part of parts) isSaid.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  }
  let chars = 0
  let last = 0
  for (const { start, end } of pieces) {
    for (let id = Math.max(start, last); id < end; id += 1) {
      if (isSaid[id] === 0 && nodes[id]!.isText) chars += page.ink[id + 1]! - page.ink[id]!
    }
    last = Math.max(last, end)
  }
  return chars
}

/** Whether one new piece holds most of the known ones: then it is what they stand in. */
function holdsMost(fresh: readonly Piece[], known: readonly Piece[]): boolean {
  if (known.length < 3) return false
  let at = 0
  for (const { start, end } of fresh) {
    while (at < known.length && known[at]!.start < start) at += 1
    let last = at
    while (last < known.length && known[last]!.start < end) last += 1
    if (last - at > HELD_MAX_SHARE * known.length) return true
  }
  return false
}

/** How many of some pieces lie in known ones, or hold some of them. */
function nestingOf(known: readonly Piece[], fresh: readonly Piece[]): number {
  const all = [
    ...known.map((piece) => ({ ...piece, isFresh: false })),
    ...fresh.map((piece) => ({ ...piece, isFresh: true })),
  ].sort((one, other) => one.start - other.start || other.end - one.end)
  let knownEnd = 0
  let freshEnd = 0
  let holder = -1
  let count = 0
  all.forEach(({ start, end, isFresh }, index) => {
    if (isFresh) {
      if (start < knownEnd) count += 1
      if (end > freshEnd) {
        freshEnd = end
        holder = index
      }
    } else {
      if (start < freshEnd && holder >= 0) {
        count += 1
        holder = -1
      }
      knownEnd = Math.max(knownEnd, end)
    }
  })
  return count
}

/** Whether pieces, in order, lie in each other or apart. */
function isProper(pieces: readonly Piece[]): boolean {
  const open: number[] = []
  for (const { start, end } of pieces) {
    while (open.length > 0 && open.at(-1)! <= start) open.pop()
    if (open.length > 0 && open.at(-1)! < end) return false
    open.push(end)
  }
  return true
}

function threadOf(
  { regions, heads, bodies, missed }: Reading,
  ground: Ground,
): Omit<Thread, 'isCalled'> {
  const { nodes, pieces } = regions
  const isBody = new Uint8Array(nodes.length)
  for (const { parts } of bodies.bodies) {
    for (const part of parts) isBody.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  }
  const votes = readVotes(regions, isBody)
  const accepted = readAccepted(regions, isBody)
  const depths = readDepths(nodes, pieces)
  const authors = continuedAuthors(
    nodes,
    pieces,
    heads.map(({ author }) => author),
  )
  const posts = pieces.map(({ start, end }, index): Post => ({
    start,
    end,
    author: authors[index]!,
    isLikely: heads[index]!.isLikely || authors[index] !== '',
    date: heads[index]!.date,
    votes: votes[index]!,
    isAccepted: accepted[index]!,
    depth: depths[index]!,
    body: bodies.bodies[index]!.parts,
    chars: bodies.bodies[index]!.chars,
    linkShare: bodies.bodies[index]!.linkShare,
  }))
  const { isLeft } = bodies
  const opening = findOpening(ground, posts, isLeft)
  return {
    posts: leaveOutRepeated(nodes, posts, isLeft),
    opening,
    missed,
    isFirstApart: isFirstApart(nodes, pieces),
    isLeft,
    isStated: pieces.some((piece) => isPostType(nodes, piece)),
  }
}

/** Whether the first post stands outside of what holds all that answer it; answers to a question stand as deep as it does. */
function isFirstApart(nodes: readonly TreeNode[], pieces: readonly Piece[]): boolean {
  const second = pieces[1]
  if (!second || pieces.length < 3 || isAnswer(nodes[second.start]!)) return false
  const { end } = pieces.at(-1)!
  let at = nodes[second.start]!.parent
  while (at?.parent && at.end < end) at = at.parent
  return at?.parent !== undefined && pieces[0]!.end <= at.id
}

function isPostType(nodes: readonly TreeNode[], { start }: Piece): boolean {
  const node = nodes[start]!
  return !node.isText && typesOf(node).some((type) => POST_TYPE.test(type))
}

function typesOf(element: ElementNode): string[] {
  const own = element.attributes['itemtype'] ?? ''
  return own.slice(0, 200).split(/\s+/)
}
