import type { Span, Word } from '../model.ts'

/** A rectangle that leads somewhere, in upright page coordinates. */
export interface LinkArea {
  url: string
  x: number
  right: number
  top: number
  bottom: number
}

/** How far from a place a span may be cut, in parts of the type size: widths of characters are estimated. */
const CUT_REACH = 1.5
/** Characters that are much narrower or wider than others in most fonts. */
const NARROW = /[iljtfrI.,:;'|!()[\]\s]/
const WIDE = /[mwMW@%]/

/**
 * Gives spans the address of the link whose area they lie in. A span that only partly lies in one is
 * cut at the borders of words nearest to those of the area, since producers draw a whole line at once.
 */
export function withLinks(spans: readonly Span[], areas: readonly LinkArea[]): Span[] {
  if (areas.length === 0) return [...spans]
  return spans.flatMap((span) => {
    const middle = span.y - span.size * 0.3
    const hit = areas
      .filter((area) => middle > area.top && middle < area.bottom)
      .filter((area) => covers(area, span))
      .toSorted((a, b) => a.x - b.x)
    return hit.length === 0 ? [span] : cutByAreas(span, hit)
  })
}

/** Whether an area covers more than a touch of a span: areas are often a little wider than their text. */
function covers(area: LinkArea, { x, right, size }: Span): boolean {
  const overlap = Math.min(area.right, right) - Math.max(area.x, x)
  return overlap > Math.min(size * 0.5, (right - x) * 0.6)
}

function cutByAreas(span: Span, areas: readonly LinkArea[]): Span[] {
  const edges = charEdges(span)
  const parts: Span[] = []
  let at = 0
  for (const { url, x, right } of areas) {
    const from = Math.max(at, nearestWordBorder(span.text, edges, x, 'start'))
    let to = nearestWordBorder(span.text, edges, right, 'end')
    // What ends a sentence or parts a list is no part of a link.
    while (to > from + 1 && /[,.;:]/.test(span.text.charAt(to - 1))) to -= 1
    if (to <= from) continue
    if (from > at) parts.push(part(span, edges, at, from, span.url))
    parts.push(part(span, edges, from, to, url))
    at = to
  }
  if (at < span.text.length) parts.push(part(span, edges, at, span.text.length, span.url))
  return parts.filter(({ text }) => text !== '')
}

function part(
  span: Span,
  edges: readonly number[],
  from: number,
  to: number,
  url: string | undefined,
): Span {
  const text = span.text.slice(from, to)
  const start = from + text.length - text.trimStart().length
  const x = edges[start] ?? span.x
  const words = span.words?.filter(({ at }) => at > start && at < to)
  return {
    ...span,
    text: text.trim(),
    ...(span.isApart ? { isApart: from === 0 } : {}),
    ...(words ? { words: words.map((word) => moved(word, start, x - span.x)) } : {}),
    x,
    right: edges[to - text.length + text.trimEnd().length] ?? span.right,
    spaced: from === 0 ? span.spaced : /^\s/.test(text) || /\s/.test(span.text.charAt(from - 1)),
    url,
  }
}

function moved({ at, end, start }: Word, by: number, distance: number): Word {
  return { at: at - by, end: end - distance, start: start - distance }
}

/** A span as two, cut at the border of words nearest to a place; whole where no word begins near it. */
export function cutSpanAt(span: Span, x: number): Span[] {
  const edges = charEdges(span)
  let at = 0
  for (const found of span.text.matchAll(/\s(?=\S)/g)) {
    const next = found.index + 1
    if (Math.abs((edges[next] ?? 0) - x) < Math.abs((edges[at] ?? 0) - x)) at = next
  }
  if (at === 0 || Math.abs((edges[at] ?? 0) - x) > span.size * CUT_REACH) return [span]
  return [part(span, edges, 0, at, span.url), part(span, edges, at, span.text.length, span.url)]
}

/** Left edge of each character, and the right edge of the last: estimated between the places of words that are known. */
export function charEdges(span: Span): number[] {
  const edges: number[] = []
  let at = 0
  let x = span.x
  for (const word of span.words ?? []) {
    const end = span.x + word.end
    const start = span.x + word.start
    // What stands beside its place belongs to another text.
    const isKnown = word.at > at + 1 && word.at < span.text.length && end > x
    if (!isKnown || start < end || start > span.right) continue
    addEdges(edges, span.text.slice(at, word.at - 1), x, end)
    edges.push(end)
    at = word.at
    x = start
  }
  addEdges(edges, span.text.slice(at), x, span.right)
  edges.push(span.right)
  return edges
}

function addEdges(edges: number[], text: string, x: number, right: number): void {
  const widths = Array.from({ length: text.length }, (_, index) => {
    const char = text.charAt(index)
    return NARROW.test(char) ? 0.55 : WIDE.test(char) ? 1.5 : 1
  })
  const unit = (right - x) / widths.reduce((sum, width) => sum + width, 0)
  let edge = x
  for (const width of widths) {
    edges.push(edge)
    edge += width * unit
  }
}

function nearestWordBorder(
  text: string,
  edges: readonly number[],
  x: number,
  side: 'start' | 'end',
): number {
  let best = side === 'start' ? 0 : text.length
  let distance = Math.abs((edges[best] ?? 0) - x)
  for (let at = 1; at < text.length; at += 1) {
    const outside = text.charAt(side === 'start' ? at - 1 : at)
    const inside = text.charAt(side === 'start' ? at : at - 1)
    if (/[\p{L}\p{N}]/u.test(outside) || /\s/.test(inside)) continue
    const candidate = Math.abs((edges[at] ?? 0) - x)
    if (candidate < distance) {
      best = at
      distance = candidate
    }
  }
  return best
}
