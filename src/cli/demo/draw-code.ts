import { styleText } from 'node:util'
import { decodePng } from '../../images/decode-png.ts'
import { drawModules } from '../../qr/terminal.ts'

/** Whoever draws more than that asks for another picture. */
const EDGE_MAX_PX = 4_096

/** Draws the picture of a code, which has no edge of its own, in lines of characters: dark on light, where there are colours. */
export function drawCode(png: Uint8Array): string[] {
  const { width, height, data } = decodePng(png)
  if (width !== height || width > EDGE_MAX_PX) throw new Error('The picture is not one of a code.')
  const isDark = (x: number, y: number): boolean => (data[(y * width + x) * 4] ?? 255) < 128
  // The first mark of a code is a dark line of seven modules, from its corner on.
  let line = 0
  while (line < width && isDark(line, 0)) line += 1
  const module = line / MARK_MODULES
  const size = width / module
  if (!Number.isInteger(module) || !Number.isInteger(size) || module === 0) {
    throw new Error('The picture is not one of a code.')
  }
  return drawModules(size, (row, column) => isDark(column * module, row * module)).map((text) =>
    styleText(['black', 'bgWhiteBright'], text),
  )
}

const MARK_MODULES = 7
