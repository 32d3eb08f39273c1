import { foldText, placeInText } from '../../lib/fold-text.ts'
import { cleanLine } from '../../lib/text.ts'
import { findWord, wordsIn } from '../../lib/words-in.ts'
import { FOUND_MAX_COUNT } from '../limits.ts'
import { blocksOf, type TextBlock } from './blocks.ts'
import { findTableRows } from './table-excerpt.ts'
import { headOf } from './table-head.ts'

/** Characters of the excerpt of a part. */
const EXCERPT_MAX_CHARS = 500

/** Characters of an excerpt before the first word that was looked for. */
const EXCERPT_LEAD_CHARS = 120

/** Characters of the headings over a part. */
const HEADING_MAX_CHARS = 200

/** A part of a document in which words were found. */
export interface FoundPart {
  /** Where it begins, in characters of the document. */
  position: number
  /** Headings above it, outermost first, joined by ` > `; empty where there is none. */
  heading: string
  excerpt: string
}

/** The best parts, and how many there are in all. */
export interface Found {
  total: number
  parts: readonly FoundPart[]
  /** Whether each part has all words; else each has some of them. */
  hasAll: boolean
}

interface Candidate {
  block: TextBlock
  /** Where each word first stands in the folded block; -1 where it does not. */
  places: readonly number[]
  /** Whether all words are in it, or in the head of the table that it belongs to. */
  hasAll: boolean
  hasPhrase: boolean
}

/**
 * The parts of a Markdown text that have the words, whatever their case and accents: at the beginning of words, in scripts without
 * blanks anywhere. Those with all words count, or where there are none, those with some; the words in a row come first,
 * then parts with more and rarer words, then in the order of the text.
 */
export function findParts(markdown: string, query: string): Found {
  const words = wordsIn(query)
  const phrase = words.join(' ')
  const candidates: Candidate[] = []
  const counts = words.map(() => 0)
  let head = { text: '', has: words.map(() => false) }
  for (const block of blocksOf(markdown)) {
    const folded = foldText(block.text)
    const places = words.map((word) => findWord(folded, word))
    if (places.every((place) => place === -1)) continue
    places.forEach((place, index) => {
      if (place !== -1) counts[index] = (counts[index] ?? 0) + 1
    })
    // A row is found by what it says and what its columns are called.
    if (block.head !== undefined && block.head !== head.text) {
      const names = foldText(block.head)
      head = { text: block.head, has: words.map((word) => findWord(names, word) !== -1) }
    }
    const hasAll = places.every(
      (place, index) => place !== -1 || (block.head !== undefined && head.has[index]),
    )
    const hasPhrase =
      words.length > 1 && folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').includes(phrase)
    candidates.push({ block, places, hasAll, hasPhrase })
  }
  const complete = candidates.filter((candidate) => candidate.hasAll)
  const chosen = complete.length > 0 ? complete : candidates
  return {
    total: chosen.length,
    hasAll: complete.length > 0 || candidates.length === 0,
    parts: rank(chosen, counts)
      .slice(0, FOUND_MAX_COUNT)
      .map((candidate) => partOf(candidate, words)),
  }
}

/** Weight of a phrase, more than any words weigh that stand apart. */
const PHRASE_WEIGHT = 1_000

/** The best first; what is equally good, in the order of the text. `counts` are the blocks that have each word. */
function rank(candidates: readonly Candidate[], counts: readonly number[]): Candidate[] {
  const weights = counts.map((count) => Math.log(1 + candidates.length / Math.max(1, count)))
  const scoreOf = ({ places, hasPhrase }: Candidate): number =>
    places.reduce((sum, place, index) => sum + (place === -1 ? 0 : (weights[index] ?? 0)), 0) +
    (hasPhrase ? PHRASE_WEIGHT : 0)
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ candidate }) => candidate)
}

function partOf({ block, places }: Candidate, words: readonly string[]): FoundPart {
  const { at, text, headings } = block
  const heading = cleanLine(headings.join(' > '), HEADING_MAX_CHARS)
  const head = block.head ?? headOf(text, 0)
  if (head !== '' && (block.head !== undefined || text.length > EXCERPT_MAX_CHARS)) {
    const start = block.head === undefined ? head.length : 0
    const rows = findTableRows(text.slice(start), head, words, EXCERPT_MAX_CHARS)
    if (rows) return { position: at + start + rows.at, heading, excerpt: rows.text }
  }
  const place = Math.min(...places.filter((found) => found !== -1))
  return { position: at, heading, excerpt: excerptOf(text, place) }
}

/** The text around a place of its folded form, cut between words. */
function excerptOf(text: string, foldedAt: number): string {
  if (text.length <= EXCERPT_MAX_CHARS) return text
  const hit = placeInText(text, foldedAt)
  const from = Math.max(0, Math.min(hit - EXCERPT_LEAD_CHARS, text.length - EXCERPT_MAX_CHARS))
  const to = Math.min(text.length, from + EXCERPT_MAX_CHARS)
  const start = from === 0 ? 0 : wordStart(text, from, hit)
  const end = to === text.length ? to : wordEnd(text, to, hit)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}

function wordStart(text: string, from: number, hit: number): number {
  const blank = text.slice(from, hit).search(/\s/)
  return blank === -1 ? whole(text, from) : from + blank + 1
}

function wordEnd(text: string, to: number, hit: number): number {
  const blank = text.slice(hit, to).search(/\s\S*$/)
  return blank === -1 ? whole(text, to) : hit + blank
}

/** A place that does not divide a character of two units. */
function whole(text: string, at: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) ? at + 1 : at
}
