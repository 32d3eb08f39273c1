import { readBodies, type Bodies } from './bodies.ts'
import { readHeads, readLeaves, type Head, type Leaf } from './heads.ts'
import type { Ground } from './opening.ts'
import { readRegions, type PageInk, type Regions } from './region.ts'
import type { Piece } from './thread.ts'

/** How much of a post a piece is that has only a name or a time, and one with a name where no piece has a time. */
const HALF = 0.35
const UNDATED = 0.65
/** How the number of posts counts against what they say: more short ones are no better than fewer long ones. */
const COUNT_POWER = 0.6
/** Longer texts are something that somebody wrote. */
const TEXT_MIN_CHARS = 40

/** Pieces of a page read as posts. */
export interface Reading {
  regions: Regions
  heads: readonly Head[]
  bodies: Bodies
  /** How many of the pieces are posts, those without name or time counted in part. */
  posts: number
  /** Characters of all bodies, links not counted. */
  chars: number
  /** Characters of long texts in the pieces that no body holds. */
  missed: number
  /** Greater where most pieces are posts, and those say most. */
  rank: number
}

/** Who speaks in pieces, and how many posts these are at most. */
interface Speakers {
  regions: Regions
  leaves: readonly Leaf[]
  heads: readonly Head[]
  worths: readonly number[]
  posts: number
}

/** Reads pieces of one page as posts: those that were tried before are not read again. */
export class PieceReader {
  readonly #ground: Ground
  readonly #attempts = new Map<string, Attempt>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** Pieces in document order, of which `smallest` are of the rarest kind; nothing is read yet. */
  try(pieces: readonly Piece[], smallest: number): Attempt {
    const key = `${smallest} ${pieces.map(({ start, end }) => `${start}-${end}`).join(' ')}`
    let attempt = this.#attempts.get(key)
    if (!attempt) {
      this.#attempts.set(key, (attempt = new Attempt(this.#ground, pieces, smallest)))
    }
    return attempt
  }
}

/** Pieces that may be posts, read as far as was needed. */
export class Attempt {
  readonly pieces: readonly Piece[]
  /** The rank that the pieces would have if all of them were posts with all of their text. */
  readonly promise: number
  readonly #ground: Ground
  readonly #smallest: number
  /** Characters in the pieces. */
  readonly #chars: number
  #speakers: Speakers | undefined
  #reading: Reading | undefined

  constructor(ground: Ground, pieces: readonly Piece[], smallest: number) {
    this.#ground = ground
    this.#smallest = smallest
    this.pieces = pieces
    this.#chars = charsOf(pieces, ground.page)
    this.promise = rankFor(pieces.length, this.#chars)
  }

  /**
   * What the pieces are as posts; undefined when it is clear before all was read that they rank no higher than `rank`, or are fewer
   * than `postsMinCount`.
   */
  readAbove(rank: number, postsMinCount = 0): Reading | undefined {
    if (this.promise <= rank) return undefined
    const { posts } = (this.#speakers ??= this.#findSpeakers())
    const most = (posts / this.pieces.length) * rankFor(posts, this.#chars)
    if (most <= rank || posts < postsMinCount) return undefined
    return (this.#reading ??= this.#read(this.#speakers))
  }

  #findSpeakers(): Speakers {
    const { nodes, stamps, texts, page } = this.#ground
    const regions = readRegions(nodes, this.pieces, page, this.#smallest)
    const leaves = readLeaves(regions, texts)
    const heads = readHeads(regions, leaves, stamps)
    const half = heads.some(({ date }) => date !== '') ? HALF : UNDATED
    const worths = heads.map(({ isLikely, date }): number => {
      if (isLikely) return date === '' ? half : 1
      return date === '' ? 0 : HALF
    })
    const posts = worths.reduce((sum, worth) => sum + worth, 0)
    return { regions, leaves, heads, worths, posts }
  }

  #read({ regions, leaves, heads, worths }: Speakers): Reading {
    const { stamps, title } = this.#ground
    const bodies = readBodies(regions, leaves, heads, stamps, title)
    let posts = 0
    let chars = 0
    bodies.bodies.forEach((body, index) => {
      if (body.chars === 0) return
      chars += body.chars * (1 - body.linkShare)
      posts += worths[index]!
    })
    const missed = missedIn(regions, leaves, bodies, heads)
    const rank =
      (posts / regions.pieces.length) * rankFor(posts, chars) * (chars / (chars + missed + 1))
    return { regions, heads, bodies, posts, chars, missed, rank }
  }
}

function charsOf(pieces: readonly Piece[], { ink }: PageInk): number {
  let chars = 0
  let last = 0
  for (const { start, end } of pieces) {
    chars += Math.max(0, ink[end]! - ink[Math.max(start, last)]!)
    last = Math.max(last, end)
  }
  return chars
}

function rankFor(posts: number, chars: number): number {
  return posts ** COUNT_POWER * Math.sqrt(chars)
}

/** Characters of long texts that stand in posts and in no body. */
function missedIn(
  { nodes, page }: Regions,
  leaves: readonly Leaf[],
  { bodies, isLeft }: Bodies,
  heads: readonly Head[],
): number {
  const isSaid = new Uint8Array(nodes.length)
  for (const { stamp } of heads) if (stamp) isSaid[stamp.id] = 1
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
