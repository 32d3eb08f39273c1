import { FenceTracker } from './fence.ts'
import { headOf, tableHead } from './table-head.ts'

/** One page of a text and where in the text it ends. */
export interface Page {
  end: number
  markdown: string
}

/** Share of a page that the repeated head of a table may take. */
const HEAD_MAX_SHARE = 1 / 4

/**
 * The page that begins at `from`, as `pageEnd` cuts it. Where it cuts a fenced block, the block is closed
 * at the end of the page and opened again on the next: what was code never acts as Markdown. A page that begins between the rows
 * of a table repeats its head.
 */
export function pageAt(markdown: string, from: number, maxChars: number): Page {
  const opening = openFence(markdown, from)
  const head = opening === '' ? tableHead(markdown, from) : ''
  if (head === '' || head.length > maxChars * HEAD_MAX_SHARE)
    return openedPage(markdown, from, maxChars, opening)
  const page = openedPage(markdown, from, maxChars - head.length, '')
  return { end: page.end, markdown: head + page.markdown }
}

function openedPage(markdown: string, from: number, maxChars: number, opening: string): Page {
  const pageTo = (end: number): Page => {
    const closing = openFence(markdown, end)
    const body = markdown.slice(from, end)
    const begin = opening === '' ? body : `${opening}\n${body}`
    if (closing === '') return { end, markdown: begin }
    return { end, markdown: `${begin}${begin.endsWith('\n') ? '' : '\n'}${closing}\n` }
  }
  const longest = pageTo(pageEnd(markdown, from, maxChars))
  if (longest.markdown.length <= maxChars) return longest
  // A block that was open before, or is open at the end, may have to be closed wherever the page ends.
  const fenceChars = Math.max(opening.length, openFence(markdown, longest.end).length)
  const room = maxChars - (opening === '' ? 0 : opening.length + 1) - fenceChars - 2
  return pageTo(pageEnd(markdown, from, Math.max(room, Math.ceil(maxChars / 2))))
}

/** The line that would close the fenced block that a position lies in; empty outside of one. Reads all text before it. */
export function openFence(markdown: string, position: number): string {
  if (position === 0 || position === markdown.length) return ''
  const fences = new FenceTracker()
  lineStart(markdown, position, fences)
  return fences.closing
}

/**
 * Where a page of at most `maxChars` characters that begins at `from` ends. Pages put together give
 * the text again. A page ends at the last border of blocks in it; where a single block is longer than
 * a page, between two of its lines (of a table: rows), of its words, and at last of its characters. A table longer than a page
 * begins on the page that it stands on.
 * Fenced code that fits into a page is never cut.
 */
export function pageEnd(markdown: string, from: number, maxChars: number): number {
  const limit = from + maxChars
  if (limit >= markdown.length) return markdown.length
  const ends = lineEnds(markdown, from, limit)
  if (ends.block !== undefined && ends.line !== undefined && ends.line > ends.block) {
    const next = markdown.indexOf('\n\n', ends.block)
    const isLong = (next === -1 ? markdown.length : next) - ends.block > maxChars
    const head = isLong ? headOf(markdown, ends.block) : ''
    if (head !== '' && ends.line > ends.block + head.length) return ends.line
  }
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
