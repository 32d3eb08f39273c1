import { cancelled, OperationError, toOperationError } from '../../contract/errors.ts'
import { countChars, firstChars } from '../../lib/text.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'

/** Content that a model wants to send, and whether as several messages where one cannot hold it. */
export interface LongContent {
  content: string
  split?: boolean | undefined
}

/** What closing and opening blocks anew may add to each end of a part; blocks that would need more are not opened again. */
const FRAME_MAX_CHARS = 500

/** A title of a block that is opened again is cut here. */
const TITLE_MAX_CHARS = 100

/** How far back from its end a part looks for a better place to end, as a share of its size. */
const MIN_SHARE = 0.5

/** Kinds of blocks that hold Markdown, in which other blocks may begin. */
const CONTAINERS = new Set(['quote', 'quoted', 'spoiler'])

const OPENING = /^([ >]*)(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)\}?)?([^`~]*)$/

/** A fenced block that is open, with those around it. */
interface Fence {
  marker: string
  isContainer: boolean
  opening: string
  closing: string
  outer: Fence | undefined
  /** Length of all opening lines of it and those around it, or of all closing ones where that is more, with line ends. */
  frameChars: number
}

/** A line, or a piece of a line that no part could hold, with the block that is open after it. */
interface Line {
  text: string
  chars: number
  /** Whether the line before ends here, rather than going on. */
  isNew: boolean
  before: Fence | undefined
  after: Fence | undefined
}

/**
 * The content of each message that a text is sent as. Throws `invalid_input` with the length, the limit and the number of messages
 * for one that is too long and may not be split: routes would cut it.
 */
export function partsOf({ content, split }: LongContent): string[] {
  // Routes leave out blanks at the end before they count.
  const chars = countChars(content.trimEnd())
  if (chars <= MESSAGE_MAX_CHARS) return [content]
  const parts = splitContent(content, MESSAGE_MAX_CHARS)
  if (split) return parts
  throw new OperationError(
    'invalid_input',
    `content is too long (limit: ${MESSAGE_MAX_CHARS} characters): it has ${chars}. Nothing was sent.`,
    {
      hint: `Shorten it, or set split: true to send it as ${parts.length} messages in order.`,
      fields: { chars, max_chars: MESSAGE_MAX_CHARS, parts: parts.length },
    },
  )
}

/**
 * Sends messages one after the other. Returns their ids. Throws the first failure, with `sent_ids` and what was not sent where
 * some were sent before it.
 */
export async function sendInParts(
  parts: readonly string[],
  signal: AbortSignal,
  send: (content: string) => Promise<{ id: number }>,
): Promise<number[]> {
  const ids: number[] = []
  for (const part of parts) {
    try {
      if (signal.aborted) throw cancelled()
      ids.push((await send(part)).id)
    } catch (thrown) {
      throw ids.length === 0 ? toOperationError(thrown) : stoppedAt(ids, parts.length, thrown)
    }
  }
  return ids
}

function stoppedAt(ids: readonly number[], count: number, thrown: unknown): OperationError {
  const { code, message, hint, fields, specCode, isQuoting } = toOperationError(thrown)
  const sent = `Only ${ids.length} of ${count} parts were sent, as messages ${ids.join(', ')}.`
  return new OperationError(code, `${sent} The next one failed: ${message}`, {
    hint: `${hint === undefined ? '' : `${hint} `}Read message ${ids.at(-1)} and send what comes after it.`,
    fields: { ...fields, sent_ids: ids, parts: count },
    ...(specCode === undefined ? {} : { specCode }),
    isQuoting,
    cause: thrown,
  })
}

/**
 * Markdown in parts of at most `maxChars` code points each, in order: parts end between paragraphs where they can, else between
 * lines, else between words. A block of code, quote or spoiler that a part ends in is closed there and opened again in the next
 * one. `maxChars` must be at least 2,000.
 */
export function splitContent(content: string, maxChars: number): string[] {
  if (countChars(content) <= maxChars) return [content]
  const lines = linesOf(content, maxChars - 2 * FRAME_MAX_CHARS - 2)
  const parts: string[] = []
  let start = 0
  while (start < lines.length) {
    const end = endOf(lines, start, maxChars)
    const part = partOf(lines, start, end)
    if (part.trim() !== '') parts.push(part)
    start = end
  }
  return parts
}

function linesOf(content: string, maxChars: number): Line[] {
  const lines: Line[] = []
  let open: Fence | undefined
  for (const whole of content.split('\n')) {
    const before = open
    open = afterLine(open, whole)
    const pieces = piecesOf(whole, maxChars)
    for (const [at, text] of pieces.entries()) {
      const isLast = at === pieces.length - 1
      lines.push({
        text,
        chars: countChars(text),
        isNew: at === 0,
        before,
        after: isLast ? open : before,
      })
    }
  }
  return lines
}

/** The block that is open after a line. */
function afterLine(open: Fence | undefined, line: string): Fence | undefined {
  const text = line.replace(/^[ >]*/, '').trimEnd()
  if (open && text === open.marker) return open.outer
  if (open && !open.isContainer) return open
  const [, prefix = '', marker, language = '', title = ''] = OPENING.exec(line.trimEnd()) ?? []
  if (marker === undefined) return open
  const kind = language.toLowerCase()
  const shownTitle = kind === 'spoiler' ? firstChars(title.trim(), TITLE_MAX_CHARS) : ''
  const opening = `${prefix}${marker}${language}${shownTitle === '' ? '' : ` ${shownTitle}`}`
  return {
    marker,
    isContainer: CONTAINERS.has(kind),
    opening,
    closing: `${prefix}${marker}`,
    outer: open,
    frameChars: (open?.frameChars ?? 0) + countChars(opening) + 1,
  }
}

/** A line in pieces that fit, cut between words where there are some. */
function piecesOf(line: string, maxChars: number): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > maxChars && countChars(rest) > maxChars) {
    const most = firstChars(rest, maxChars)
    const end = Math.max(most.lastIndexOf(' '), most.lastIndexOf('\t')) + 1
    const cut = end > most.length * MIN_SHARE ? most.slice(0, end) : wholeCharacters(most, rest)
    pieces.push(cut)
    rest = rest.slice(cut.length)
  }
  return [...pieces, rest]
}

/** Characters at the end of a cut that may belong together with what follows. */
const JOINED_MAX_CHARS = 40

/** The beginning of a text, without the last character that is only partly in it. */
function wholeCharacters(beginning: string, text: string): string {
  const from = Math.max(beginning.length - JOINED_MAX_CHARS, 1)
  const around = text.slice(from, beginning.length + JOINED_MAX_CHARS)
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(around)
  const last = segments.containing(beginning.length - from)
  return last && last.index > 0 ? text.slice(0, from + last.index) : beginning
}

/** Index after the last line of the part that begins at a line. */
function endOf(lines: readonly Line[], start: number, maxChars: number): number {
  let chars = frameCharsOf(lines[start]?.before)
  let end = start
  let between: number | undefined
  let outside: number | undefined
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    if (!line) break
    const grown = chars + line.chars + (line.isNew ? 1 : 0)
    if (end > start && grown + frameCharsOf(line.after) > maxChars) break
    chars = grown
    if (chars >= maxChars * MIN_SHARE && !line.after && lines[end + 1]?.isNew !== false) {
      outside = end + 1
      if (line.text.trim() === '') between = end + 1
    }
  }
  if (end >= lines.length) return end
  return between ?? outside ?? withoutOpening(lines, start, end)
}

/** The end of a part before blocks that begin in its last lines: they would be empty there. */
function withoutOpening(lines: readonly Line[], start: number, end: number): number {
  let earlier = end
  while (earlier - 1 > start) {
    const { before, after } = lines[earlier - 1] ?? {}
    if (!after || after === before || after.outer !== before) break
    earlier -= 1
  }
  return earlier
}

function partOf(lines: readonly Line[], start: number, end: number): string {
  const body = lines
    .slice(start, end)
    .map(({ text, isNew }, at) => (isNew && at > 0 ? `\n${text}` : text))
    .join('')
  const [first, last] = [lines[start]?.before, lines[end - 1]?.after]
  const opening = framed(first).toReversed()
  const closing = end < lines.length ? framed(last) : []
  const inner = first ? body : body.replace(/^(?:[ \t]*\n)+/, '')
  return [
    ...opening.map((fence) => fence.opening),
    last ? inner : inner.trimEnd(),
    ...closing.map((fence) => fence.closing),
  ].join('\n')
}

function frameCharsOf(fence: Fence | undefined): number {
  return fence && fence.frameChars <= FRAME_MAX_CHARS ? fence.frameChars : 0
}

/** The open blocks from the inside out, unless closing and opening them takes too much. */
function framed(fence: Fence | undefined): Fence[] {
  if (frameCharsOf(fence) === 0) return []
  const all: Fence[] = []
  for (let one = fence; one; one = one.outer) all.push(one)
  return all
}
