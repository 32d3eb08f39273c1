import { noPicture, type Picture, readPicture } from './picture.ts'

/** First bytes of a WebP. */
export const WEBP_SIGNATURE = /^RIFF[^]{4}WEBP/

/** Flags of an extended file: it moves; it has an alpha channel. */
const ANIMATION = 0x02
const ALPHA = 0x10

/** Reads a WebP (RFC 9649) that does not move. Throws `noPicture`. Profiles, camera data and what follows are left out. */
export function readWebp(
  bytes: Uint8Array,
  requireSize: (width: number, height: number) => void,
): Picture {
  const reader = readPicture(bytes)
  reader.take(4)
  const end = reader.uint32(true) + 8
  if (end > bytes.byteLength) throw noPicture()
  reader.take(4)
  const parts: Uint8Array[] = []
  let size: { width: number; height: number } | undefined
  while (reader.position + 8 <= end) {
    const start = reader.position
    const type = reader.text(4)
    const length = reader.uint32(true)
    const data = reader.take(length)
    if (length % 2 === 1 && !reader.isAtEnd) reader.take(1)
    if (type === 'VP8X') {
      if ((data[0] ?? 0) & ANIMATION) throw noPicture()
      const { width, height } = canvasSize(data)
      requireSize(width, height)
      const head = Buffer.from(reader.since(start))
      head[8] = (head[8] ?? 0) & ALPHA
      parts.push(head)
    } else if (type === 'ALPH') parts.push(reader.since(start))
    else if (type === 'VP8 ' || type === 'VP8L') {
      size ??= type === 'VP8L' ? losslessSize(data) : lossySize(data)
      requireSize(size.width, size.height)
      parts.push(reader.since(start))
    }
  }
  if (!size) throw noPicture()
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.alloc(8, 'RIFF')
  head.writeUInt32LE(body.byteLength, 4)
  const written = Buffer.concat([head, body])
  return { type: 'image/webp', ...size, frames: 1, bytes: written }
}

/** The size that an extended file says it has, in 24 bits each. Throws `noPicture`. */
function canvasSize(data: Uint8Array): { width: number; height: number } {
  if (data.byteLength < 10) throw noPicture()
  const head = Buffer.from(data)
  return { width: head.readUIntLE(4, 3) + 1, height: head.readUIntLE(7, 3) + 1 }
}

/** The size of a WebP by its first bytes, whether it moves or not. Throws `noPicture` where these end too early. */
export function findWebpSize(head: Uint8Array): { width: number; height: number } | undefined {
  const reader = readPicture(head)
  reader.take(12)
  const type = reader.text(4)
  reader.take(4)
  const sizeOf = { VP8X: canvasSize, 'VP8 ': lossySize, VP8L: losslessSize }[type]
  return sizeOf?.(head.subarray(reader.position))
}

function losslessSize(data: Uint8Array): { width: number; height: number } {
  const reader = readPicture(data)
  if (reader.byte() !== 0x2f) throw noPicture()
  const bits = reader.uint32(true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function lossySize(data: Uint8Array): { width: number; height: number } {
  const reader = readPicture(data)
  reader.take(3)
  if (reader.text(3) !== '\x9d\x01\x2a') throw noPicture()
  return { width: reader.uint16(true) & 0x3fff, height: reader.uint16(true) & 0x3fff }
}
