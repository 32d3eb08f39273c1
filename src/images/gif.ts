import type { ByteReader } from '../lib/byte-reader.ts'
import { FRAMES_MAX_COUNT, noPicture, type Picture, readPicture } from './picture.ts'

/** First bytes of a GIF. */
export const GIF_SIGNATURE = /^GIF8[79]a/

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

/** Reads a GIF (89a), moving or not. Throws `noPicture`. Comments and what follows the end are left out. */
export function readGif(
  bytes: Uint8Array,
  requireSize: (width: number, height: number) => void,
): Picture {
  const reader = readPicture(bytes)
  reader.take(6)
  const [width, height] = [reader.uint16(true), reader.uint16(true)]
  requireSize(width, height)
  const flags = reader.byte()
  reader.take(2)
  skipColours(reader, flags)
  const head = reader.since(0)
  const parts: Uint8Array[] = [head]
  let still: Uint8Array[] | undefined
  let frames = 0
  for (;;) {
    const start = reader.position
    const kind = reader.byte()
    if (kind === TRAILER) break
    if (kind === EXTENSION) {
      const label = reader.byte()
      const isLoop = label === APPLICATION && isNetscape(bytes, reader.position)
      skipBlocks(reader)
      if (label === GRAPHIC_CONTROL || isLoop) parts.push(reader.since(start))
    } else if (kind === IMAGE) {
      reader.take(8)
      skipColours(reader, reader.byte())
      // Size of the first codes, then the pixels.
      if (reader.byte() > 11) throw noPicture()
      skipBlocks(reader)
      parts.push(reader.since(start))
      frames += 1
      if (frames > FRAMES_MAX_COUNT) throw noPicture()
      still ??= [...parts]
    } else throw noPicture()
  }
  if (!still) throw noPicture()
  const end = Uint8Array.of(TRAILER)
  return {
    type: 'image/gif',
    width,
    height,
    frames,
    bytes: Buffer.concat([...parts, end]),
    still: frames > 1 ? Buffer.concat([...still, end]) : undefined,
  }
}

/** A colour table, where the flags announce one. */
function skipColours(reader: ByteReader, flags: number): void {
  if (flags & 0x80) reader.take(3 * 2 ** ((flags & 7) + 1))
}

function skipBlocks(reader: ByteReader): void {
  for (;;) {
    const size = reader.byte()
    if (size === 0) return
    reader.take(size)
  }
}

/** The one application block that browsers heed: how often the picture moves. */
function isNetscape(bytes: Uint8Array, at: number): boolean {
  return Buffer.from(bytes.subarray(at + 1, at + 12)).toString('latin1') === 'NETSCAPE2.0'
}
