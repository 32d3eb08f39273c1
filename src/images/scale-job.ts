import { OperationError } from '../contract/errors.ts'
import { decodeGif } from './decode-gif.ts'
import { decodePng } from './decode-png.ts'
import { imageJob } from './image-job.ts'
import { noPicture } from './picture.ts'
import { fitInside, onWhite, type Pixels, scale, squareOf, wholeOf } from './pixels.ts'
import { writePng } from './write-png.ts'

/** A picture to be made of another one. */
export interface WantedSize {
  /** Largest width and height. */
  width: number
  height: number
  /** `fill` cuts the largest square out of the middle and gives it exactly this size; `inside` keeps the shape and never enlarges. */
  fit: 'fill' | 'inside'
  type: 'image/png' | 'image/jpeg'
}

/** What the sandbox needs to scale a picture. */
export interface ScaleJobInput {
  bytes: Uint8Array
  /** Longest edge of the picture. */
  maxEdgePx: number
  sizes: readonly WantedSize[]
}

/** A picture that was made. */
export interface ScaledPicture {
  type: WantedSize['type']
  width: number
  height: number
  bytes: Uint8Array
}

/** A picture, the right way up, and what was made of it. */
export interface ScaledPictures {
  width: number
  height: number
  pictures: ScaledPicture[]
}

/** Pixels of a picture that are unpacked. */
const PIXELS_MAX_COUNT = 16_000_000

/** Quality of JPEG, of 100: more shows only in larger files. */
const JPEG_QUALITY = 82

/** Makes smaller pictures of a PNG, GIF or JPEG; of one that moves, of its first frame. Throws `invalid_input`. */
export async function scaleJob(input: ScaleJobInput): Promise<ScaledPictures> {
  const pixels = await decode(input)
  const { width, height } = pixels
  const pictures: ScaledPicture[] = []
  for (const size of input.sizes) pictures.push(await make(pixels, size))
  return { width, height, pictures }
}

async function decode({ bytes, maxEdgePx }: ScaleJobInput): Promise<Pixels> {
  const read = await imageJob({ bytes, maxEdgePx })
  if (read.width * read.height > PIXELS_MAX_COUNT) {
    throw new OperationError('invalid_input', 'Image has too many pixels.', {
      hint: `Upload an image with at most ${PIXELS_MAX_COUNT / 1_000_000} million pixels.`,
    })
  }
  if (read.type === 'image/png') return decodePng(read.bytes)
  if (read.type === 'image/gif') return decodeGif(read.bytes)
  if (read.type === 'image/jpeg') {
    const { decodeJpeg } = await import('./jpeg-pixels.ts')
    // As it came: what was read of it has lost how the camera was held.
    return decodeJpeg(bytes)
  }
  throw noPicture()
}

async function make(pixels: Pixels, { type, fit, ...limits }: WantedSize): Promise<ScaledPicture> {
  const { width, height } = fit === 'fill' ? limits : fitInside(pixels, limits.width, limits.height)
  const area = fit === 'fill' ? squareOf(pixels) : wholeOf(pixels)
  const scaled = scale(pixels, area, width, height)
  if (type === 'image/png') return { type, width, height, bytes: writePng(scaled) }
  const { encodeJpeg } = await import('./jpeg-pixels.ts')
  return { type, width, height, bytes: encodeJpeg(onWhite(scaled), JPEG_QUALITY) }
}
