/** Emphasis that Markdown writes with delimiters. */
export type Mark = 'em' | 'strong' | 'del'

/** One delimiter in a line of Markdown: `*`, `**`, `_`, `__` or `~~`. */
export interface Delimiter {
  /** Index of its first character. */
  at: number
  text: string
  opens: boolean
}

/** Neighbouring delimiters of one character. */
interface Run {
  character: string
  canOpen: boolean
  canClose: boolean
  original: number
  left: number
  /** Tags of this run in order, as a reader finds them. */
  closers: string[]
  /** Innermost first. */
  openers: string[]
  intended: string[]
}

const SPACE = /^[\s\u00a0]?$/u
const PUNCTUATION = /^[\p{P}\p{S}]$/u

/**
 * Whether a CommonMark reader pairs the delimiters of this text as their writer meant, by the rules of
 * sections 6.2 (flanking, intraword `_`, multiples of three) and GFM for `~~`.
 */
export function readsAsMeant(text: string, delimiters: readonly Delimiter[]): boolean {
  const runs = runsOf(text, delimiters)
  if (!pair(runs)) return false
  return runs.every(
    ({ left, closers, openers, intended }) =>
      left === 0 && [...closers, ...openers.toReversed()].join() === intended.join(),
  )
}

function runsOf(text: string, delimiters: readonly Delimiter[]): Run[] {
  const runs: Run[] = []
  let end = -1
  for (const { at, text: delimiter, opens } of delimiters) {
    const character = delimiter.charAt(0)
    let run = runs.at(-1)
    if (!run || at !== end || run.character !== character) {
      run = newRun(text, at, character)
      runs.push(run)
    }
    run.original += delimiter.length
    run.left += delimiter.length
    run.intended.push(`${opens ? '' : '/'}${delimiter.length}`)
    end = at + delimiter.length
  }
  return runs
}

function newRun(text: string, at: number, character: string): Run {
  let end = at
  while (text[end] === character) end += 1
  const before = characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20)
  const spaceBefore = SPACE.test(before)
  const spaceAfter = SPACE.test(after)
  const punctuationBefore = PUNCTUATION.test(before)
  const punctuationAfter = PUNCTUATION.test(after)
  const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
  const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
  const intraword = character !== '_'
  return {
    character,
    canOpen: left && (intraword || !right || punctuationBefore),
    canClose: right && (intraword || !left || punctuationAfter),
    original: 0,
    left: 0,
    closers: [],
    openers: [],
    intended: [],
  }
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  const isTail = unit >= 0xdc00 && unit <= 0xdfff
  return at === 0 ? '' : text.slice(at - (isTail ? 2 : 1), at)
}

/** Openers that may wait; more of them mean that the text has gone wrong, and would cost time. */
const OPENERS_MAX_COUNT = 100

/**
 * "Process emphasis" of CommonMark's appendix; delimiters between a pair can no longer pair. False as soon as
 * too much stays unpaired.
 */
function pair(runs: readonly Run[]): boolean {
  const openers: Run[] = []
  for (const run of runs) {
    while (run.canClose && run.left > 0) {
      const at = openers.findLastIndex((opener) => matches(opener, run))
      const opener = openers[at]
      if (!opener) break
      openers.length = at + 1
      const size = opener.left >= 2 && run.left >= 2 ? 2 : 1
      opener.openers.push(String(size))
      run.closers.push(`/${size}`)
      opener.left -= size
      run.left -= size
      if (opener.left === 0) openers.pop()
    }
    if (run.left > 0 && (!run.canOpen || openers.length > OPENERS_MAX_COUNT)) return false
    if (run.left > 0) openers.push(run)
  }
  return true
}

function matches(opener: Run, closer: Run): boolean {
  if (opener.character !== closer.character) return false
  const eitherBoth = (opener.canOpen && opener.canClose) || (closer.canOpen && closer.canClose)
  if (!eitherBoth || opener.character === '~') return true
  const sum = opener.original + closer.original
  return sum % 3 !== 0 || (opener.original % 3 === 0 && closer.original % 3 === 0)
}
