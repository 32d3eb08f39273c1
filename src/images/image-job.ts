import { OperationError } from '../contract/errors.ts'
import { GIF_SIGNATURE, readGif } from './gif.ts'
import { JPEG_SIGNATURE, readJpeg } from './jpeg.ts'
import { noPicture, type Picture } from './picture.ts'
import { PNG_SIGNATURE, readPng } from './png.ts'
import { readWebp, WEBP_SIGNATURE } from './webp.ts'

/** What the sandbox needs to look at a picture. */
export interface ImageJobInput {
  bytes: Uint8Array
  /** Longest edge. */
  maxEdgePx: number
}

/**
 * Reads a picture by its bytes, regardless of its name, and rewrites it without any invisible data. Throws
 * `invalid_input` for an incomplete picture and for one that is too large.
 */
export async function imageJob({ bytes, maxEdgePx }: ImageJobInput): Promise<Picture> {
  const requireSize = (width: number, height: number) => {
    if (width === 0 || height === 0) throw noPicture()
    if (Math.max(width, height) > maxEdgePx) {
      throw new OperationError(
        'invalid_input',
        `Image size exceeds limit: ${maxEdgePx} pixels an edge.`,
      )
    }
  }
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.startsWith(PNG_SIGNATURE.toString('latin1'))) return readPng(bytes, requireSize)
  if (GIF_SIGNATURE.test(head)) return readGif(bytes, requireSize)
  if (JPEG_SIGNATURE.test(head)) return readJpeg(bytes, requireSize)
  if (WEBP_SIGNATURE.test(head)) return readWebp(bytes, requireSize)
  throw noPicture()
}
