import { createHash } from 'node:crypto'
import { pngOf } from './write-png.ts'

/** Squares on each side of the pattern. */
const SIDE_COUNT = 5

/** Columns that are chosen; the others mirror them. */
const CHOSEN_COUNT = 3

const PAPER = [0xf0, 0xf0, 0xf0]

/** Colours that are told apart, and from the paper, by everybody: hues around the circle, as bright as each other. */
const COLOURS = [
  [0xb7, 0x3d, 0x3d],
  [0xb0, 0x5a, 0x1c],
  [0x84, 0x6d, 0x12],
  [0x4c, 0x7d, 0x22],
  [0x1f, 0x82, 0x53],
  [0x17, 0x7d, 0x82],
  [0x23, 0x70, 0xad],
  [0x54, 0x5f, 0xc4],
  [0x86, 0x4f, 0xba],
  [0xa9, 0x43, 0x8f],
] as const

/** Draws the pattern that stands for something without a picture, always the same for a seed: a square PNG. */
export function drawIdenticon(seed: string, edgePx: number): Uint8Array {
  const digest = createHash('sha256').update(seed).digest()
  const colour = COLOURS[(digest[0] ?? 0) % COLOURS.length] ?? COLOURS[0]
  const isInked = (column: number, row: number) => {
    const chosen = Math.min(column, SIDE_COUNT - 1 - column)
    return ((digest[1 + row * CHOSEN_COUNT + chosen] ?? 0) & 1) === 1
  }
  // Half a square of paper all around.
  const square = edgePx / (SIDE_COUNT + 1)
  const placeOf = (at: number) => Math.floor((at + 0.5) / square - 0.5)
  const isInside = (place: number) => place >= 0 && place < SIDE_COUNT
  const lineLength = 1 + Math.ceil(edgePx / 8)
  const lines = new Uint8Array(edgePx * lineLength)
  for (let y = 0; y < edgePx; y += 1) {
    for (let x = 0; x < edgePx; x += 1) {
      const [column, row] = [placeOf(x), placeOf(y)]
      if (!isInside(column) || !isInside(row) || !isInked(column, row)) continue
      const at = y * lineLength + 1 + (x >> 3)
      lines[at] = (lines[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const palette = Uint8Array.from([...PAPER, ...colour])
  return pngOf({ width: edgePx, height: edgePx, depth: 1, colour: 3 }, lines, palette)
}
