import type { ElementNode, TreeNode } from '../tree/node.ts'
import type { PageTree } from '../tree/parse-page.ts'
import { readBodies, type Bodies } from './bodies.ts'
import { readDepths } from './depths.ts'
import { readHeads, readLeaves, readPageLeaves, type Head, type Leaf } from './heads.ts'
import { findOpening, type Ground } from './opening.ts'
import { countInk, readRegions, type PageInk, type Regions } from './region.ts'
import { leaveOutRepeated } from './said-before.ts'
import { findSeries } from './series.ts'
import { findStamps } from './stamps.ts'
import type { Piece, Post, Thread } from './thread.ts'
import { readAccepted, readVotes } from './votes.ts'

/** How much of a post a piece is that has only a name or a time, and one with a name where no piece has a time. */
const HALF = 0.35
const UNDATED = 0.65
/** How the number of posts counts against what they say: more short ones are no better than fewer long ones. */
const COUNT_POWER = 0.6
/** Share of pieces that must be posts for the others to be taken for some as well. */
const POSTS_MIN_SHARE = 0.6
/** Share of the text that pieces of another kind must leave to the posts that are known. */
const TEXT_MIN_SHARE = 0.85
/** Characters that no post says yet in pieces that may be posts as well, on average. */
const UNSAID_MIN_CHARS = 40
/** Share of the posts that one of them holds at most. */
const HELD_MAX_SHARE = 0.6
/** Longer texts are something that somebody wrote. */
const TEXT_MIN_CHARS = 40
/** Kinds of pieces that are tried together with the best one. */
const JOINS_MAX_COUNT = 4
/** Kinds of pieces that may be the best one. */
const STARTS_MAX_COUNT = 2
/** Share of the best rank from which on another kind may become better with the posts around it. */
const START_MIN_SHARE = 0.6
const POST_TYPE = /(?:DiscussionForumPosting|SocialMediaPosting|Answer)$/

/** Pieces of a page read as posts. */
interface Reading {
  regions: Regions
  heads: Head[]
  bodies: Bodies
  /** How many of the pieces are posts, those without name or time counted in part. */
  posts: number
  /** Characters of all bodies, links not counted. */
  chars: number
  /** Characters of long texts in the pieces that no body holds. */
  missed: number
}

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
  const series = findSeries(nodes, stamps, texts, page).sort(
    (left, right) => promiseOf(right, page) - promiseOf(left, page),
  )
  const readings: Reading[] = []
  for (const pieces of series) {
    const least = Math.max(
      rankOf(readings[STARTS_MAX_COUNT - 1]),
      START_MIN_SHARE * rankOf(readings[0]),
    )
    const promise = promiseOf(pieces, page)
    if (promise <= least) break
    const reading = readAs(pieces, pieces.length, ground, (posts) => {
      // A reading is tried no further when two others are better.
      const share = posts / pieces.length
      const most = share * rankFor(posts, 1) * (promise / rankFor(pieces.length, 1))
      return most > rankOf(readings[STARTS_MAX_COUNT - 1])
    })
    if (!reading) continue
    readings.push(reading)
    readings.sort((left, right) => rankOf(right) - rankOf(left))
  }
  let best: Reading | undefined
  for (const reading of readings.slice(0, STARTS_MAX_COUNT)) {
    if (reading.posts < POSTS_MIN_SHARE * reading.regions.pieces.length) continue
    if (rankOf(reading) < START_MIN_SHARE * rankOf(best)) continue
    const whole = joinedWith(reading, series, ground)
    if (rankOf(whole) > rankOf(best)) best = whole
  }
  return best && threadOf(best, ground)
}

/** The reading together with those pieces of other kinds that are posts as well, the best ones first. */
function joinedWith(reading: Reading, series: readonly Piece[][], ground: Ground): Reading {
  let best = reading
  for (let tries = JOINS_MAX_COUNT; tries > 0;) {
    let better = best
    for (const pieces of series) {
      const fresh = tries > 0 ? freshIn(best, pieces) : []
      if (fresh.length === 0) continue
      tries -= 1
      const whole = joined(best, fresh, ground)
      if (rankOf(whole) > rankOf(better)) better = whole
    }
    if (better === best) return best
    best = better
  }
  return best
}

/** The rank that pieces would have if all of them were posts. */
function promiseOf(pieces: readonly Piece[], { ink }: PageInk): number {
  let chars = 0
  let last = 0
  for (const { start, end } of pieces) {
    chars += Math.max(0, ink[end]! - ink[Math.max(start, last)]!)
    last = Math.max(last, end)
  }
  return rankFor(pieces.length, chars)
}

function rankFor(posts: number, chars: number): number {
  return posts ** COUNT_POWER * Math.sqrt(chars)
}

/** Reads pieces as posts, unless as many as have a name or a time are too few in the opinion of the caller. */
function readAs(
  pieces: readonly Piece[],
  smallest: number,
  { nodes, stamps, texts, page, title }: Ground,
  isEnough: (posts: number) => boolean,
): Reading | undefined {
  const regions = readRegions(nodes, pieces, page, smallest)
  const leaves = readLeaves(regions, texts)
  const heads = readHeads(regions, leaves, stamps)
  const half = heads.some(({ date }) => date !== '') ? HALF : UNDATED
  const worths = heads.map(({ author, date }): number => {
    if (author !== '') return date === '' ? half : 1
    return date === '' ? 0 : HALF
  })
  if (!isEnough(worths.reduce((sum, worth) => sum + worth, 0))) return undefined
  const bodies = readBodies(regions, leaves, heads, stamps, title)
  let posts = 0
  let chars = 0
  bodies.bodies.forEach((body, index) => {
    if (body.chars === 0) return
    chars += body.chars * (1 - body.linkShare)
    posts += worths[index]!
  })
  return { regions, heads, bodies, posts, chars, missed: missedIn(regions, leaves, bodies) }
}

/** Characters of long texts that stand in posts and in no body. */
function missedIn(
  { nodes, page }: Regions,
  leaves: readonly Leaf[],
  { bodies, isLeft }: Bodies,
): number {
  const isSaid = new Uint8Array(nodes.length)
  for (const { parts } of bodies) {
    for (const part of parts) isSaid.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  }
  let missed = 0
  for (const { id } of leaves) {
    const chars = page.ink[id + 1]! - page.ink[id]!
    const isText = chars >= TEXT_MIN_CHARS && nodes[id]!.parent?.name !== 'a'
    if (isText && isSaid[id] === 0 && isLeft[id] === 0) missed += chars
  }
  return missed
}

/** Which of several readings is the best: most pieces are posts, and those say most. */
function rankOf(reading: Reading | undefined): number {
  if (!reading) return 0
  const { posts, chars, regions } = reading
  return (
    (posts / regions.pieces.length) * rankFor(posts, chars) * (chars / (chars + reading.missed + 1))
  )
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

/** The reading together with other pieces, where these are posts as well. */
function joined(best: Reading, fresh: readonly Piece[], ground: Ground): Reading {
  const known = best.regions.pieces
  const pieces = [...known, ...fresh].sort(
    (left, right) => left.start - right.start || right.end - left.end,
  )
  if (!isProper(pieces)) return best
  const least = best.posts + POSTS_MIN_SHARE * fresh.length
  const reading = readAs(
    pieces,
    Math.min(known.length, fresh.length),
    ground,
    (posts) => posts >= least,
  )
  if (!reading) return best
  const isBetter =
    reading.posts >= least &&
    reading.chars >= TEXT_MIN_SHARE * best.chars &&
    speakers(
      reading,
      fresh,
      best.heads.some(({ date }) => date !== ''),
    ) >=
      POSTS_MIN_SHARE * fresh.length
  return isBetter ? reading : best
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
    const { author, date } = heads[index]!
    if (!starts.has(start) || !first || author === '' || (isDated && date === '')) return
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

/** Whether one of some pieces holds most of the known ones: then it is what these stand in. */
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

function threadOf({ regions, heads, bodies, missed }: Reading, ground: Ground): Thread {
  const { nodes, pieces } = regions
  const isBody = new Uint8Array(nodes.length)
  for (const { parts } of bodies.bodies) {
    for (const part of parts) isBody.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  }
  const votes = readVotes(regions, isBody)
  const accepted = readAccepted(regions, isBody)
  const depths = readDepths(nodes, pieces)
  const posts = pieces.map(({ start, end }, index): Post => ({
    start,
    end,
    author: heads[index]!.author,
    date: heads[index]!.date,
    votes: votes[index]!,
    isAccepted: accepted[index]!,
    depth: depths[index]!,
    body: bodies.bodies[index]!.parts,
    chars: bodies.bodies[index]!.chars,
    linkShare: bodies.bodies[index]!.linkShare,
  }))
  const opening = findOpening(ground, posts)
  const { isLeft } = bodies
  return {
    posts: leaveOutRepeated(nodes, posts, isLeft),
    opening,
    missed,
    isFirstApart: isFirstApart(nodes, pieces),
    isLeft,
    isStated: pieces.some((piece) => isPostType(nodes, piece)),
  }
}

/** Whether the first post stands outside of what holds all that answer it. */
function isFirstApart(nodes: readonly TreeNode[], pieces: readonly Piece[]): boolean {
  const second = pieces[1]
  if (!second || pieces.length < 3) return false
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
