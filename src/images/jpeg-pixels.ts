import jpeg from 'jpeg-js'
import { noPicture, readPicture } from './picture.ts'
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
    return turn({ width, height, data }, exifBuffer ? orientationOf(exifBuffer) : 1)
  } catch {
    throw noPicture()
  }
}

/** Writes a JPEG of a picture without transparent parts. */
export function encodeJpeg({ width, height, data }: Pixels, quality: number): Uint8Array {
  return jpeg.encode({ width, height, data }, quality).data
}

const ORIENTATION_TAG = 0x0112

/** Entries of a directory that are looked at. */
const ENTRIES_MAX_COUNT = 100

/** How the camera was held (Exif orientation); 1 where it does not say. */
function orientationOf(exif: Uint8Array): number {
  try {
    // The reader leaves one of the zero bytes before the TIFF, whose addresses count from its start.
    const tiff = readPicture(exif.subarray(1))
    const little = tiff.text(2) === 'II'
    tiff.take(2)
    tiff.position = tiff.uint32(little)
    const count = Math.min(tiff.uint16(little), ENTRIES_MAX_COUNT)
    for (let entry = 0; entry < count; entry += 1) {
      const tag = tiff.uint16(little)
      tiff.take(6)
      const value = tiff.uint16(little)
      tiff.take(2)
      if (tag === ORIENTATION_TAG) return value
    }
  } catch {
    // Broken data of the camera does not make the picture unreadable.
  }
  return 1
}
