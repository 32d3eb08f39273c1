import { FenceTracker } from './fence.ts'

/**
 * Where a page of at most `maxChars` characters that begins at `from` ends. Pages put together give
 * the text again. A page ends at the last border of blocks in it; where a single block is longer than
 * a page, between two of its lines (of a table: rows), of its words, and at last of its characters.
 * Fenced code that fits into a page is never cut.
 */
export function pageEnd(markdown: string, from: number, maxChars: number): number {
  const limit = from + maxChars
  if (limit >= markdown.length) return markdown.length
  const ends = lineEnds(markdown, from, limit)
  return ends.block ?? ends.line ?? ends.codeLine ?? wordEnd(markdown, from, limit)
}

/** The last borders, by kind, that lie after `from` and not after `limit`. */
function lineEnds(
  markdown: string,
  from: number,
  limit: number,
): { block?: number; line?: number; codeLine?: number } {
  const ends: { block?: number; line?: number; codeLine?: number } = {}
  const fences = new FenceTracker()
  for (let at = lineStart(markdown, from, fences); at < limit;) {
    const newline = markdown.indexOf('\n', at)
    if (newline === -1) break
    const wasOpen = fences.isOpen
    fences.isFenced(markdown.slice(at, newline))
    const opens = !wasOpen && fences.isOpen
    // A block may also begin without a blank line before it.
    if (opens && at > from) ends.block = at
    const end = newline + 1
    if (end > limit) break
    if (fences.isOpen) ends.codeLine = end
    else if (isBlockBorder(markdown, at, end, wasOpen)) ends.block = end
    else ends.line = end
    at = end
  }
  return ends
}

/** Reads the text before `from`, which decides whether `from` lies inside of a fenced block. */
function lineStart(markdown: string, from: number, fences: FenceTracker): number {
  let at = 0
  while (at < from) {
    const newline = markdown.indexOf('\n', at)
    if (newline === -1 || newline >= from) break
    fences.isFenced(markdown.slice(at, newline))
    at = newline + 1
  }
  return at
}

function isBlockBorder(
  markdown: string,
  start: number,
  end: number,
  closesFence: boolean,
): boolean {
  if (closesFence) return true
  const isBlank = markdown.slice(start, end).trim() === ''
  return isBlank && markdown.charAt(end) !== '\n'
}

function wordEnd(markdown: string, from: number, limit: number): number {
  const space = markdown.lastIndexOf(' ', limit - 1)
  if (space > from) return space + 1
  const code = markdown.charCodeAt(limit - 1)
  const splitsPair = code >= 0xd800 && code <= 0xdbff
  return splitsPair && limit - 1 > from ? limit - 1 : limit
}
