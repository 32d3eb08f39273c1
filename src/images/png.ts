import { crc32, inflateSync } from 'node:zlib'
import { FRAMES_MAX_COUNT, noPicture, type Picture, readPicture } from './picture.ts'

/** First bytes of a PNG. */
export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Chunks that change what is seen; texts, dates and positions of cameras are left out. */
const STILL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])

/** Chunks of moving pictures. */
const MOVING = new Set(['acTL', 'fcTL', 'fdAT'])

/** Samples of a pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Passes of an interlaced picture: first column and row, and the steps from one to the next. */
export const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** What the head of a PNG says of its pixels. */
export interface Header {
  width: number
  height: number
  /** Bits of a sample. */
  depth: number
  /** Type of colour: 0 grey, 2 true, 3 by palette, 4 grey with opacity, 6 true with opacity. */
  colour: number
  bitsPerPixel: number
  isInterlaced: boolean
}

/** A part of a PNG. */
export interface Chunk {
  type: string
  data: Uint8Array
  whole: Uint8Array
}

/** Reads a PNG (W3C, third edition), moving or not. Throws `noPicture`; `requireSize` before a pixel is unpacked. */
export function readPng(
  bytes: Uint8Array,
  requireSize: (width: number, height: number) => void,
): Picture {
  const { header, chunks } = readChunks(bytes)
  requireSize(header.width, header.height)
  unpackLines(header, chunks)
  const frames = chunks.filter(({ type }) => type === 'fcTL').length
  const isMoving = frames > 1 && chunks.some(({ type }) => type === 'acTL')
  if (frames > FRAMES_MAX_COUNT) throw noPicture()
  const write = (keeps: (type: string) => boolean) =>
    Buffer.concat([
      PNG_SIGNATURE,
      ...chunks.filter(({ type }) => keeps(type)).map(({ whole }) => whole),
    ])
  const still = write((type) => STILL_CHUNKS.has(type))
  const { width, height } = header
  return isMoving
    ? {
        type: 'image/png',
        width,
        height,
        frames,
        bytes: write((type) => STILL_CHUNKS.has(type) || MOVING.has(type)),
        still,
      }
    : { type: 'image/png', width, height, frames: 1, bytes: still }
}

/** Reads the parts of a PNG and its head. Throws `noPicture`. */
export function readChunks(bytes: Uint8Array): { header: Header; chunks: Chunk[] } {
  const reader = readPicture(bytes)
  reader.take(PNG_SIGNATURE.byteLength)
  const chunks: Chunk[] = []
  while (chunks.at(-1)?.type !== 'IEND') {
    const start = reader.position
    const length = reader.uint32()
    const type = reader.text(4)
    const data = reader.take(length)
    if (reader.uint32() !== crc32(bytes.subarray(start + 4, start + 8 + length))) throw noPicture()
    chunks.push({ type, data, whole: reader.since(start) })
  }
  const [first] = chunks
  if (first?.type !== 'IHDR') throw noPicture()
  return { header: readHeader(first.data), chunks }
}

function readHeader(data: Uint8Array): Header {
  const reader = readPicture(data)
  const [width, height] = [reader.uint32(), reader.uint32()]
  const [depth = 0, colour = -1, compression, filter, interlace] = reader.take(5)
  const samples = SAMPLES[colour]
  if (!samples || ![1, 2, 4, 8, 16].includes(depth)) throw noPicture()
  if (compression !== 0 || filter !== 0 || (interlace ?? 2) > 1) throw noPicture()
  const isInterlaced = interlace === 1
  return { width, height, depth, colour, bitsPerPixel: samples * depth, isInterlaced }
}

/** Bytes of a line of so many pixels, without that of its filter. */
export function lineBytes({ bitsPerPixel }: Header, columns: number): number {
  return Math.ceil((columns * bitsPerPixel) / 8)
}

/** The lines of a picture, unpacked. Throws `noPicture` unless they are as many as it has: neither a bomb nor torn. */
export function unpackLines(header: Header, chunks: readonly Chunk[]): Buffer {
  const { width, height, isInterlaced } = header
  const lines = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + lineBytes(header, columns))
  const expected = isInterlaced
    ? PASSES.reduce((sum, [x, y, stepX, stepY]) => {
        return sum + lines(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY))
      }, 0)
    : lines(width, height)
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  try {
    const unpacked = inflateSync(Buffer.concat(packed), { maxOutputLength: expected })
    if (unpacked.byteLength === expected) return unpacked
  } catch {
    // Reported below, like a wrong number of lines.
  }
  throw noPicture()
}
