import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPictureSize, SIZE_HEAD_BYTES } from '../../../src/images/picture-size.ts'
import { seeds } from '../../support/full.ts'
import { gifOf, jpegOf, pngOf, webpOf } from '../../support/pictures.ts'

/** What a camera writes before the picture: how it was held, in one of two orders of bytes, among as much else as it likes. */
function camera(orientation: number, little: boolean, otherBytes: number): Buffer {
  const tiff = Buffer.alloc(26)
  const number16 = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const number32 = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  tiff.write(little ? 'II' : 'MM', 'latin1')
  number16(42, 2)
  number32(8, 4)
  number16(1, 8)
  number16(0x0112, 10)
  number16(3, 12)
  number32(1, 14)
  number16(orientation, 18)
  const segment = (marker: number, body: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.byteLength + 2, 2)
    return Buffer.concat([head, body])
  }
  return Buffer.concat([
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff])),
    segment(0xe2, Buffer.alloc(otherBytes)),
  ])
}

const held = (width: number, height: number, before: Buffer) => {
  const plain = jpegOf(width, height)
  return Buffer.concat([plain.subarray(0, 2), before, plain.subarray(2)])
}

const lossy = (width: number, height: number) => {
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  const frame = Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, ...size])
  return Buffer.concat([Buffer.from('RIFF....WEBPVP8 ....', 'latin1'), frame])
}

const EDGE = fc.integer({ min: 1, max: 16_000 })

test('the size of a picture is read of its first bytes, whatever kind it is', () => {
  fc.assert(
    fc.property(EDGE, EDGE, (width, height) => {
      const small = { width, height }
      expect(findPictureSize(pngOf(width, 1).fill(0, 16, 24))).toBe(undefined)
      const png = pngOf(1, 1)
      png.writeUInt32BE(width, 16)
      png.writeUInt32BE(height, 20)
      const gif = gifOf(2)
      gif.writeUInt16LE(width, 6)
      gif.writeUInt16LE(height, 8)
      for (const bytes of [png, gif, lossy(width, height), webpOf(width, height)]) {
        expect(findPictureSize(bytes.subarray(0, 64))).toEqual(small)
      }
      expect(findPictureSize(webpOf(width, height, { flags: 2 }))).toEqual(small)
      expect(findPictureSize(jpegOf(width, height))).toEqual(small)
    }),
    { numRuns: seeds(30, 300) },
  )
})

test('a photograph is as large as it is shown: turned as the camera was held', () => {
  fc.assert(
    fc.property(
      EDGE,
      EDGE,
      fc.integer({ min: 0, max: 9 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 65_000 }),
      (width, height, orientation, little, others) => {
        const isTurned = orientation >= 5 && orientation <= 8
        expect(findPictureSize(held(width, height, camera(orientation, little, others)))).toEqual(
          isTurned ? { width: height, height: width } : { width, height },
        )
      },
    ),
    { numRuns: seeds(30, 300) },
  )
})

test('bytes that end too early or lie have no size, and cost no more than they are', () => {
  const whole = [pngOf(3, 2), gifOf(1), jpegOf(5, 4), webpOf(6, 7), lossy(8, 9)]
  fc.assert(
    fc.property(
      fc.constantFrom(...whole),
      fc.nat(200),
      fc.uint8Array({ maxLength: 300 }),
      (bytes, length, noise) => {
        const size = findPictureSize(Buffer.concat([bytes.subarray(0, length), noise]))
        expect(Math.min(size?.width ?? 1, size?.height ?? 1)).toBeGreaterThan(0)
      },
    ),
    { numRuns: seeds(200, 5_000) },
  )
  expect(findPictureSize(Buffer.from('<svg width="9" height="9"/>'))).toBe(undefined)
  const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(SIZE_HEAD_BYTES, 0xff)])
  expect(findPictureSize(endless)).toBe(undefined)
})
