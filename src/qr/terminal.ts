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
  return drawModules(size, (row, column) => data[row * size + column] === 1).join('\n')
}

/** Lines of half-block characters that show a square of modules, with an edge around it. */
export function drawModules(
  size: number,
  isDark: (row: number, column: number) => boolean,
): string[] {
  const dark = (row: number, column: number): 0 | 1 =>
    row >= 0 && row < size && column >= 0 && column < size && isDark(row, column) ? 1 : 0
  const lines: string[] = []
  for (let row = -MARGIN_MODULES; row < size + MARGIN_MODULES; row += 2) {
    let line = ''
    for (let column = -MARGIN_MODULES; column < size + MARGIN_MODULES; column += 1)
      line += BLOCKS[dark(row, column)][dark(row + 1, column)]
    lines.push(line)
  }
  return lines
}
