import type { ByteReader } from '../lib/byte-reader.ts'
import { noPicture, type Picture, readPicture } from './picture.ts'

/** First bytes of a JPEG. */
export const JPEG_SIGNATURE = /^\xff\xd8\xff/

const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP14 = 0xee

/** Markers that stand alone, within the pixels: restarts, and a byte that only looks like a marker. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Frame headers, of all compressions except those that viewers do not support (lossless and hierarchical).
 */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2
}

/** Whether a segment is needed to show a picture: tables, heads of frames and scans, and what says which colours are meant. */
const isShown = (marker: number) =>
  isFrame(marker) || [0xc4, 0xdb, 0xdd, SCAN, APP0, APP14].includes(marker)

/** Reads a JPEG (ITU T.81). Throws `noPicture`. Camera data, comments and what follows the end are left out. */
export function readJpeg(
  bytes: Uint8Array,
  requireSize: (width: number, height: number) => void,
): Picture {
  const reader = readPicture(bytes)
  const parts: Uint8Array[] = [reader.take(2)]
  let size: { width: number; height: number } | undefined
  for (;;) {
    const start = reader.position
    if (reader.byte() !== 0xff) throw noPicture()
    let marker = reader.byte()
    while (marker === 0xff) marker = reader.byte()
    if (marker === END) break
    const body = reader.position
    reader.take(2)
    const length = ((bytes[body] ?? 0) << 8) | (bytes[body + 1] ?? 0)
    if (length < 2) throw noPicture()
    const segment = reader.take(length - 2)
    if (isFrame(marker)) {
      const head = readPicture(segment)
      head.byte()
      const height = head.uint16()
      size = { width: head.uint16(), height }
      requireSize(size.width, size.height)
    }
    if (marker === SCAN) skipScan(reader, bytes)
    if (isShown(marker)) parts.push(reader.since(start))
  }
  if (!size) throw noPicture()
  return {
    type: 'image/jpeg',
    ...size,
    frames: 1,
    bytes: Buffer.concat([...parts, Uint8Array.of(255, END)]),
  }
}

/** Goes to the next marker behind packed pixels. */
function skipScan(reader: ByteReader, bytes: Uint8Array): void {
  for (;;) {
    const next = bytes.indexOf(0xff, reader.position)
    const marker = bytes[next + 1]
    if (next === -1 || marker === undefined) throw noPicture()
    reader.position = isInScan(marker) ? next + 2 : next
    if (!isInScan(marker) && marker !== 0xff) return
    if (marker === 0xff) reader.position = next + 1
  }
}
