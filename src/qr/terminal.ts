import { encode } from './encode.ts'

const MARGIN_MODULES = 2
/** By the module above and the one below: light or dark. */
const BLOCKS = [
  [' ', '▄'],
  ['▀', '█'],
] as const

/** A code of half-block characters, for people at a terminal. */
export function drawForTerminal(text: string): string {
  const { size, data } = encode(text, 'L')
  const dark = (row: number, column: number): 0 | 1 =>
    row >= 0 && row < size && column >= 0 && column < size && data[row * size + column] === 1
      ? 1
      : 0
  const lines: string[] = []
  for (let row = -MARGIN_MODULES; row < size + MARGIN_MODULES; row += 2) {
    let line = ''
    for (let column = -MARGIN_MODULES; column < size + MARGIN_MODULES; column += 1)
      line += BLOCKS[dark(row, column)][dark(row + 1, column)]
    lines.push(line)
  }
  return lines.join('\n')
}
