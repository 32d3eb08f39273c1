import { markdownToText } from '../extract/plain.ts'

/** A line over a post: who says what follows, and what else it tells. */
export interface Frame {
  /** Empty where it names nobody. */
  author: string
  /** Date, votes and marks. */
  rest: readonly string[]
  depth: number
}

/** A word of a page with the frame over it; -1 where there is none. */
export interface ShownWord {
  word: string
  frame: number
  /** Number of the line. */
  line: number
}

/** A page as it was read. */
export interface ShownPage {
  frames: readonly Frame[]
  words: readonly ShownWord[]
}

/** What tells the lines of a page apart. */
export interface LineSigns {
  /** Whether a line in bold is part of what posts say. */
  isSaid: (text: string) => boolean
  /** Whether a line begins a post of which nobody is named. */
  isNameless: (text: string) => boolean
  /** Labels before what somebody says in the same line. */
  labels: ReadonlyMap<string, string>
  /** Whether somebody has this name, which may be a number. */
  isAuthor: (text: string) => boolean
  /** Whether the page itself has this in bold: then it is no name that somebody put there. */
  isBold: (text: string) => boolean
}

const FRAME = /^\*\*((?:[^*\\]|\\.|\*(?!\*))+?)\*\*(?:\s·\s(.*))?$/
const WORDS =
  /[+-]\d+(?![\p{L}\p{N}])|\p{Extended_Pictographic}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu

/** Words; letters of scripts without spaces, signs such as `+1` and emoji count for one each. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORDS) ?? []
}

/** Reads Markdown line by line: what stands under which frame. */
export function readMarkdown(markdown: string, signs: LineSigns): ShownPage {
  const frames: Frame[] = []
  const words: ShownWord[] = []
  let open = -1
  let fence = ''
  markdown.split('\n').forEach((whole, line) => {
    const marks =
      fence === '' ? /^(?:> ?)*/.exec(whole)![0] : inFence(whole, frames[open]?.depth ?? 0)
    const depth = marks.replaceAll(/[^>]/g, '').length
    const text = whole.slice(marks.length)
    const ticks = /^\s*(?:(?:[-*+]|\d+\.)\s+)*(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== '') {
      if (ticks !== undefined && ticks.startsWith(fence)) fence = ''
      else take(text, line)
      return
    }
    if (text.trim() === '') return
    // Shallower text belongs to none of the posts above it, until one says so.
    if (open >= 0 && depth < frames[open]!.depth) open = -1
    if (ticks !== undefined) {
      fence = ticks
      return
    }
    const labelled = labelIn(text, signs.labels)
    if (labelled) {
      open = frames.push({ author: labelled.author, rest: [], depth }) - 1
      take(markdownToText(labelled.rest), line)
      return
    }
    const frame = frameOf(text, depth, signs)
    if (frame) {
      open = frames.push(frame) - 1
      return
    }
    if (isBorder(text, signs)) open = -1
    take(markdownToText(text), line)
  })
  return { frames, words }

  function take(text: string, line: number): void {
    for (const word of wordsOf(text)) words.push({ word, frame: open, line })
  }
}

/** The marks of quotations before a line of code: not those of the code itself. */
function inFence(line: string, depth: number): string {
  const marks = /^(?:> ?)*/.exec(line)![0]
  return depth === 0 && !marks.startsWith('> ') ? '' : marks
}

function frameOf(text: string, depth: number, signs: LineSigns): Frame | undefined {
  const match = FRAME.exec(text.trim())
  if (match) {
    const author = unescaped(match[1]!)
    const rest = match[2]
    if (rest === undefined && !signs.isAuthor(author) && isOwnBold(author, signs)) return undefined
    return { author, rest: partsOf(rest ?? ''), depth }
  }
  const plain = unescaped(text.trim())
  return signs.isNameless(plain) ? { author: '', rest: partsOf(plain), depth } : undefined
}

/** Whether a line in bold is the page's own, and names nobody. */
function isOwnBold(text: string, signs: LineSigns): boolean {
  return signs.isSaid(text) || signs.isBold(text) || !/\p{L}/u.test(text)
}

function partsOf(rest: string): string[] {
  return unescaped(rest)
    .split(' · ')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isBorder(text: string, signs: LineSigns): boolean {
  if (/^\s*(?:---+|\*\*\*+|___+)\s*$/.test(text)) return true
  const heading = /^#{1,6}\s+(.*)$/.exec(text)
  return heading !== null && !signs.isSaid(markdownToText(heading[1]!))
}

/** The label at the start of a line, without the marks around it. */
function labelIn(
  text: string,
  labels: ReadonlyMap<string, string>,
): { author: string; rest: string } | undefined {
  if (labels.size === 0) return undefined
  const plain = text.replace(/^#{1,6}\s+/, '').replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
  for (const [label, author] of labels) {
    const bare = plain.replace(/^[*_]+/, '')
    if (bare.startsWith(label)) {
      return { author, rest: bare.slice(label.length).replace(/^[*_]+/, '') }
    }
  }
  return undefined
}

/** Text without the marks of Markdown in it. */
export function unescaped(text: string): string {
  return text
    .replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
