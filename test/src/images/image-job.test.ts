import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { imageJob } from '../../../src/images/image-job.ts'
import { seeds } from '../../support/full.ts'
import { gifOf, jpegOf, pngChunk, pngOf, webpOf } from '../../support/pictures.ts'

const read = async (bytes: Uint8Array) => imageJob({ bytes, maxEdgePx: 100 })
const refused = { code: 'invalid_input', message: expect.stringMatching(/^Could not decode image/) }
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')

/** Two frames: what moving PNGs have besides. */
const MOVING = [
  pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
  pngChunk('fcTL', Buffer.alloc(26)),
  pngChunk('fcTL', Buffer.alloc(26)),
  pngChunk('fdAT', Buffer.alloc(8)),
]

test.each([
  ['a PNG', pngOf(7, 5), { type: 'image/png', width: 7, height: 5, frames: 1 }],
  ['a GIF', gifOf(1), { type: 'image/gif', width: 1, height: 1, frames: 1 }],
  ['a JPEG', jpegOf(8, 6), { type: 'image/jpeg', width: 8, height: 6, frames: 1 }],
  ['a WebP', webpOf(9, 4), { type: 'image/webp', width: 9, height: 4, frames: 1 }],
])('%s is read by its bytes', async (_, bytes, expected) => {
  const picture = await read(bytes)
  expect(picture).toMatchObject(expected)
  expect(picture.still).toBe(undefined)
  // What was written can be read, and is its own copy.
  expect(await read(picture.bytes)).toEqual(picture)
})

test('a PNG of another program, interlaced or not, keeps its pixels', async () => {
  const source = new PNG({ width: 13, height: 9 })
  for (let at = 0; at < source.data.length; at += 1) source.data[at] = (at * 31) % 256
  const { bytes } = await read(PNG.sync.write(source))
  expect(PNG.sync.read(Buffer.from(bytes)).data.equals(source.data)).toBe(true)
  // 5 x 5 in passes of 1, 1, 2, 3 x 2, 6, 10 pixels, each line with its filter.
  const lines = [1 + 1, 1 + 1, 1 + 2, (1 + 1) * 2, (1 + 3) * 1, (1 + 2) * 3, (1 + 5) * 2]
  const pixels = Buffer.alloc(lines.reduce((sum, count) => sum + count, 0))
  expect(await read(pngOf(5, 5, { pixels, interlaced: true }))).toMatchObject({ width: 5 })
})

describe('what moves', () => {
  test('has a first frame that does not', async () => {
    for (const bytes of [gifOf(3), pngOf(2, 2, { more: MOVING })]) {
      const picture = await read(bytes)
      expect(picture.frames).toBeGreaterThan(1)
      const still = await read(picture.still ?? Buffer.alloc(0))
      expect(still).toMatchObject({ type: picture.type, frames: 1 })
    }
    expect(text((await read(gifOf(3))).bytes)).toContain('NETSCAPE2.0')
  })

  test('is refused as a WebP, and in thousands of frames', async () => {
    await expect(read(webpOf(2, 2, { flags: 0x02 }))).rejects.toMatchObject(refused)
    await expect(read(gifOf(501))).rejects.toMatchObject(refused)
    const more = Array.from({ length: 501 }, () => pngChunk('fcTL', Buffer.alloc(26)))
    await expect(read(pngOf(1, 1, { more }))).rejects.toMatchObject(refused)
  })
})

describe('nothing is stored that is not seen', () => {
  const html = Buffer.from('<html><script>alert(1)</script>')
  test.each([
    ['a PNG', pngOf(1, 1, { more: [pngChunk('tEXt', html), pngChunk('eXIf', html)] })],
    ['a GIF', gifOf(2)],
    ['a JPEG', jpegOf(1, 1)],
    ['a WebP', webpOf(1, 1)],
  ])('behind or within %s', async (_, bytes) => {
    const { bytes: written } = await read(Buffer.concat([bytes, html]))
    expect(text(written)).not.toMatch(/script|alert|Exif|EXIF|where I live/)
  })
})

describe('what is no picture', () => {
  const torn = pngOf(3, 3)
  const flipped = Buffer.from(torn)
  flipped[45] = (flipped[45] ?? 0) ^ 1
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['only its beginning', torn.subarray(0, 8)],
    ['a torn one', torn.subarray(0, -1)],
    ['a wrong checksum', flipped],
    ['too few pixels', pngOf(3, 3, { pixels: Buffer.alloc(5) })],
    ['a bomb of pixels', pngOf(1, 1, { pixels: Buffer.alloc(50_000_000) })],
    ['no pixels', pngOf(3, 3, { pixels: deflateSync(Buffer.alloc(0)) })],
    ['a GIF script', Buffer.from('GIF89a\x01\x00\x01\x00*/=1;alert(1)')],
    ['a GIF without frames', gifOf(0)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a torn JPEG', jpegOf(2, 2).subarray(0, -2)],
    ['a torn WebP', webpOf(2, 2).subarray(0, -20)],
    ['no width', pngOf(0, 3)],
  ])('%s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject(refused)
  })

  test('one that is too large, before a pixel is unpacked', async () => {
    for (const bytes of [pngOf(101, 1), jpegOf(1, 101), webpOf(101, 1), gifOf(1, 101)]) {
      await expect(read(bytes)).rejects.toThrow('Image size exceeds limit: 100 pixels an edge.')
    }
    const canvas = webpOf(1, 1, { canvas: 10_000 })
    await expect(read(canvas)).rejects.toThrow('Image size exceeds limit')
  })

  test('whatever bytes do not crash it', async () => {
    const samples = [pngOf(3, 3, { more: MOVING }), gifOf(2), jpegOf(3, 3), webpOf(3, 3)]
    const property = fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(400),
      async (seed, changes, length) => {
        const bytes = Buffer.from(seed.subarray(0, length))
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        const outcome = await read(bytes).then(
          () => 'read',
          (thrown: { code?: string }) => thrown.code,
        )
        expect(['read', 'invalid_input']).toContain(outcome)
      },
    )
    await fc.assert(property, { numRuns: seeds(100, 2_000) })
  })
})
