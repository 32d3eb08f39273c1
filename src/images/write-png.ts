import { crc32, deflateSync } from 'node:zlib'
import { predicted } from './decode-png.ts'
import type { Pixels } from './pixels.ts'
import { PNG_SIGNATURE } from './png.ts'

/** The filter that suits most pictures: the nearest of three neighbours (PNG, section 9). */
const NEAREST = 4

/** Writes a PNG of a picture, without opacity where all of it is opaque. */
export function writePng({ width, height, data }: Pixels): Uint8Array {
  const isOpaque = data.every((byte, index) => index % 4 !== 3 || byte === 255)
  const samples = isOpaque ? 3 : 4
  const length = width * samples
  const lines = new Uint8Array(height * (length + 1))
  let above = new Uint8Array(length)
  for (let row = 0; row < height; row += 1) {
    const line = new Uint8Array(length)
    for (let column = 0; column < width; column += 1) {
      const from = (row * width + column) * 4
      line.set(data.subarray(from, from + samples), column * samples)
    }
    const start = row * (length + 1)
    lines[start] = NEAREST
    for (let at = 0; at < length; at += 1) {
      const left = at < samples ? 0 : (line[at - samples] ?? 0)
      const upLeft = at < samples ? 0 : (above[at - samples] ?? 0)
      lines[start + 1 + at] = (line[at] ?? 0) - predicted(NEAREST, left, above[at] ?? 0, upLeft)
    }
    above = line
  }
  return pngOf({ width, height, depth: 8, colour: isOpaque ? 2 : 6 }, lines)
}

/** A PNG of lines that are ready to be packed, each behind the byte of its filter. */
export function pngOf(
  head: { width: number; height: number; depth: number; colour: number },
  lines: Uint8Array,
  palette?: Uint8Array,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(head.width, 0)
  header.writeUInt32BE(head.height, 4)
  header.set([head.depth, head.colour], 8)
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
