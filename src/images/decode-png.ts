import { noPicture } from './picture.ts'
import type { Pixels } from './pixels.ts'
import { type Chunk, type Header, lineBytes, PASSES, readChunks, unpackLines } from './png.ts'

/** The one pass of a picture that is not interlaced. */
const ONE_PASS = [[0, 0, 1, 1]] as const

/** Reads the pixels of a PNG whose size was checked (`readPng`). Throws `noPicture`. */
export function decodePng(bytes: Uint8Array): Pixels {
  const { header, chunks } = readChunks(bytes)
  const { width, height, isInterlaced } = header
  const lines = unpackLines(header, chunks)
  const colourOf = createColours(header, chunks)
  const data = new Uint8Array(width * height * 4)
  let at = 0
  for (const [x, y, stepX, stepY] of isInterlaced ? PASSES : ONE_PASS) {
    const columns = Math.ceil((width - x) / stepX)
    const length = lineBytes(header, columns)
    if (columns <= 0) continue
    let above: Uint8Array = new Uint8Array(length)
    for (let row = y; row < height; row += stepY) {
      const line = lines.subarray(at + 1, at + 1 + length)
      unfilter(lines[at] ?? 0, line, above, Math.max(1, header.bitsPerPixel >> 3))
      for (let column = 0; column < columns; column += 1) {
        colourOf(line, column, data, (row * width + x + column * stepX) * 4)
      }
      above = line
      at += 1 + length
    }
  }
  return { width, height, data }
}

/** Undoes what makes a line pack better, in place. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, back: number): void {
  if (filter > 4) throw noPicture()
  if (filter === 0) return
  for (let at = 0; at < line.length; at += 1) {
    const left = at < back ? 0 : (line[at - back] ?? 0)
    const up = above[at] ?? 0
    const upLeft = at < back ? 0 : (above[at - back] ?? 0)
    line[at] = (line[at] ?? 0) + predicted(filter, left, up, upLeft)
  }
}

/** What a filter takes a byte for, from those beside it (PNG, section 9). */
export function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [toLeft, toUp, toUpLeft] = [
    Math.abs(up - upLeft),
    Math.abs(left - upLeft),
    Math.abs(left + up - 2 * upLeft),
  ]
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

/** Writes the colour of one pixel of a line. */
type WriteColour = (line: Uint8Array, column: number, to: Uint8Array, at: number) => void

function createColours({ depth, colour }: Header, chunks: readonly Chunk[]): WriteColour {
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const clear = chunks.find(({ type }) => type === 'tRNS')?.data
  if (colour === 3) {
    if (!palette || depth > 8) throw noPicture()
    return (line, column, to, at) => {
      const index = sampleOf(line, column, depth)
      to.set(palette.subarray(index * 3, index * 3 + 3), at)
      to[at + 3] = clear?.[index] ?? 255
    }
  }
  const colourSamples = colour === 0 || colour === 4 ? 1 : 3
  const samples = colourSamples + (colour >= 4 ? 1 : 0)
  // The one colour that is clear; of samples of 16 bits, the lower byte counts for nothing here.
  const lower = depth === 16 ? 0 : 1
  const toByte = depth < 8 ? 255 / (2 ** depth - 1) : 1
  return (line, column, to, at) => {
    let isClear = clear !== undefined
    for (let index = 0; index < 3; index += 1) {
      const sample = sampleOf(line, column * samples + Math.min(index, colourSamples - 1), depth)
      isClear &&= clear?.[Math.min(index, colourSamples - 1) * 2 + lower] === sample
      to[at + index] = Math.round(sample * toByte)
    }
    const opacity = colour >= 4 ? sampleOf(line, column * samples + colourSamples, depth) : 255
    to[at + 3] = isClear ? 0 : opacity
  }
}

/** One sample; of those of 16 bits, the higher byte. */
function sampleOf(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index] ?? 0
  if (depth === 16) return line[index * 2] ?? 0
  const bit = index * depth
  const byte = line[bit >> 3] ?? 0
  return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}
