import { noPicture, readPicture } from './picture.ts'
import type { Pixels } from './pixels.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const GRAPHIC_CONTROL = 0xf9

/** First row of each pass of an interlaced frame, and the steps from one row to the next. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const

/** Longest code, in bits. */
const CODE_MAX_BITS = 12

/** Reads the first frame of a GIF whose size was checked (`readGif`). Throws `noPicture`. */
export function decodeGif(bytes: Uint8Array): Pixels {
  const reader = readPicture(bytes)
  reader.take(6)
  const [width, height] = [reader.uint16(true), reader.uint16(true)]
  const flags = reader.byte()
  reader.take(2)
  const shared = readColours(reader, flags)
  let clear: number | undefined
  for (;;) {
    const kind = reader.byte()
    if (kind === EXTENSION) {
      const isControl = reader.byte() === GRAPHIC_CONTROL
      const [said = 0, , , index] = readBlocks(reader)
      if (isControl) clear = said & 1 ? index : undefined
    } else if (kind === IMAGE) {
      const [left, top] = [reader.uint16(true), reader.uint16(true)]
      const [columns, rows] = [reader.uint16(true), reader.uint16(true)]
      const own = reader.byte()
      const colours = readColours(reader, own) ?? shared
      if (!colours || left + columns > width || top + rows > height) throw noPicture()
      const indices = unpack(reader.byte(), readBlocks(reader), columns * rows)
      const data = new Uint8Array(width * height * 4)
      rowsOf(rows, (own & 0x40) !== 0).forEach((row, turn) => {
        for (let column = 0; column < columns; column += 1) {
          const index = indices[turn * columns + column] ?? 0
          if (index === clear) continue
          const at = ((top + row) * width + left + column) * 4
          data.set(colours.subarray(index * 3, index * 3 + 3), at)
          data[at + 3] = 255
        }
      })
      return { width, height, data }
    } else throw noPicture()
  }
}

type Reader = ReturnType<typeof readPicture>

function readColours(reader: Reader, flags: number): Uint8Array | undefined {
  return flags & 0x80 ? reader.take(3 * 2 ** ((flags & 7) + 1)) : undefined
}

function readBlocks(reader: Reader): Uint8Array {
  const blocks: Uint8Array[] = []
  for (;;) {
    const size = reader.byte()
    if (size === 0) return Buffer.concat(blocks)
    blocks.push(reader.take(size))
  }
}

/** Rows in the order in which they are sent. */
function rowsOf(rows: number, isInterlaced: boolean): number[] {
  if (!isInterlaced) return Array.from({ length: rows }, (_, row) => row)
  return PASSES.flatMap(([first, step]) =>
    Array.from(
      { length: Math.max(0, Math.ceil((rows - first) / step)) },
      (_, turn) => first + turn * step,
    ),
  )
}

/** Unpacks colour indices (LZW with codes of growing length); what is missing at the end is the first colour. */
function unpack(firstBits: number, packed: Uint8Array, count: number): Uint8Array {
  if (firstBits > 11) throw noPicture()
  const [clear, end] = [2 ** firstBits, 2 ** firstBits + 1]
  const indices = new Uint8Array(count)
  const before = new Uint16Array(2 ** CODE_MAX_BITS)
  const last = new Uint8Array(2 ** CODE_MAX_BITS)
  const lengths = new Uint16Array(2 ** CODE_MAX_BITS)
  for (let code = 0; code < clear; code += 1) {
    last[code] = code
    lengths[code] = 1
  }
  let [bits, next, previous, first] = [firstBits + 1, end + 1, -1, 0]
  let [held, heldBits, written] = [0, 0, 0]
  for (const byte of packed) {
    held |= byte << heldBits
    heldBits += 8
    while (heldBits >= bits) {
      const code = held & (2 ** bits - 1)
      held >>>= bits
      heldBits -= bits
      if (code === end || written >= count) return indices
      if (code === clear) {
        bits = firstBits + 1
        next = end + 1
        previous = -1
        continue
      }
      if (code > next || (code === next && previous < 0)) throw noPicture()
      // A code that is only just being made stands for the one before and its own beginning.
      const known = code < next ? code : previous
      const length = lengths[known] ?? 0
      let walk = known
      for (let at = written + length - 1; at >= written; at -= 1) {
        first = last[walk] ?? 0
        if (at < count) indices[at] = first
        walk = before[walk] ?? 0
      }
      written += length
      if (code === next && written < count) indices[written++] = first
      if (previous >= 0 && next < 2 ** CODE_MAX_BITS) {
        before[next] = previous
        last[next] = first
        lengths[next] = (lengths[previous] ?? 0) + 1
        next += 1
        if (next === 2 ** bits && bits < CODE_MAX_BITS) bits += 1
      }
      previous = code
    }
  }
  return indices
}
