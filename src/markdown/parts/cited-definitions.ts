import { FenceTracker } from './fence.ts'
import { openFence, type Page, pageAt } from './paging.ts'
import { tableStart } from './table-head.ts'

/** Share of a part that its own text gets at least, however many definitions it cites: one in ten leaves room for lists of links. */
const TEXT_MIN_SHARE = 1 / 10

/** Sizes that are tried for the text of a part, each halving what is in doubt. */
const TRIES_MAX_COUNT = 5

/** A definition in a line of its own (CommonMark 4.7), without a footnote's. */
const DEFINITION = /^ {0,3}\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*\S/

/** Brackets, and what only looks like them. */
const BRACKETS = /\\[^]|[[\]]/g

/** What divides the definitions from the text of a part. */
const DIVIDER = '\n\n'

/**
 * The page that begins at `from`, as `pageAt` cuts it, followed by the reference definitions that it cites and does not hold: links
 * of a part lead somewhere without the other parts. Both together have at most `maxChars` characters; definitions that do not fit
 * beside a tenth of text are left out.
 */
export function citingPage(markdown: string, from: number, maxChars: number): Page {
  const definitions = readDefinitions(markdown)
  const start = cutOff(markdown, from)
  const rest = markdown.slice(start)
  const pageOf = (chars: number): CitingPage => {
    const { end, markdown: text } = pageAt(rest, from - start, chars)
    const page = { end: start + end, markdown: text }
    return addDefinitions(page, markdown, from, maxChars, definitions)
  }
  const longest = pageOf(maxChars)
  if (longest.isComplete) return longest.page
  let low = Math.ceil(maxChars * TEXT_MIN_SHARE)
  let high = maxChars
  let best = pageOf(low)
  for (let tried = 0; tried < TRIES_MAX_COUNT; tried += 1) {
    const middle = Math.floor((low + high) / 2)
    const found = pageOf(middle)
    if (found.isComplete) {
      low = middle
      best = found
    } else high = middle
  }
  return best.page
}

/** How much of the text before a page does not matter for it: all, so that it is read once, unless a line, table or fence goes on. */
function cutOff(markdown: string, from: number): number {
  const isLineStart = markdown[from - 1] === '\n' && openFence(markdown, from) === ''
  return isLineStart ? tableStart(markdown, from) : 0
}

interface CitingPage {
  page: Page
  /** Whether all definitions fit. */
  isComplete: boolean
}

/** A definition and where it begins. */
interface Definition {
  line: string
  at: number
}

function addDefinitions(
  page: Page,
  markdown: string,
  from: number,
  maxChars: number,
  definitions: ReadonlyMap<string, Definition>,
): CitingPage {
  const text = page.markdown.trimEnd()
  let room = maxChars - text.length - DIVIDER.length
  let isComplete = true
  const lines: string[] = []
  for (const label of readLabels(markdown.slice(from, page.end))) {
    const found = definitions.get(label)
    if (!found || (found.at >= from && found.at + found.line.length <= page.end)) continue
    const chars = found.line.length + 1
    if (chars > room) {
      isComplete = false
      continue
    }
    room -= chars
    lines.push(`${found.line}\n`)
  }
  if (lines.length === 0) return { page, isComplete }
  return { page: { end: page.end, markdown: text + DIVIDER + lines.join('') }, isComplete }
}

/**
 * Whatever stands in brackets that hold no others, each once, in the order of the text: which of it is a link, only the
 * definitions tell. In time linear in the text, however many brackets it opens.
 */
function readLabels(text: string): Set<string> {
  const labels = new Set<string>()
  let start = -1
  for (const { 0: mark, index } of text.matchAll(BRACKETS)) {
    if (mark === '[') start = index + 1
    else if (mark === ']') {
      if (start !== -1) labels.add(keyOf(text.slice(start, index)))
      start = -1
    }
  }
  return labels
}

/** All definitions of a document by their label; of several, the first one counts. */
function readDefinitions(markdown: string): Map<string, Definition> {
  const definitions = new Map<string, Definition>()
  const fences = new FenceTracker()
  for (let at = 0; at < markdown.length;) {
    const newline = markdown.indexOf('\n', at)
    const end = newline === -1 ? markdown.length : newline
    const line = markdown.slice(at, end)
    const label = fences.isFenced(line) ? undefined : DEFINITION.exec(line)?.[1]
    const key = label === undefined ? undefined : keyOf(label)
    if (key !== undefined && !definitions.has(key)) definitions.set(key, { line, at })
    at = end + 1
  }
  return definitions
}

/** Labels match whatever their case and white space (CommonMark 4.7). */
function keyOf(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
