import type { Mark } from './emphasis.ts'

const WORD = /[\p{L}\p{N}]/u
/** Punctuation at the end or the start of a text. */
const LAST_PUNCTUATION = /[\p{P}\p{S}]{1,20}$/u
const FIRST_PUNCTUATION = /^[\p{P}\p{S}]{1,20}/u
/** Brackets and quotes, which go outside together. */
const OPENING = /^[\p{Ps}\p{Pi}"']/u
const CLOSING = /[\p{Pe}\p{Pf}"']$/u

/**
 * Emphasis whose edge is punctuation beside a word (`<b>Note:</b>text`) does not open or close in CommonMark
 * (6.2). Such punctuation goes outside; where that is not possible, the emphasis is left out.
 */
export function repairMarks(pieces: readonly Piece[]): Piece[] {
  const repaired = pieces.map((piece) => ({ ...piece }))
  const open: number[] = []
  const dropped = new Set<number>()
  for (const [at, piece] of repaired.entries()) {
    if (piece.kind !== 'mark') continue
    if (piece.opens) {
      open.push(at)
      continue
    }
    const start = open.pop()
    if (start === undefined || isRepaired(repaired, start, at)) continue
    dropped.add(start)
    dropped.add(at)
  }
  return repaired.filter((piece, at) => !dropped.has(at) && !isEmpty(piece))
}

function isRepaired(pieces: Piece[], start: number, end: number): boolean {
  const inner = [firstOf(pieces[start + 1]), lastOf(pieces[end - 1])] as const
  const isEnclosed = OPENING.test(inner[0]) && CLOSING.test(inner[1])
  const failsToOpen = WORD.test(lastOf(pieces[start - 1])) && FIRST_PUNCTUATION.test(inner[0])
  const failsToClose = WORD.test(firstOf(pieces[end + 1])) && LAST_PUNCTUATION.test(inner[1])
  const moves = failsToOpen || failsToClose
  if ((failsToOpen || (moves && isEnclosed)) && !moveOpening(pieces, start) && failsToOpen)
    return false
  if ((failsToClose || (moves && isEnclosed)) && !moveClosing(pieces, end) && failsToClose)
    return false
  return holdsInk(pieces, start, end)
}

function moveOpening(pieces: Piece[], at: number): boolean {
  const before = pieces[at - 1]
  const after = pieces[at + 1]
  if (before?.kind !== 'text' || after?.kind !== 'text') return false
  const moved = FIRST_PUNCTUATION.exec(after.text)?.[0] ?? ''
  before.text += moved
  after.text = after.text.slice(moved.length)
  return after.text !== '' && !after.text.startsWith(' ')
}

function moveClosing(pieces: Piece[], at: number): boolean {
  const before = pieces[at - 1]
  const after = pieces[at + 1]
  if (before?.kind !== 'text' || after?.kind !== 'text') return false
  const moved = LAST_PUNCTUATION.exec(before.text.slice(-40))?.[0] ?? ''
  after.text = moved + after.text
  before.text = before.text.slice(0, before.text.length - moved.length)
  return before.text !== '' && !before.text.endsWith(' ')
}

function holdsInk(pieces: readonly Piece[], start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) {
    const piece = pieces[at]
    if (piece?.kind === 'raw' || (piece?.kind === 'text' && piece.text !== '')) return true
  }
  return false
}

function isEmpty(piece: Piece): boolean {
  return piece.kind === 'text' && piece.text === ''
}

function lastOf(piece: Piece | undefined): string {
  if (piece?.kind !== 'text' && piece?.kind !== 'raw') return ''
  return piece.text.slice(-2).at(-1) ?? ''
}

function firstOf(piece: Piece | undefined): string {
  if (piece?.kind !== 'text' && piece?.kind !== 'raw') return ''
  return String.fromCodePoint(piece.text.codePointAt(0) ?? 0x20)
}

/** A part of a leaf, in the order of the text. */
export type Piece =
  | { kind: 'text'; text: string; inLink: boolean }
  | { kind: 'mark'; mark: Mark; opens: boolean }
  | { kind: 'raw'; text: string }
  | { kind: 'break' }
