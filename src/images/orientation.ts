import { readPicture } from './picture.ts'

const ORIENTATION_TAG = 0x0112

/** Entries of a directory that are looked at. */
const ENTRIES_MAX_COUNT = 100

/** How the camera was held (Exif orientation, of a TIFF); 1 where it does not say. */
export function orientationOf(tiffBytes: Uint8Array): number {
  try {
    const tiff = readPicture(tiffBytes)
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

/** Whether a picture that was taken so is shown on its side. */
export function isOnItsSide(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8
}
