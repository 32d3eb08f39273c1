import type { ByteReader } from '../lib/byte-reader.ts'
import { isFrame, JPEG_SIGNATURE } from './jpeg.ts'
import { isOnItsSide, orientationOf } from './orientation.ts'
import { readPicture } from './picture.ts'
import { PNG_SIGNATURE } from './png.ts'
import { findWebpSize, WEBP_SIGNATURE } from './webp.ts'

/** Bytes at the beginning of a picture that say its size: cameras put their data, a small picture and colours before it. */
export const SIZE_HEAD_BYTES = 256 * 1_024

/** Largest edge that browsers show. */
const EDGE_MAX_PX = 65_535

/** Width and height, in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** How large a picture is shown, by its first bytes alone; undefined where these do not say. */
export function findPictureSize(head: Uint8Array): PictureSize | undefined {
  try {
    const size = readSize(head)
    const edges = size ? [size.width, size.height] : [0]
    return edges.every((edge) => edge > 0 && edge <= EDGE_MAX_PX) ? size : undefined
  } catch {
    // They end too early, or lie.
    return undefined
  }
}

function readSize(head: Uint8Array): PictureSize | undefined {
  const reader = readPicture(head)
  const begin = Buffer.from(head.subarray(0, 16)).toString('latin1')
  if (begin.startsWith(PNG_SIGNATURE.toString('latin1'))) {
    reader.take(16)
    return { width: reader.uint32(), height: reader.uint32() }
  }
  if (begin.startsWith('GIF8')) {
    reader.take(6)
    return { width: reader.uint16(true), height: reader.uint16(true) }
  }
  if (JPEG_SIGNATURE.test(begin)) return readJpegSize(reader)
  return WEBP_SIGNATURE.test(begin) ? findWebpSize(head) : undefined
}

const EXIF = 0xe1

/** Goes through the segments to the head of the frame, and notes on the way how the camera was held. */
function readJpegSize(reader: ByteReader): PictureSize | undefined {
  reader.take(2)
  let orientation: number | undefined
  for (;;) {
    if (reader.byte() !== 0xff) return undefined
    let marker = reader.byte()
    while (marker === 0xff) marker = reader.byte()
    const length = reader.uint16()
    if (length < 2) return undefined
    const segment = readPicture(reader.take(length - 2))
    if (marker === EXIF && segment.text(6) === 'Exif\0\0') {
      orientation ??= orientationOf(segment.take(length - 8))
    }
    if (!isFrame(marker)) continue
    segment.take(1)
    const [height, width] = [segment.uint16(), segment.uint16()]
    return isOnItsSide(orientation ?? 1) ? { width: height, height: width } : { width, height }
  }
}
