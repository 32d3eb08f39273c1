import { FenceTracker } from './fence.ts'
import { headOf } from './table-head.ts'

/** A piece of a Markdown text: the lines between two blank ones, or a part of them where they are long. */
export interface TextBlock {
  /** Where it begins in the text. */
  at: number
  text: string
  /** The headings above it, outermost first, without marks. */
  headings: readonly string[]
  /** Head of the table, with the line below it, that a piece goes on with; absent for pieces that begin their block. */
  head?: string | undefined
}

/** Characters after which a block ends at the next line: a text in one fenced block has no other borders. */
const BLOCK_ENOUGH_CHARS = 1_500

/**
 * The blocks of a text one after another. In time linear in the text.
 *
 * @yields Each block.
 */
export function* blocksOf(markdown: string): Generator<TextBlock> {
  const fences = new FenceTracker()
  let headings: string[] = []
  let start = -1
  /** Head of the table that is open, and the piece that begins with it. */
  let head = ''
  let headAt = -1
  const blockTo = (end: number): TextBlock => ({
    at: start,
    text: markdown.slice(start, end).trimEnd(),
    headings: headings.filter((heading) => heading !== ''),
    ...(head === '' || headAt === start ? {} : { head }),
  })
  for (let at = 0; at < markdown.length;) {
    const newline = markdown.indexOf('\n', at)
    const end = newline === -1 ? markdown.length : newline
    const line = markdown.slice(at, end)
    const heading = fences.isFenced(line) ? undefined : /^(#{1,6}) +(\S.*)$/.exec(line)
    const isBlank = line.trim() === ''
    if (start !== -1 && (isBlank || heading || at - start >= BLOCK_ENOUGH_CHARS)) {
      yield blockTo(at)
      start = -1
    }
    if (heading) {
      const [, marks = '', title = ''] = heading
      const outer = Array.from({ length: marks.length - 1 }, (_, level) => headings[level] ?? '')
      headings = [...outer, title.replace(/ +#+ *$/, '')]
    }
    if (isBlank || heading) head = ''
    if (!isBlank && start === -1) {
      start = at
      if (head === '' && !fences.isOpen) {
        head = headOf(markdown, at)
        headAt = at
      }
    }
    at = end + 1
  }
  if (start !== -1) yield blockTo(markdown.length)
}
