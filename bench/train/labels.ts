import { hashPair } from '../../src/extract/content/features/hash.ts'
import { wordHashes } from '../../src/extract/content/features/words.ts'

const WORDS_MAX_COUNT = 200_000
const TRIPLE_WORDS = 3
/** Share of a block's word triples found in the truth that makes it content. */
const HIT_MIN_SHARE = 0.5
/** How far, in words, from its neighbours' places a short block may stand in the truth. */
const REACH_WORDS = 12
const NEIGHBOURS_MAX_COUNT = 12
const PLACES_MAX_COUNT = 40

/**
 * For each block 1 when the truth holds it, else 0. Longer blocks are looked up by their word triples; short
 * ones, which may stand anywhere, count where the truth has them beside what their neighbours are there.
 */
export function labelsByText(blocks: readonly string[], truth: string): Int8Array {
  const words = wordHashes(truth, WORDS_MAX_COUNT)
  const triples = placesOf(words, TRIPLE_WORDS)
  const singles = placesOf(words, 1)
  const labels = new Int8Array(blocks.length)
  const places = new Int32Array(blocks.length).fill(-1)
  const hashes = blocks.map((text) => wordHashes(text, WORDS_MAX_COUNT))
  let last = 0
  hashes.forEach((own, index) => {
    if (own.length < TRIPLE_WORDS) return
    let hits = 0
    let place = -1
    for (let at = TRIPLE_WORDS - 1; at < own.length; at += 1) {
      const found = triples.get(keyOf(own, at, TRIPLE_WORDS))
      if (!found) continue
      hits += 1
      if (place === -1) place = nearest(found, last) - at
    }
    if (hits < HIT_MIN_SHARE * (own.length - TRIPLE_WORDS + 1)) return
    labels[index] = 1
    places[index] = place
    last = place + own.length
  })
  hashes.forEach((own, index) => {
    if (own.length === 0 || own.length >= TRIPLE_WORDS) return
    const near: number[] = []
    for (let step = 1; step <= NEIGHBOURS_MAX_COUNT; step += 1) {
      const before = index - step
      if (before >= 0 && places[before]! >= 0) near.push(places[before]! + hashes[before]!.length)
      const after = index + step
      if (after < blocks.length && places[after]! >= 0) near.push(places[after]!)
    }
    const found = (singles.get(own[0]!) ?? []).find(
      (place) =>
        own.every((word, at) => words[place + at] === word) &&
        near.some((other) => Math.abs(other - place) <= REACH_WORDS),
    )
    if (found === undefined) return
    labels[index] = 1
    places[index] = found
  })
  return labels
}

/**
 * Takes back labels that do harm: of copies of one text all but one, and blocks that hold more of other things;
 * adds blocks beside content that only bring words which the truth has and the others lack.
 */
export function refinedLabels(
  blocks: readonly string[],
  truth: string,
  labels: Int8Array,
): Int8Array {
  const refined = Int8Array.from(labels)
  const bag = new Bag(wordHashes(truth, WORDS_MAX_COUNT))
  const hashes = blocks.map((text) => wordHashes(text, WORDS_MAX_COUNT))
  hashes.forEach((own, index) => {
    if (refined[index] === 1) bag.add(own, 1)
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = hashes.length - 1; index >= 0; index -= 1) {
      const own = hashes[index]!
      const isContent = refined[index] === 1
      if (own.length === 0) continue
      if (!isContent && !(refined[index - 1] === 1 || refined[index + 1] === 1)) continue
      const before = bag.score()
      const overlap = bag.overlap
      bag.add(own, isContent ? -1 : 1)
      const isBetter =
        bag.score() > before && (isContent || bag.overlap - overlap >= ADDED_MIN_SHARE * own.length)
      if (isBetter) refined[index] = isContent ? 0 : 1
      else bag.add(own, isContent ? 1 : -1)
    }
  }
  return refined
}

const ROUNDS = 2
/** Share of the words of an added block that the truth must have beyond what others bring. */
const ADDED_MIN_SHARE = 0.8

/** The words of the truth against those of the blocks chosen. */
class Bag {
  readonly #remaining = new Map<number, number>()
  readonly #chosen = new Map<number, number>()
  readonly #size: number
  #chosenSize = 0
  overlap = 0

  constructor(truth: readonly number[]) {
    this.#size = truth.length
    for (const word of truth) this.#remaining.set(word, (this.#remaining.get(word) ?? 0) + 1)
  }

  /** Adds words once, or takes them away. */
  add(words: readonly number[], sign: 1 | -1): void {
    for (const word of words) {
      const remaining = this.#remaining.get(word) ?? 0
      const chosen = this.#chosen.get(word) ?? 0
      this.#chosen.set(word, chosen + sign)
      this.overlap += Math.min(remaining, chosen + sign) - Math.min(remaining, chosen)
      this.#chosenSize += sign
    }
  }

  score(): number {
    return (2 * this.overlap) / Math.max(1, this.#chosenSize + this.#size)
  }
}

/** 1 or 0 for blocks that hold a wanted or an unwanted segment, -1 for all others. */
export function labelsBySegments(
  blocks: readonly string[],
  contentSegments: readonly string[],
  unwanted: readonly string[],
): Int8Array {
  const has = (block: string, segments: readonly string[]): boolean =>
    segments.some(
      (segment) =>
        segment !== '' &&
        (block.includes(segment) || (block.length > 12 && segment.includes(block))),
    )
  const wants = contentSegments.map(oneSpaced)
  const refuses = unwanted.map(oneSpaced)
  return Int8Array.from(blocks, (text) => {
    const block = oneSpaced(text)
    if (has(block, wants)) return 1
    return has(block, refuses) ? 0 : -1
  })
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function keyOf(words: readonly number[], last: number, count: number): number {
  let key = words[last - count + 1]!
  for (let at = last - count + 2; at <= last; at += 1) key = hashPair(key, words[at]!)
  return key
}

function placesOf(words: readonly number[], count: number): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (let at = count - 1; at < words.length; at += 1) {
    const key = keyOf(words, at, count)
    const known = places.get(key)
    if (!known) places.set(key, [at])
    else if (known.length < PLACES_MAX_COUNT) known.push(at)
  }
  return places
}

function nearest(places: readonly number[], to: number): number {
  let best = places[0]!
  for (const place of places) if (Math.abs(place - to) < Math.abs(best - to)) best = place
  return best
}
