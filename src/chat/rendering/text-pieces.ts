import type { StateCore, Token } from 'markdown-it'

/** A replaced part of a text: its position and its replacement. */
export interface Piece {
  start: number
  end: number
  tokens: readonly Token[]
}

/** Marks links whose text is their address, or was found by a pattern: its text is not searched again. */
export const AUTOMATIC = 'auto'

/** Finds what is replaced in a text; one that follows a link does not begin where it begins. */
type Find = (text: string, isAfterLink: boolean) => readonly Piece[]

/**
 * Replaces parts of every text of a message. Links are left alone unless `isInLinks`, automatic ones
 * and code always. Pieces come in order and do not overlap.
 */
export function replaceText(state: StateCore, isInLinks: boolean, find: Find): void {
  for (const block of state.tokens) {
    if (block.type === 'inline' && block.children) {
      block.children = replaceIn(state, block.children, isInLinks, find)
    }
  }
}

function replaceIn(
  state: StateCore,
  tokens: readonly Token[],
  isInLinks: boolean,
  find: Find,
): Token[] {
  let isClosed = false
  return tokens.flatMap((token, index) => {
    if (token.type === 'link_open') isClosed = !isInLinks || token.info === AUTOMATIC
    if (token.type === 'link_close') isClosed = false
    if (token.type !== 'text' || isClosed) return [token]
    const pieces = find(token.content, tokens[index - 1]?.type === 'link_close')
    return pieces.length === 0 ? [token] : split(state, token, pieces)
  })
}

function split(state: StateCore, token: Token, pieces: readonly Piece[]): Token[] {
  const parts: Token[] = []
  let from = 0
  const addText = (to: number) => {
    if (to <= from) return
    const text = new state.Token('text', '', 0)
    text.content = token.content.slice(from, to)
    text.level = token.level
    parts.push(text)
  }
  for (const { start, end, tokens } of pieces) {
    addText(start)
    parts.push(...tokens)
    from = end
  }
  addText(token.content.length)
  return parts
}
