import jpeg from 'jpeg-js'
import { orientationOf } from './orientation.ts'
import { noPicture } from './picture.ts'
import { type Pixels, turn } from './pixels.ts'

/** Pixels of a JPEG that are unpacked, in millions: each takes about fifty bytes meanwhile. */
const MEGAPIXELS_MAX_COUNT = 6

/** Memory that unpacking may take. */
const MEMORY_MAX_MIB = 256

type Decoded = Pixels & { exifBuffer?: Uint8Array }

/** Reads the pixels of a JPEG, the right way up. Throws `noPicture`. */
export function decodeJpeg(bytes: Uint8Array): Pixels {
  try {
    // Its types leave out what the camera wrote.
    const { width, height, data, exifBuffer }: Decoded = jpeg.decode(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      tolerantDecoding: false,
      maxResolutionInMP: MEGAPIXELS_MAX_COUNT,
      maxMemoryUsageInMB: MEMORY_MAX_MIB,
    })
    // The reader leaves one of the zero bytes before the TIFF, whose addresses count from its start.
    return turn({ width, height, data }, exifBuffer ? orientationOf(exifBuffer.subarray(1)) : 1)
  } catch {
    throw noPicture()
  }
}

/** Writes a JPEG of a picture without transparent parts. */
export function encodeJpeg({ width, height, data }: Pixels, quality: number): Uint8Array {
  return jpeg.encode({ width, height, data }, quality).data
}
