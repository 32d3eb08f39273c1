import type { Line, Span } from '../model.ts'
import { charEdges, cutSpanAt } from '../page/link-areas.ts'
import type { Band } from './bands.ts'
import { overHeads } from './over-heads.ts'

/** Space beside a text that tells the edge of a column, in parts of the type size. */
const EDGE_GAP = 0.5
/** Bands that agree on an edge. */
const EDGE_MIN_BANDS = 3
const EDGE_MIN_SHARE = 0.2
/** How far from an edge a word may begin or end, in parts of the type size: the places of characters are estimated. */
const REACH = 0.5

/** Space between two words, over the usual, from which on they are two cells. */
const WIDE_SPACE = 1.6

/** How many bands have a text begin or end at a place, in points. */
interface Edges {
  starts: Map<number, number>
  ends: Map<number, number>
  /** How many bands have text over a place. */
  covered: Map<number, number>
}

/**
 * Lines with spans cut at blanks where texts of other lines begin or end: cells that come near to each other are drawn as one text.
 */
export function withCutSpans(lines: readonly Line[], bands: readonly Band[]): readonly Line[] {
  const edges = edgesOf(bands)
  const widest = usualSpace(lines) * WIDE_SPACE
  if (edges.starts.size === 0 && !Number.isFinite(widest)) return lines
  // A line of one text alone is text, and names over several heads are whole.
  const over = overHeads(bands)
  const alone = new Set(
    bands.flatMap((band) => (band.spans.length === 1 || over.has(band) ? band.spans : [])),
  )
  let isCut = false
  const cut = lines.map((line) => {
    const spans = line.spans.flatMap((span) =>
      alone.has(span) ? [span] : cutAtEdges(span, edges, widest),
    )
    if (spans.length === line.spans.length) return line
    isCut = true
    return { ...line, spans }
  })
  return isCut ? cut : lines
}

function edgesOf(bands: readonly Band[]): Edges {
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  const covered = new Map<number, number>()
  const count = (places: Map<number, number>, x: number): void => {
    places.set(Math.round(x), (places.get(Math.round(x)) ?? 0) + 1)
  }
  for (const { spans, ends: reached, size } of bands) {
    for (const [index, span] of spans.entries()) {
      // A line of one text is no row.
      if (spans.length > 1)
        for (let x = Math.ceil(span.x); x < span.right; x += 1) count(covered, x)
      const before = reached[index - 1]
      if (before === undefined || span.x - before < size * EDGE_GAP) continue
      count(starts, span.x)
      count(ends, before)
    }
  }
  const least = Math.max(EDGE_MIN_BANDS, bands.length * EDGE_MIN_SHARE)
  for (const places of [starts, ends]) {
    for (const [x, some] of places) {
      const near = some + (places.get(x - 1) ?? 0) + (places.get(x + 1) ?? 0)
      if (near < least) places.delete(x)
    }
  }
  return { starts, ends, covered }
}

/** The space between most words, in parts of the type size. */
function usualSpace(lines: readonly Line[]): number {
  const spaces = lines.flatMap(({ spans }) =>
    spans.flatMap(({ words = [], size }) => words.map(({ end, start }) => (start - end) / size)),
  )
  const sorted = spaces.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
}

function cutAtEdges(span: Span, { starts, ends, covered }: Edges, widest: number): Span[] {
  if (!/\S\s+\S/.test(span.text)) return [span]
  const places = charEdges(span)
  const reach = Math.ceil(span.size * REACH)
  const hasNear = (edges: ReadonlyMap<number, number>, x: number): boolean => {
    for (let at = Math.round(x) - reach; at <= Math.round(x) + reach; at += 1) {
      if (edges.has(at)) return true
    }
    return false
  }
  // A blank of code is as wide as a letter.
  const char = (span.right - span.x) / span.text.length
  const most = span.mono ? char * WIDE_SPACE : span.size * widest
  const wide = new Set(
    span.words?.filter(({ end, start }) => start - end > most).map(({ at }) => at),
  )
  let pieces = [span]
  for (const found of span.text.matchAll(/\s+(?=\S)/g)) {
    const end = places[found.index] ?? span.x
    const start = places[found.index + found[0].length] ?? span.x
    const isCell = wide.has(found.index + found[0].length)
    if (!isCell && !hasNear(starts, start) && !hasNear(ends, end)) continue
    const last = pieces.at(-1) as Span
    if (!isCell && !standsUnder(covered, last.x, end)) continue
    pieces = [...pieces.slice(0, -1), ...cutSpanAt(last, start)]
  }
  return pieces
}

/** Whether texts of other bands stand over or under a place: a column has several. */
function standsUnder(covered: ReadonlyMap<number, number>, x: number, right: number): boolean {
  for (let at = Math.ceil(x); at < right; at += 1) if ((covered.get(at) ?? 0) > 1) return true
  return false
}
