import { OperationError } from '../contract/errors.ts'
import { ByteReader } from '../lib/byte-reader.ts'

/** Kinds of pictures that are read. */
export type PictureType = 'image/png' | 'image/gif' | 'image/jpeg' | 'image/webp'

/** A picture, written anew of nothing but what is needed to show it. */
export interface Picture {
  type: PictureType
  width: number
  height: number
  /** Number of frames: more than one where it moves. */
  frames: number
  bytes: Uint8Array
  /** The first frame, where it moves. */
  still?: Uint8Array | undefined
}

/** Frames of one moving picture. */
export const FRAMES_MAX_COUNT = 500

/** The refusal of bytes that are no whole picture of a known kind. */
export function noPicture(): OperationError {
  return new OperationError(
    'invalid_input',
    'Could not decode image; did you upload an image file?',
    { hint: 'Upload a PNG, GIF, JPEG, or a WebP that does not move.' },
  )
}

/** Reads the bytes of a picture. Throws `noPicture` beyond their end. */
export function readPicture(bytes: Uint8Array): ByteReader {
  return new ByteReader(bytes, noPicture)
}
